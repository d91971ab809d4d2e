/**
 * From a query to a call of Open-Meteo's forecast. No unit is named, so that the defaults hold: °C, km/h, mm; and
 * no time format, so that times are ISO 8601: as Unix times the days would shift with daylight saving time
 * (open-meteo/open-meteo #1545).
 */
import { roundedDegrees } from "../../Resources/Degrees.ts"
import type { UpstreamRequest } from "../client/Upstream.ts"
import { decimals, type ForecastQuery } from "../ports/Forecasts.ts"

/** Variables of the time now, in the names that the reply uses too. */
export const currentVariables = [
  "temperature_2m",
  "relative_humidity_2m",
  "wind_speed_10m",
  "precipitation",
  "weather_code"
] as const

/** Variables of a day. */
export const dailyVariables = ["temperature_2m_max", "temperature_2m_min", "weather_code"] as const

/**
 * The time zone in which days begin and end: that of the place, or, where the provider finds none for it, GMT. Never
 * left out: then days are those of GMT everywhere (home-assistant/core #167013).
 */
export type Zone = "auto" | "GMT"

/** A number with a decimal point and without an exponent: others are misread (open-meteo/open-meteo #811). */
const degrees = (value: number): string => String(roundedDegrees(value, decimals))

/**
 * The call for a forecast. With 400 and 429 come texts that tell more than the status does; others are judged by
 * their status alone.
 */
export const forecastRequest = (
  { latitude, longitude, days }: ForecastQuery,
  zone: Zone
): UpstreamRequest => ({
  path: "/v1/forecast",
  query: {
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    current: currentVariables.join(","),
    daily: dailyVariables.join(","),
    timezone: zone,
    forecast_days: String(days)
  },
  accept: [400, 429]
})
