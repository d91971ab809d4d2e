import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import type { WeatherRequest } from "../../src/Capabilities/Weather/contract.ts"
import { Weather } from "../../src/Capabilities/Weather/index.ts"
import { type ProviderError, ProviderUnavailable } from "../../src/Providers/Errors.ts"
import { type ForecastQuery, type ForecastRecord, Forecasts } from "../../src/Providers/ports/Forecasts.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const down = new ProviderUnavailable({ provider: "open-meteo", reason: "status 500" })

/** A forecast that shows what it was asked for. */
const forecastFor = ({ latitude, longitude, days }: ForecastQuery): ForecastRecord => ({
  location: { latitude, longitude, timezone: null },
  current: null,
  daily: Array.from({ length: days }, (_, day) => ({
    date: `2026-10-0${day + 1}`,
    temperatureMax: null,
    temperatureMin: null,
    weatherCode: null
  }))
})

/** The capability over a port that answers as told, and the queries that reached the port. */
const over = (
  answer: (query: ForecastQuery) => Effect.Effect<ForecastRecord, ProviderError> = (query) =>
    Effect.succeed(forecastFor(query))
) => {
  const asked: Array<ForecastQuery> = []
  const port = Layer.succeed(Forecasts, {
    forecast: (query) =>
      Effect.suspend(() => {
        asked.push(query)
        return answer(query)
      })
  })
  return { asked, layer: Weather.Default.pipe(Layer.provide([port, Cache.layerMemory])) }
}

const ask = (request: Partial<typeof WeatherRequest.Type> = {}) =>
  Effect.flatMap(Weather, (capability) =>
    capability.forecast({ latitude: 52.52, longitude: 13.41, days: 3, ...request })
  )

const berlin: ForecastQuery = { latitude: 52.52, longitude: 13.41, days: 3 }

describe("Weather", () => {
  it.effect("a forecast is kept for 10 minutes (#1493, #1495: calls are spared)", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      expect(yield* ask()).toMatchObject({ value: forecastFor(berlin), hit: false, age: 0 })
      yield* TestClock.adjust("599 seconds")
      expect(yield* ask()).toMatchObject({ value: forecastFor(berlin), hit: true, age: 599 })
      expect(asked).toEqual([berlin])
      yield* TestClock.adjust("1 seconds")
      expect(yield* ask()).toMatchObject({ hit: false, age: 0 })
      expect(asked).toEqual([berlin, berlin])
    }).pipe(Effect.provide(layer))
  })

  it.effect("places that are the same to 2 decimals share a call, which has them so", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      yield* ask({ latitude: 52.520_008, longitude: 13.405_001 })
      expect(yield* ask({ latitude: 52.515_1, longitude: 13.409_9 })).toMatchObject({ hit: true })
      expect(yield* ask({ latitude: 52.514_9 })).toMatchObject({ hit: false })
      expect(asked).toEqual([berlin, { ...berlin, latitude: 52.51 }])
    }).pipe(Effect.provide(layer))
  })

  it.effect("zero has no sign and no exponent", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      yield* ask({ latitude: -1e-7, longitude: 1e-7 })
      expect(yield* ask({ latitude: 0, longitude: -0 })).toMatchObject({ hit: true })
      // `toEqual` tells -0 from 0.
      expect(asked).toEqual([{ latitude: 0, longitude: 0, days: 3 }])
    }).pipe(Effect.provide(layer))
  })

  it.effect("latitude, longitude and days tell queries apart", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      for (const request of [
        {},
        { days: 4 },
        { latitude: 13.41 },
        { longitude: 52.52 },
        { longitude: -13.41 }
      ]) {
        expect(yield* ask(request)).toMatchObject({
          value: forecastFor({ ...berlin, ...request }),
          hit: false
        })
      }
      expect(asked).toHaveLength(5)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a failure is not kept", () => {
    let broken = true
    const { layer } = over((query) => (broken ? down : Effect.succeed(forecastFor(query))))
    return Effect.gen(function* () {
      expect(yield* Effect.either(ask())).toEqual(Either.left(down))
      broken = false
      expect(yield* ask()).toMatchObject({ hit: false })
    }).pipe(Effect.provide(layer))
  })
})
