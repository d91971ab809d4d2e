import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { normalise } from "../../../src/Providers/OpenMeteo/normalise.ts"
import { ForecastReply } from "../../../src/Providers/OpenMeteo/schema.ts"
import { WeatherForecast } from "../../../src/Resources/facts/WeatherForecast.ts"
import { beijing, berlin, kolkata, kyiv, miami, newYork, paris, samara, trailingNulls } from "./fixtures.ts"

const decode = Schema.decodeUnknownEither(ForecastReply)

/** Decodes and normalises a body. */
const read = (body: string, days = 16) =>
  Either.match(decode(JSON.parse(body)), {
    onLeft: (): unknown => "wrong shape",
    onRight: (reply) =>
      Either.match(normalise({ latitude: 0, longitude: 0, days }, reply), {
        onLeft: ({ _tag, reason }): unknown => `${_tag}: ${reason}`,
        onRight: (record) => record
      })
  })

/** A reply for two days with other fields, or without them (`undefined`). */
const reply = (fields: object) =>
  JSON.stringify({
    latitude: 52.52,
    longitude: 13.419998,
    timezone: "Europe/Berlin",
    current: {
      time: "2026-10-01T12:15",
      interval: 900,
      temperature_2m: 14.2,
      relative_humidity_2m: 71,
      wind_speed_10m: 12.6,
      precipitation: 0.1,
      weather_code: 61
    },
    daily: {
      time: ["2026-10-01", "2026-10-02"],
      temperature_2m_max: [15.1, 16],
      temperature_2m_min: [8.4, -2],
      weather_code: [61, 3]
    },
    ...fields
  })

const location = { latitude: 52.52, longitude: 13.419998, timezone: "Europe/Berlin" }
const current = {
  time: "2026-10-01T12:15",
  temperature: 14.2,
  humidity: 71,
  windSpeed: 12.6,
  precipitation: 0.1,
  weatherCode: 61
}
const daily = [
  { date: "2026-10-01", temperatureMax: 15.1, temperatureMin: 8.4, weatherCode: 61 },
  { date: "2026-10-02", temperatureMax: 16, temperatureMin: -2, weatherCode: 3 }
]
const record = (fields: object) => ({ location, current, daily, ...fields })

const row = (
  date: string,
  temperatureMax: number | null,
  temperatureMin: number | null,
  weatherCode: number | null
) => ({
  date,
  temperatureMax,
  temperatureMin,
  weatherCode
})

describe("normalise: recorded replies", () => {
  it("Beijing: the grid cell, the values now, one day", () => {
    expect(read(beijing)).toEqual({
      location: { latitude: 39.89455, longitude: 116.35983, timezone: "Asia/Shanghai" },
      current: {
        time: "2026-09-29T00:45",
        temperature: 18.8,
        humidity: 80,
        windSpeed: 4.7,
        precipitation: 0,
        weatherCode: 3
      },
      daily: [row("2026-09-29", 26.2, 17.2, 51)]
    })
  })

  it("Samara: cut to the days asked for; what is not in the reply is null", () => {
    // The recording is in m/s, which its client asked for; we never do.
    expect(read(samara.replace('"m/s"', '"km/h"'), 2)).toEqual({
      location: { latitude: 53.1875, longitude: 50.125, timezone: "Europe/Samara" },
      current: {
        time: "2026-09-15T12:00",
        temperature: 18.5,
        humidity: 78,
        windSpeed: 3,
        precipitation: null,
        weatherCode: 3
      },
      daily: [row("2026-09-15", 19.8, 13.3, 3), row("2026-09-16", 21.4, 15.3, 80)]
    })
  })

  it.each([
    ["°F", { daily_units: { temperature_2m_max: "°F" } }, "ProviderBadResponse: other units"],
    ["inches", { current_units: { precipitation: "inch" } }, "ProviderBadResponse: other units"],
    ["°F of what is not read", { current_units: { apparent_temperature: "°F" } }, record({})],
    ["a spelling that we do not know", { current_units: { temperature_2m: "℃" } }, record({})],
    ["no object", { current_units: "°F", daily_units: null }, record({})]
  ])("units: %s", (_, fields, expected) => {
    expect(read(reply(fields))).toEqual(expected)
  })

  it("Samara in m/s: no figure is sold in another unit than it says", () => {
    expect(read(samara)).toBe("ProviderBadResponse: other units")
  })

  it("Kolkata: a zone of half an hour, no values now, a column in an old spelling that we do not ask for", () => {
    expect(read(kolkata, 2)).toEqual({
      location: { latitude: 22.625, longitude: 88.375, timezone: "Asia/Kolkata" },
      current: null,
      daily: [row("2025-05-29", 27.8, 26.1, null), row("2025-05-30", 30.9, 25.9, null)]
    })
  })

  it("Paris: days of GMT, all of them when fewer came than were asked for", () => {
    const answer = read(paris, 16)
    expect(answer).toMatchObject({ location: { timezone: "GMT" }, current: null })
    expect(Object(answer).daily).toHaveLength(7)
    expect(Object(answer).daily[6]).toEqual(row("2024-08-25", 20.8, 13.7, 2))
  })

  it("Warsaw: nulls at the tail are kept, row by row (#264, home-assistant/core #77869)", () => {
    expect(Object(read(trailingNulls)).daily).toEqual([
      row("2023-03-11", 6.4, -1.6, null),
      row("2023-03-12", 5.2, -2, null),
      row("2023-03-13", 1.2, 1.2, null),
      row("2023-03-14", null, null, null)
    ])
  })

  it.each([
    ["New York", newYork],
    ["Kyiv", kyiv],
    ["Miami", miami],
    ["Berlin", berlin]
  ])("%s: a reply without days has no list of days", (_, body) => {
    expect(read(body)).toBe("wrong shape")
  })

  it("Kyiv: an alias of a zone passes through, with days added (client note: Europe/Kyiv asked)", () => {
    expect(read(JSON.stringify({ ...JSON.parse(kyiv), daily: { time: [] } }))).toEqual({
      location: { latitude: 50.5, longitude: 30.375, timezone: "Europe/Kiev" },
      current: {
        time: "2026-05-21T20:30",
        temperature: 24.8,
        humidity: null,
        windSpeed: null,
        precipitation: null,
        weatherCode: null
      },
      daily: []
    })
  })
})

describe("normalise: edge cases", () => {
  const withDaily = (columns: object) => reply({ daily: { ...JSON.parse(reply({})).daily, ...columns } })
  const withCurrent = (values: object) => reply({ current: { ...JSON.parse(reply({})).current, ...values } })
  const days = (columns: ReadonlyArray<Partial<(typeof daily)[number] | Record<string, null>>>) =>
    record({ daily: daily.map((day, index) => ({ ...day, ...columns[index] })) })

  it.each<readonly [string, string, unknown]>([
    ["nothing odd", reply({}), record({})],
    [
      "#1307: weather_code null in daily",
      withDaily({ weather_code: [3, null] }),
      days([{ weatherCode: 3 }, { weatherCode: null }])
    ],
    [
      "a column that is too short",
      withDaily({ temperature_2m_max: [15.1] }),
      days([{}, { temperatureMax: null }])
    ],
    [
      "a column that is empty",
      withDaily({ temperature_2m_max: [] }),
      days([{ temperatureMax: null }, { temperatureMax: null }])
    ],
    [
      "a column that is missing",
      withDaily({ weather_code: undefined }),
      days([{ weatherCode: null }, { weatherCode: null }])
    ],
    [
      "a column that is no list",
      withDaily({ weather_code: { 0: 3 } }),
      days([{ weatherCode: null }, { weatherCode: null }])
    ],
    [
      "a column that is null",
      withDaily({ weather_code: null }),
      days([{ weatherCode: null }, { weatherCode: null }])
    ],
    ["a column that is too long", withDaily({ weather_code: [61, 3, 80] }), record({})],
    [
      "a row of nulls, which stays",
      withDaily({
        temperature_2m_max: [15.1, null],
        temperature_2m_min: [8.4, null],
        weather_code: [61, null]
      }),
      days([{}, { temperatureMax: null, temperatureMin: null, weatherCode: null }])
    ],
    [
      "a value that is a text",
      withDaily({ temperature_2m_max: ["15.1", 16] }),
      days([{ temperatureMax: null }, {}])
    ],
    ["no days at all", withDaily({ time: [] }), record({ daily: [] })],
    [
      "a malformed day, whose row goes",
      withDaily({ time: ["tomorrow", "2026-10-02"] }),
      record({ daily: [daily[1]] })
    ],
    [
      "a day with a time",
      withDaily({ time: ["2026-10-01", "2026-10-02T00:00"] }),
      record({ daily: [daily[0]] })
    ],
    [
      "a Unix time among the days (#1545)",
      withDaily({ time: ["2026-10-01", 1_790_000_000] }),
      record({ daily: [daily[0]] })
    ],
    [
      "nothing but malformed days",
      withDaily({ time: [1_790_000_000, null] }),
      "ProviderBadResponse: malformed days"
    ],
    [
      "impossible days",
      withDaily({ time: ["2026-02-30", "2026-13-01"] }),
      "ProviderBadResponse: malformed days"
    ],
    ["no list of days", withDaily({ time: undefined }), "wrong shape"],
    ["days that are a text", withDaily({ time: "2026-10-01" }), "wrong shape"],
    ["no daily", reply({ daily: undefined }), "wrong shape"],
    ["daily null", reply({ daily: null }), "wrong shape"],
    ["#13 of sayurin/open_meteo_local: no current", reply({ current: undefined }), record({ current: null })],
    ["current null", reply({ current: null }), record({ current: null })],
    ["current a list", reply({ current: [] }), record({ current: null })],
    ["current without a time", withCurrent({ time: undefined }), record({ current: null })],
    ["a time with seconds, which are cut", withCurrent({ time: "2026-10-01T12:15:30" }), record({})],
    ["a time with parts of a second", withCurrent({ time: "2026-10-01T12:15:30.500" }), record({})],
    [
      "a time with a zone, which is not local",
      withCurrent({ time: "2026-10-01T12:15Z" }),
      record({ current: null })
    ],
    ["a time with an offset", withCurrent({ time: "2026-10-01T12:15+02:00" }), record({ current: null })],
    ["a Unix time (#1545)", withCurrent({ time: 1_790_000_000 }), record({ current: null })],
    ["a day for a time", withCurrent({ time: "2026-10-01" }), record({ current: null })],
    ["an impossible time", withCurrent({ time: "2026-10-01T24:15" }), record({ current: null })],
    ["an impossible day", withCurrent({ time: "2026-02-30T12:15" }), record({ current: null })],
    [
      "a value now that is null",
      withCurrent({ precipitation: null }),
      record({ current: { ...current, precipitation: null } })
    ],
    [
      "a value now that is a text",
      withCurrent({ temperature_2m: "14.2" }),
      record({ current: { ...current, temperature: null } })
    ],
    [
      "no values now, but a time",
      reply({ current: { time: "2026-10-01T12:15" } }),
      record({
        current: {
          time: "2026-10-01T12:15",
          temperature: null,
          humidity: null,
          windSpeed: null,
          precipitation: null,
          weatherCode: null
        }
      })
    ],
    [
      "old spellings, which we do not ask for",
      withCurrent({ weather_code: undefined, weathercode: 61 }),
      record({ current: { ...current, weatherCode: null } })
    ],
    [
      "GMT, where no zone is known",
      reply({ timezone: "GMT" }),
      record({ location: { ...location, timezone: "GMT" } })
    ],
    [
      "a zone of the oceans",
      reply({ timezone: "Etc/GMT+3" }),
      record({ location: { ...location, timezone: "Etc/GMT+3" } })
    ],
    ["a zone with blanks around it", reply({ timezone: " Europe/Berlin " }), record({})],
    ["a blank zone", reply({ timezone: " " }), record({ location: { ...location, timezone: null } })],
    ["no zone", reply({ timezone: undefined }), record({ location: { ...location, timezone: null } })],
    [
      "a zone that is a number",
      reply({ timezone: 2 }),
      record({ location: { ...location, timezone: null } })
    ],
    [
      "a pole's cell",
      reply({ latitude: 89.9648, longitude: -180 }),
      record({ location: { ...location, latitude: 89.9648, longitude: -180 } })
    ],
    ["a latitude that is a text", reply({ latitude: "52.52" }), "wrong shape"],
    ["no longitude", reply({ longitude: undefined }), "wrong shape"],
    ["several places, because of a comma", `[${reply({})},${reply({})}]`, "wrong shape"],
    ["an error", '{"error":true,"reason":"The service is overloaded"}', "wrong shape"],
    ["null", "null", "wrong shape"]
  ])("%s", (_, body, outcome) => {
    expect(read(body)).toEqual(outcome)
  })

  it("more days than were asked for are cut", () => {
    expect(read(reply({}), 1)).toEqual(record({ daily: [daily[0]] }))
  })

  it("a malformed day does not count among the days asked for", () => {
    expect(read(withDaily({ time: ["soon", "2026-10-02"] }), 1)).toEqual(record({ daily: [daily[1]] }))
  })

  it("infinities are no values, and no place", () => {
    expect(read(reply({}).replace("14.2", "1e999"))).toEqual(
      record({ current: { ...current, temperature: null } })
    )
    expect(read(reply({}).replace("52.52", "-1e999"))).toBe("wrong shape")
  })

  it("minus zero is zero", () => {
    const body = reply({})
      .replace("14.2", "-0.0")
      .replace("52.52", "-0.0")
      .replace("8.4", "-0.0")
      .replace("[61,3]", "[-0.0,3]")
    expect(body.match(/-0\.0/g)).toHaveLength(4)
    // `toEqual` tells -0 from 0.
    expect(read(body)).toEqual({
      location: { ...location, latitude: 0 },
      current: { ...current, temperature: 0 },
      daily: [{ ...daily[0], temperatureMin: 0, weatherCode: 0 }, daily[1]]
    })
  })
})

describe("normalise, whatever comes", () => {
  it("never throws on any JSON", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), (body) => {
        Either.map(decode(body), (decoded) => normalise({ latitude: 0, longitude: 0, days: 3 }, decoded))
      })
    )
  })

  it("gives a resource with no more days than were asked for, or none at all", () => {
    const column = FastCheck.option(
      FastCheck.array(FastCheck.oneof(FastCheck.double(), FastCheck.jsonValue()))
    )
    const body = FastCheck.record({
      latitude: FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
      longitude: FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
      timezone: FastCheck.jsonValue(),
      current: FastCheck.oneof(
        FastCheck.jsonValue(),
        FastCheck.record({
          time: FastCheck.constant("2026-10-01T12:15"),
          temperature_2m: FastCheck.jsonValue()
        })
      ),
      daily: FastCheck.record({
        time: FastCheck.array(FastCheck.oneof(FastCheck.constant("2026-10-01"), FastCheck.jsonValue())),
        temperature_2m_max: column,
        temperature_2m_min: column,
        weather_code: column
      })
    })
    FastCheck.assert(
      FastCheck.property(body, FastCheck.integer({ min: 1, max: 16 }), (json, days) => {
        const outcome = Either.flatMap(decode(json), (decoded) =>
          normalise({ latitude: 0, longitude: 0, days }, decoded)
        )
        if (Either.isLeft(outcome)) return
        expect(Schema.is(WeatherForecast)(outcome.right)).toBe(true)
        expect(outcome.right.daily.length).toBeLessThanOrEqual(days)
        expect(JSON.parse(JSON.stringify(outcome.right))).toEqual(outcome.right)
      })
    )
  })
})
