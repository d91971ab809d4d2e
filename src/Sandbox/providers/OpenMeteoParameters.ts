/**
 * How the simulated Open-Meteo reads a query: the parts that are needed, or the text of the refusal.
 */
import * as Array from "effect/Array"
import * as Either from "effect/Either"
import type { Point } from "./GreatCircle.ts"

/** What was read, or the `reason` of a refusal. */
export type Read<A> = Either.Either<A, string>

/** What can be asked for the time now, with its unit. */
export const currentUnits: Readonly<Record<string, string>> = {
  temperature_2m: "°C",
  relative_humidity_2m: "%",
  wind_speed_10m: "km/h",
  precipitation: "mm",
  weather_code: "wmo code"
}

/** What can be asked for a day, with its unit. */
export const dailyUnits: Readonly<Record<string, string>> = {
  temperature_2m_max: "°C",
  temperature_2m_min: "°C",
  weather_code: "wmo code"
}

/** A list of decimal numbers; as in Swift, a text that is none makes it unreadable. */
const numbers = (text: string | null): ReadonlyArray<number> =>
  (text ?? "").split(",").map((part) => (/^-?\d+(\.\d+)?$/.test(part) ? Number(part) : Number.NaN))

const beyond = (values: ReadonlyArray<number>, limit: number) =>
  values.find((value) => Math.abs(value) > limit)?.toFixed(1)

/** The points asked for: more than one when there are commas. */
export const points = (params: URLSearchParams): Read<ReadonlyArray<Point>> => {
  const latitudes = numbers(params.get("latitude"))
  const longitudes = numbers(params.get("longitude"))
  if ([...latitudes, ...longitudes].some(Number.isNaN) || latitudes.length !== longitudes.length) {
    return Either.left("Parameters 'latitude' and 'longitude' must be numbers, as many of each.")
  }
  const latitude = beyond(latitudes, 90)
  if (latitude !== undefined) {
    return Either.left(`Latitude must be in range of -90 to 90°. Given: ${latitude}.`)
  }
  const longitude = beyond(longitudes, 180)
  if (longitude !== undefined) {
    return Either.left(`Longitude must be in range of -180 to 180°. Given: ${longitude}.`)
  }
  return Either.right(
    Array.zipWith(latitudes, longitudes, (latitude, longitude) => ({ latitude, longitude }))
  )
}

const variables = (
  asked: string | null,
  known: Readonly<Record<string, string>>,
  kind: string
): Read<ReadonlyArray<string>> => {
  const names = (asked ?? "").split(",").filter((name) => name !== "")
  const unknown = names.find((name) => !Object.hasOwn(known, name))
  return unknown === undefined
    ? Either.right(names)
    : Either.left(
        `Data corrupted at path ''. Cannot initialize ${kind} from invalid String value ${unknown}.`
      )
}

/** The variables of the time now. */
export const current = (params: URLSearchParams): Read<ReadonlyArray<string>> =>
  variables(params.get("current"), currentUnits, "ForecastCurrentVariable")

/** The variables of each day. */
export const daily = (params: URLSearchParams): Read<ReadonlyArray<string>> =>
  variables(params.get("daily"), dailyUnits, "ForecastVariableDaily")

/** How many days: a week when nothing is said. */
export const days = (params: URLSearchParams): Read<number> => {
  const days = Number(params.get("forecast_days") ?? 7)
  return Number.isInteger(days) && days >= 0 && days <= 16
    ? Either.right(days)
    : Either.left("Parameter 'forecast_days' must be a whole number from 0 to 16.")
}
