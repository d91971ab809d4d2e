import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import * as OpenMeteo from "../../src/Providers/OpenMeteo/index.ts"
import { Forecasts } from "../../src/Providers/ports/Forecasts.ts"
import { router } from "../../src/Sandbox/providers/SimulatedOpenMeteo.ts"
import {
  beijing,
  invalidTimezone,
  kolkata,
  latitudeOutOfRange,
  samara,
  unknownVariable
} from "../Providers/OpenMeteo/fixtures.ts"

/** Noon in London, evening in Beijing. */
const now = "2026-10-01T11:37:42Z"

const get = (query: string, path = "/v1/forecast") =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse(now))
    const app = yield* HttpRouter.toHttpApp(router)
    const request = HttpServerRequest.fromWeb(new Request(`http://sandbox${path}?${query}`))
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
    )
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, body: JSON.parse(text) }
  })

const inBeijing = "latitude=39.9&longitude=116.4"
const variables =
  "current=temperature_2m,relative_humidity_2m,wind_speed_10m,precipitation,weather_code" +
  "&daily=temperature_2m_max,temperature_2m_min,weather_code&timezone=auto"

describe("SimulatedOpenMeteo", () => {
  it.effect("the recorded reply of a place, with the times of now", () =>
    Effect.gen(function* () {
      const { status, body } = yield* get(`${inBeijing}&${variables}&forecast_days=1`)
      const recorded = JSON.parse(beijing)
      expect(status).toBe(200)
      for (const key of [
        "latitude",
        "longitude",
        "timezone",
        "timezone_abbreviation",
        "utc_offset_seconds",
        "elevation"
      ]) {
        expect(body[key]).toBe(recorded[key])
      }
      for (const key of [
        "temperature_2m",
        "relative_humidity_2m",
        "wind_speed_10m",
        "precipitation",
        "weather_code"
      ]) {
        expect(body.current[key]).toBe(recorded.current[key])
        expect(body.current_units[key]).toBe(recorded.current_units[key])
      }
      for (const key of ["temperature_2m_max", "temperature_2m_min", "weather_code"]) {
        expect(body.daily[key]).toEqual(recorded.daily[key])
        expect(body.daily_units[key]).toBe(recorded.daily_units[key])
      }
      expect(body.current.time).toBe("2026-10-01T19:30")
      expect(body.daily.time).toEqual(["2026-10-01"])
    })
  )

  // A grid cell near the question, and a time zone of that part of the world.
  it.effect.each([
    ["latitude=52.52&longitude=13.41", 52.5, 13.4375, "Europe/Berlin", 3600],
    ["latitude=48.1&longitude=15.1", 48, 14.999998, "Europe/Berlin", 3600],
    ["latitude=40.71&longitude=-74.01", 40.6875, -74, "Etc/GMT+5", -18_000],
    ["latitude=-33.87&longitude=151.21", -33.875, 151.1875, "Etc/GMT-10", 36_000],
    ["latitude=-40&longitude=3", -40, 3, "GMT", 0],
    ["latitude=-0.01&longitude=-180", 0, -180, "Etc/GMT+12", -43_200]
  ] as const)(
    "%s is answered in its own cell",
    ([asked, latitude, longitude, timezone, utc_offset_seconds]) =>
      Effect.gen(function* () {
        const { body } = yield* get(`${asked}&${variables}&forecast_days=1`)
        expect(body).toMatchObject({ latitude, longitude, timezone, utc_offset_seconds })
        expect(Object.is(body.latitude, -0)).toBe(false)
      })
  )

  it.effect("more days repeat the recorded ones in order", () =>
    Effect.gen(function* () {
      const { body } = yield* get(`latitude=53.2&longitude=50.1&${variables}&forecast_days=16`)
      const { daily } = JSON.parse(samara)
      expect(body.daily.time.slice(0, 2)).toEqual(["2026-10-01", "2026-10-02"])
      expect(body.daily.time[15]).toBe("2026-10-16")
      expect(body.daily.temperature_2m_max).toEqual(
        [...daily.temperature_2m_max, ...daily.temperature_2m_max, ...daily.temperature_2m_max].slice(0, 16)
      )
    })
  )

  it.effect("what is not recorded is null; without any value now there is no current", () =>
    Effect.gen(function* () {
      const inSamara = yield* get(`latitude=53.2&longitude=50.1&${variables}`)
      expect(inSamara.body.current).toMatchObject({
        temperature_2m: 18.5,
        wind_speed_10m: null,
        precipitation: null
      })
      const inKolkata = yield* get(`latitude=22.6&longitude=88.4&${variables}`)
      expect(inKolkata.body).not.toHaveProperty("current")
      expect(inKolkata.body.daily.weather_code).toEqual(JSON.parse(kolkata).daily.weathercode)
    })
  )

  it.effect.each([
    ["auto", "Asia/Shanghai", "2026-10-01T19:30"],
    ["GMT", "GMT", "2026-10-01T11:30"],
    ["Europe/London", "Europe/London", "2026-10-01T12:30"]
  ])("the zone %s", ([zone, timezone, time]) =>
    Effect.gen(function* () {
      const { body } = yield* get(`${inBeijing}&current=weather_code&timezone=${zone}`)
      expect(body).toMatchObject({ timezone, current: { time } })
      expect(body).not.toHaveProperty("daily")
    })
  )

  it.effect("days are those of the zone", () =>
    Effect.gen(function* () {
      const days = (query: string) =>
        Effect.map(get(`${query}&daily=weather_code&forecast_days=2`), ({ body }) => body.daily.time)
      yield* TestClock.setTime(Date.parse(now))
      expect(yield* days(`${inBeijing}&timezone=auto`)).toEqual(["2026-10-01", "2026-10-02"])
      expect(yield* days(inBeijing)).toEqual(["2026-10-01", "2026-10-02"])
      expect(
        yield* Effect.map(get(`${inBeijing}&daily=weather_code`), ({ body }) => body.daily.time.length)
      ).toBe(7)
      expect(
        yield* Effect.map(
          get(`${inBeijing}&daily=weather_code&forecast_days=0`),
          ({ body }) => body.daily.time
        )
      ).toEqual([])
    })
  )

  it.effect("several places are a list", () =>
    Effect.gen(function* () {
      const { body } = yield* get("latitude=39.9,51.5&longitude=116.4,0&timezone=auto&daily=weather_code")
      expect(body).toMatchObject([{ timezone: "Asia/Shanghai" }, { timezone: "Europe/London" }])
    })
  )

  it.effect.each([
    ["latitude=999&longitude=0", JSON.parse(latitudeOutOfRange).reason],
    [`${inBeijing}&timezone=Mars/Olympus`, JSON.parse(invalidTimezone).reason],
    ["latitude=10.5&longitude=-66.9&timezone=auto", JSON.parse(invalidTimezone).reason],
    [`${inBeijing}&daily=weather_code,uv_index`, JSON.parse(unknownVariable).reason],
    ["latitude=0&longitude=181", "Longitude must be in range of -180 to 180°. Given: 181.0."],
    [`${inBeijing}&current=visibility`, expect.stringContaining("invalid String value visibility")],
    [`${inBeijing}&forecast_days=17`, expect.stringContaining("forecast_days")],
    [`${inBeijing}&forecast_days=many`, expect.stringContaining("forecast_days")],
    ["latitude=39.9", expect.stringContaining("must be numbers")],
    ["latitude=1e-7&longitude=0", expect.stringContaining("must be numbers")],
    ["latitude=39,9&longitude=116", expect.stringContaining("as many of each")]
  ])("%s is refused", ([query, reason]) =>
    Effect.gen(function* () {
      expect(yield* get(String(query))).toEqual({ status: 400, body: { error: true, reason } })
    })
  )

  it.effect("anything else is not found", () =>
    Effect.gen(function* () {
      expect(yield* get("", "/v1/archive")).toMatchObject({ status: 404, body: { error: true } })
    })
  )
})

describe("OpenMeteo against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(
        OpenMeteo.layer({
          baseUrl,
          deadline: "8 seconds",
          userAgent: "almanac/0.1.0 (test)",
          apiKey: Option.none()
        })
      )
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  it.scopedLive("a forecast, nulls, a place without a zone, a fault of ours", () =>
    Effect.gen(function* () {
      const { forecast } = yield* Forecasts
      expect(yield* forecast({ latitude: 39.9, longitude: 116.4, days: 2 })).toMatchObject({
        location: { latitude: 39.89455, longitude: 116.35983, timezone: "Asia/Shanghai" },
        current: { temperature: 18.8, humidity: 80, windSpeed: 4.7, precipitation: 0, weatherCode: 3 },
        daily: [
          { temperatureMax: 26.2, temperatureMin: 17.2, weatherCode: 51 },
          { temperatureMax: 26.2, temperatureMin: 17.2, weatherCode: 51 }
        ]
      })
      expect(yield* forecast({ latitude: 51.5, longitude: 0, days: 1 })).toMatchObject({
        current: { temperature: 21.6, humidity: null, windSpeed: 16.6, precipitation: null, weatherCode: 2 }
      })
      expect(yield* forecast({ latitude: 22.57, longitude: 88.36, days: 16 })).toMatchObject({
        location: { timezone: "Asia/Kolkata" },
        current: null,
        daily: { length: 16 }
      })
      expect(yield* forecast({ latitude: 10.49, longitude: -66.88, days: 1 })).toMatchObject({
        location: { timezone: "GMT" }
      })
      expect(yield* Effect.flip(forecast({ latitude: 91, longitude: 0, days: 1 }))).toMatchObject({
        _tag: "ProviderBadResponse"
      })
    }).pipe(Effect.provide(layer))
  )
})
