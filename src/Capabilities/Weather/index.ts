/**
 * Weather forecasts: Open-Meteo, behind the cache.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { decimals, type ForecastQuery, ForecastRecord, Forecasts } from "../../Providers/ports/Forecasts.ts"
import { roundedDegrees } from "../../Resources/Degrees.ts"
import { span } from "../../Runtime/Span.ts"
import { cached } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import type { WeatherRequest } from "./contract.ts"
import { weather } from "./contract.ts"

/** How long a forecast is kept. */
const timeToLive = Duration.minutes(10)

/** Weather now and of the days to come. */
export class Weather extends Effect.Service<Weather>()("almanac/Weather", {
  effect: Effect.gen(function* () {
    const provider = yield* Forecasts
    const fetch = yield* cached({
      name: "weather",
      schema: ForecastRecord,
      key: ({ latitude, longitude, days }: ForecastQuery) => `${latitude}:${longitude}:${days}`,
      timeToLive: () => timeToLive,
      lookup: provider.forecast
    })
    return {
      forecast: ({ latitude, longitude, days }: typeof WeatherRequest.Type) =>
        fetch({
          latitude: roundedDegrees(latitude, decimals),
          longitude: roundedDegrees(longitude, decimals),
          days
        }).pipe(span("weather"))
    }
  })
}) {}

export const capability = defineCapability(weather, {
  asks: ["open-meteo.forecast"],
  layer: Weather.Default,
  make: Effect.map(
    Weather,
    ({ forecast }) =>
      (request) =>
        deliver(forecast(request), {})
  )
})
