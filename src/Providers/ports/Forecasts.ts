/**
 * The port to weather forecasts.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { WeatherForecast } from "../../Resources/facts/WeatherForecast.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/**
 * Decimals of a degree that are asked for: about a kilometre, finer than any weather model's grid, so that
 * neighbours share a call and a cached record.
 */
export const decimals = 2

/** What is asked: decimal degrees (WGS 84), and whole days from today, 1 to 16. */
export interface ForecastQuery {
  readonly latitude: number
  readonly longitude: number
  readonly days: number
}

/** The forecast of the grid cell around the place: °C, %, km/h, mm, WMO codes, local times. */
export const ForecastRecord = WeatherForecast
export type ForecastRecord = WeatherForecast

/** The weather now and of the days to come. */
export class Forecasts extends Context.Tag("almanac/Forecasts")<
  Forecasts,
  { readonly forecast: (query: ForecastQuery) => Effect.Effect<ForecastRecord, ProviderError | QueryRefused> }
>() {}
