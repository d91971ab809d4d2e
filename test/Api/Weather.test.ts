import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Context, JSONSchema, Option, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { WeatherRequest, weather } from "../../src/Capabilities/Weather/contract.ts"
import { read } from "../support/Problems.ts"

const decode = read(WeatherRequest)

const schema = JSONSchema.make(WeatherRequest, { target: "jsonSchema2020-12" })
const conforms = new Ajv2020().compile(schema)

const latitude = "/latitude must be a number from -90 to 90"
const longitude = "/longitude must be a number from -180 to 180"
const days = "/days must be a whole number from 1 to 16"
const place = { latitude: 52.52, longitude: 13.41 }

describe("WeatherRequest", () => {
  it.each<readonly [string, object, object]>([
    ["a place", place, { ...place, days: 3 }],
    ["days", { ...place, days: 7 }, { ...place, days: 7 }],
    ["days null", { ...place, days: null }, { ...place, days: 3 }],
    ["the fewest days", { ...place, days: 1 }, { ...place, days: 1 }],
    ["the most days", { ...place, days: 16 }, { ...place, days: 16 }],
    ["whole days with a point", { ...place, days: 7.0 }, { ...place, days: 7 }],
    [
      "the north pole, the date line",
      { latitude: 90, longitude: 180 },
      { latitude: 90, longitude: 180, days: 3 }
    ],
    [
      "the south pole, the date line",
      { latitude: -90, longitude: -180 },
      { latitude: -90, longitude: -180, days: 3 }
    ],
    [
      "many digits, which are rounded later",
      { latitude: 1e-7, longitude: 13.404_954 },
      { latitude: 1e-7, longitude: 13.404_954, days: 3 }
    ]
  ])("takes %s", (_, body, expected) => {
    expect(decode(body)).toEqual(expected)
    expect(conforms(body)).toBe(true)
  })

  it.each([[null], [[]], ["forward"], [1]])("refuses %j: no object", (body) => {
    expect(decode(body)).toEqual([expect.stringMatching(/^ Expected /)])
    expect(conforms(body)).toBe(false)
  })

  it.each<readonly [string, unknown, ReadonlyArray<string>]>([
    ["an empty body", {}, ["/latitude Missing", "/longitude Missing"]],
    ["a latitude beyond the pole", { ...place, latitude: 90.01 }, [latitude]],
    ["a latitude beyond the other pole", { ...place, latitude: -90.01 }, [latitude]],
    ["a longitude beyond the date line", { ...place, longitude: 180.01 }, [longitude]],
    ["a longitude of 360", { ...place, longitude: 360 }, [longitude]],
    ["texts", { latitude: "52.52", longitude: "13.41" }, [latitude, longitude]],
    ["null", { latitude: null, longitude: null }, [latitude, longitude]],
    ["no days", { ...place, days: 0 }, [days]],
    ["too many days", { ...place, days: 17 }, [days]],
    ["half a day", { ...place, days: 2.5 }, [days]],
    ["days that are a text", { ...place, days: "3" }, [days]],
    ["an unknown field", { ...place, hourly: true }, ["/hourly Unexpected"]],
    [
      "everything at once",
      { latitude: 91, longitude: 181, days: 0, units: "us" },
      ["/units Unexpected", latitude, longitude, days]
    ]
  ])("refuses %s", (_, body, problems) => {
    expect(decode(body)).toEqual(problems)
    expect(conforms(body)).toBe(false)
  })

  it("refuses an infinity, which JSON can write (1e999)", () => {
    expect(decode(JSON.parse('{"latitude":1e999,"longitude":-1e999}'))).toEqual([latitude, longitude])
  })

  it("shows bounds, units and the default in the JSON Schema", () => {
    expect(schema).toMatchObject({
      type: "object",
      required: ["latitude", "longitude"],
      additionalProperties: false,
      properties: {
        latitude: {
          type: "number",
          minimum: -90,
          maximum: 90,
          description: expect.stringContaining("Degrees")
        },
        longitude: {
          type: "number",
          minimum: -180,
          maximum: 180,
          description: expect.stringContaining("Degrees")
        },
        days: {
          anyOf: [{ type: "integer", minimum: 1, maximum: 16 }, { type: "null" }],
          default: 3,
          description: expect.any(String)
        }
      }
    })
  })
})

describe("weather", () => {
  const facts = Option.getOrThrow(Context.getOption(weather.annotations, Capability))

  it("has the contract's facts, the attribution and the licence", () => {
    expect(facts).toMatchObject({
      id: "weather",
      category: "weather",
      price: "0.003",
      provider: { kind: "provider", slugs: ["open-meteo"] }
    })
    expect([weather.method, weather.path]).toEqual(["POST", "/v1/weather"])
    expect(facts.description).toContain("Weather data by Open-Meteo.com (https://open-meteo.com/)")
    expect(facts.description).toContain("CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)")
    expect(facts.description.length).toBeLessThanOrEqual(500)
  })

  it("has an example that fits its schemas", () => {
    expect(decode(facts.example.request)).toEqual(facts.example.request)
    expect(Schema.decodeUnknownSync(weather.successSchema)(facts.example.response)).toEqual(
      facts.example.response
    )
  })

  it("states the units of every value", () => {
    const text = JSON.stringify(JSONSchema.make(weather.successSchema, { target: "jsonSchema2020-12" }))
    for (const unit of [
      "°C",
      "%",
      "km/h",
      "mm of water",
      "WMO weather code",
      "degrees north",
      "degrees east"
    ]) {
      expect(text).toContain(unit)
    }
  })
})
