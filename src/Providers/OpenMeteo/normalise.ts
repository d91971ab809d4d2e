/**
 * From Open-Meteo's reply to the record of the port.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { calendarDay } from "../../Resources/CalendarDay.ts"
import { ProviderBadResponse } from "../Errors.ts"
import type { ForecastQuery, ForecastRecord } from "../ports/Forecasts.ts"
import { currentVariables, dailyVariables } from "./request.ts"
import { CurrentValues, type ForecastReply } from "./schema.ts"

/** A value, or null for what is no finite number. Minus zero occurs, and is zero. */
const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value + 0 : null

/** Local time to the minute; seconds are cut. */
const localTime = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?=$|:[0-5]\d(?:\.\d+)?$)/

const minute = (time: unknown): Option.Option<string> =>
  typeof time === "string"
    ? Option.fromNullable(localTime.exec(time)).pipe(
        Option.filter(([, day = ""]) => Option.isSome(calendarDay(day))),
        Option.map(([text]) => text)
      )
    : Option.none()

const isDay = (date: unknown): date is string => typeof date === "string" && Option.isSome(calendarDay(date))

const currentOf = (values: unknown): ForecastRecord["current"] =>
  Schema.decodeUnknownOption(CurrentValues)(values).pipe(
    Option.flatMap((fields) =>
      Option.map(minute(fields["time"]), (time) => ({
        time,
        temperature: number(fields["temperature_2m"]),
        humidity: number(fields["relative_humidity_2m"]),
        windSpeed: number(fields["wind_speed_10m"]),
        precipitation: number(fields["precipitation"]),
        weatherCode: number(fields["weather_code"])
      }))
    ),
    Option.getOrNull
  )

/** The days in the provider's order: rows of nulls stay, rows without a day go. */
const dailyOf = (daily: ForecastReply["daily"]): ForecastRecord["daily"] => {
  const column = (name: string): ReadonlyArray<unknown> => {
    const values = daily[name]
    return Array.isArray(values) ? values : []
  }
  const max = column("temperature_2m_max")
  const min = column("temperature_2m_min")
  const code = column("weather_code")
  return daily.time.flatMap((date, row) =>
    isDay(date)
      ? [
          {
            date,
            temperatureMax: number(max[row]),
            temperatureMin: number(min[row]),
            weatherCode: number(code[row])
          }
        ]
      : []
  )
}

/** The units that Open-Meteo has besides those that we sell. A proxy that adds parameters of its own may ask for them. */
const otherUnits: ReadonlySet<unknown> = new Set(["°F", "m/s", "mp/h", "kn", "inch"])

/** Whether a value that we read is in another unit, which only the reply's own word tells. */
const isInOtherUnits = ({ current_units, daily_units }: ForecastReply): boolean => {
  const unit = (units: unknown) => (name: string) =>
    Predicate.isRecord(units) && Object.hasOwn(units, name) ? units[name] : undefined
  return [...currentVariables.map(unit(current_units)), ...dailyVariables.map(unit(daily_units))].some(
    (name) => otherUnits.has(name)
  )
}

const zoneOf = (timezone: unknown): string | null => {
  const name = typeof timezone === "string" ? timezone.trim() : ""
  return name === "" ? null : name
}

/** The forecast with at most the days asked for. */
export const normalise = (
  { days }: ForecastQuery,
  reply: ForecastReply
): Either.Either<ForecastRecord, ProviderBadResponse> => {
  if (isInOtherUnits(reply)) {
    return Either.left(new ProviderBadResponse({ provider: "open-meteo", reason: "other units" }))
  }
  const daily = dailyOf(reply.daily)
  if (daily.length === 0 && reply.daily.time.length > 0) {
    return Either.left(new ProviderBadResponse({ provider: "open-meteo", reason: "malformed days" }))
  }
  return Either.right({
    location: {
      latitude: reply.latitude + 0,
      longitude: reply.longitude + 0,
      timezone: zoneOf(reply.timezone)
    },
    current: currentOf(reply.current),
    daily: daily.slice(0, days)
  })
}
