import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Context, JSONSchema, Option, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { withoutIds } from "../../src/Api/CapabilityRegistry.ts"
import { GeocodeRequest, geocode } from "../../src/Capabilities/Geocode/contract.ts"
import { bakerStreet } from "../Providers/Photon/fixtures.ts"
import { read } from "../support/Problems.ts"

const decode = read(GeocodeRequest)

const schema = withoutIds({ ...JSONSchema.make(GeocodeRequest, { target: "jsonSchema2020-12" }) })
const conforms = new Ajv2020().compile(schema)

const forward = (fields: object) => ({ mode: "forward", ...fields })
const reverse = (fields: object) => ({ mode: "reverse", ...fields })
const berlin = { latitude: 52.52, longitude: 13.41 }

const mode = "/mode must be forward or reverse"
const query = "/query must be a text of 1 to 200 characters"
const limit = "/limit must be a whole number from 1 to 20"
const latitude = "/latitude must be a number from -90 to 90"
const longitude = "/longitude must be a number from -180 to 180"

describe("GeocodeRequest", () => {
  it.each<readonly [string, object, object]>([
    ["a query", forward({ query: "Berlin" }), forward({ query: "Berlin", limit: 5 })],
    ["blanks around it", forward({ query: " Berlin\n" }), forward({ query: "Berlin", limit: 5 })],
    ["a limit", forward({ query: "Berlin", limit: 20 }), forward({ query: "Berlin", limit: 20 })],
    ["limit null", forward({ query: "Berlin", limit: null }), forward({ query: "Berlin", limit: 5 })],
    [
      "200 characters outside the basic plane",
      forward({ query: "🗺".repeat(200) }),
      forward({ query: "🗺".repeat(200), limit: 5 })
    ],
    ["a point", reverse(berlin), reverse(berlin)],
    [
      "a pole and the date line",
      reverse({ latitude: -90, longitude: 180 }),
      reverse({ latitude: -90, longitude: 180 })
    ],
    [
      "the other ones",
      reverse({ latitude: 90, longitude: -180 }),
      reverse({ latitude: 90, longitude: -180 })
    ],
    ["forward with a point", forward({ query: "Berlin", ...berlin }), forward({ query: "Berlin", limit: 5 })],
    [
      "forward with a point out of bounds",
      forward({ query: "Berlin", latitude: 999, longitude: -999 }),
      forward({ query: "Berlin", limit: 5 })
    ],
    [
      "forward with a malformed point",
      forward({ query: "Berlin", latitude: "north", longitude: { east: [1] } }),
      forward({ query: "Berlin", limit: 5 })
    ],
    [
      "forward with a point of nulls",
      forward({ query: "Berlin", latitude: null, longitude: null }),
      forward({ query: "Berlin", limit: 5 })
    ],
    ["reverse with a query and a limit", reverse({ ...berlin, query: "Berlin", limit: 7 }), reverse(berlin)],
    ["reverse with both out of bounds", reverse({ ...berlin, query: "", limit: 999 }), reverse(berlin)],
    [
      "reverse with both malformed",
      reverse({ ...berlin, query: ["Berlin"], limit: "many" }),
      reverse(berlin)
    ],
    ["reverse with both null", reverse({ ...berlin, query: null, limit: null }), reverse(berlin)]
  ])("takes %s", (_, body, expected) => {
    expect(decode(body)).toEqual(expected)
    expect(conforms(body)).toBe(true)
  })

  it.each([[null], [[]], ["forward"], [1]])("refuses %j: no object", (body) => {
    expect(decode(body)).toEqual([expect.stringMatching(/^ Expected /)])
    expect(conforms(body)).toBe(false)
  })

  it.each<readonly [string, unknown, ReadonlyArray<string>]>([
    ["an empty body", {}, ["/mode Missing"]],
    ["no mode, whatever else is wrong", { query: "", limit: 0, latitude: 91 }, ["/mode Missing"]],
    ["an unknown mode, whatever else is wrong", { mode: "sideways", query: "", foo: 1 }, [mode]],
    ["mode null", { mode: null, query: "Berlin" }, [mode]],
    ["another case", { mode: "Forward", query: "Berlin" }, [mode]],
    ["mode a number", { mode: 1, query: "Berlin" }, [mode]],
    ["mode a list", { mode: ["forward"], query: "Berlin" }, [mode]],
    ["mode an object", { mode: {}, query: "Berlin" }, [mode]],
    ["forward without a query", forward({}), ["/query Missing"]],
    ["forward with a point instead", forward(berlin), ["/query Missing"]],
    ["query null", forward({ query: null }), [query]],
    ["an empty query", forward({ query: "" }), [query]],
    ["a query of 201 characters", forward({ query: "a".repeat(201) }), [query]],
    ["a query that is a number", forward({ query: 10 }), [query]],
    ["no results", forward({ query: "Berlin", limit: 0 }), [limit]],
    ["too many results", forward({ query: "Berlin", limit: 21 }), [limit]],
    ["half a result", forward({ query: "Berlin", limit: 2.5 }), [limit]],
    ["a limit that is a text", forward({ query: "Berlin", limit: "5" }), [limit]],
    ["reverse without a point", reverse({}), ["/latitude Missing", "/longitude Missing"]],
    [
      "reverse with a query instead",
      reverse({ query: "Berlin" }),
      ["/latitude Missing", "/longitude Missing"]
    ],
    ["half a point", reverse({ latitude: 1 }), ["/longitude Missing"]],
    ["a point out of bounds", reverse({ latitude: 90.1, longitude: -180.1 }), [latitude, longitude]],
    ["a point of texts", reverse({ latitude: "52.52", longitude: "13.41" }), [latitude, longitude]],
    ["a point of nulls", reverse({ latitude: null, longitude: null }), [latitude, longitude]],
    ["an unknown field", forward({ query: "Berlin", lang: "de" }), ["/lang Unexpected"]],
    ["an unknown field, in reverse", reverse({ ...berlin, radius: 5 }), ["/radius Unexpected"]],
    [
      "everything at once",
      forward({ query: "", limit: 0, latitude: 91, lang: "de" }),
      ["/lang Unexpected", query, limit]
    ],
    [
      "everything at once, in reverse",
      reverse({ latitude: 91, longitude: 181, limit: 0, radius: 5 }),
      ["/radius Unexpected", latitude, longitude]
    ]
  ])("refuses %s", (_, body, problems) => {
    expect(decode(body)).toEqual(problems)
    expect(conforms(body)).toBe(false)
  })

  it("refuses a query of blanks, which a JSON Schema cannot", () => {
    expect(decode(forward({ query: " \n " }))).toEqual([query])
    expect(decode(forward({ query: "\u200b\u0001" }))).toEqual([
      "/query must have a character that can be seen"
    ])
  })

  it("the same request in other words has the same canonical form: defaults in, ignored fields out", () => {
    const canonical = (body: unknown) =>
      Schema.encodeSync(GeocodeRequest)(Schema.decodeUnknownSync(GeocodeRequest)(body))
    const plain = { mode: "forward", query: "Berlin", limit: 5 }
    expect(canonical(forward({ query: "Berlin" }))).toEqual(plain)
    expect(canonical(forward({ longitude: "x", query: " Berlin ", limit: null, latitude: 999 }))).toEqual(
      plain
    )
    expect(canonical(reverse({ ...berlin, query: "Berlin", limit: 0 }))).toEqual({
      mode: "reverse",
      ...berlin
    })
  })

  it("has a JSON Schema for both modes, with bounds, descriptions and no more fields than are known", () => {
    const ignored = (mode: string) => ({ description: `Used by mode ${mode} only` })
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Geocode request",
      type: "object",
      anyOf: [
        {
          title: "Forward",
          required: ["mode", "query"],
          additionalProperties: false,
          properties: {
            mode: { enum: ["forward"] },
            query: { type: "string", minLength: 1, maxLength: 200 },
            limit: { anyOf: [{ type: "integer", minimum: 1, maximum: 20 }, { type: "null" }], default: 5 },
            latitude: ignored("reverse"),
            longitude: ignored("reverse")
          }
        },
        {
          title: "Reverse",
          required: ["mode", "latitude", "longitude"],
          additionalProperties: false,
          properties: {
            mode: { enum: ["reverse"] },
            latitude: { type: "number", minimum: -90, maximum: 90 },
            longitude: { type: "number", minimum: -180, maximum: 180 },
            query: ignored("forward"),
            limit: ignored("forward")
          }
        }
      ]
    })
  })
})

describe("geocode", () => {
  const facts = Option.getOrThrow(Context.getOption(geocode.annotations, Capability))

  it("has the contract's facts, the attribution and the licence", () => {
    expect(facts).toMatchObject({
      id: "geocode",
      category: "geography",
      price: "0.002",
      provider: { kind: "provider", slugs: ["photon"] }
    })
    expect([geocode.method, geocode.path]).toEqual(["POST", "/v1/geocode"])
    expect(facts.description).toContain(
      "© OpenStreetMap contributors, ODbL 1.0 (https://www.openstreetmap.org/copyright)"
    )
    expect(facts.description.length).toBeLessThanOrEqual(500)
  })

  it("has an example that fits its schemas, made of the recorded reply", () => {
    expect(decode(facts.example.request)).toEqual(facts.example.request)
    const { data } = Schema.decodeUnknownSync(geocode.successSchema)(facts.example.response)
    const [{ geometry, properties }] = JSON.parse(bakerStreet).features
    expect(data.results).toEqual([
      {
        id: `${properties.osm_type}${properties.osm_id}`,
        name: properties.name,
        street: properties.street,
        houseNumber: properties.housenumber,
        city: properties.city,
        state: properties.state,
        country: properties.country,
        countryCode: properties.countrycode,
        postcode: properties.postcode,
        latitude: geometry.coordinates[1],
        longitude: geometry.coordinates[0],
        type: properties.type
      }
    ])
  })
})
