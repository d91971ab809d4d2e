/**
 * A provider that behaves as api.open-meteo.com does, out of the recorded weather of six places
 * (data/open-meteo-places.json; Weather data by Open-Meteo.com, CC BY 4.0). Every place on Earth has the values of the
 * nearest of them, in its own grid cell and time zone: the recorded ones of that place where it is near, else the
 * next sixteenth of a degree, and the zone of the meridian. Days repeat the recorded ones in order, from today on; the
 * values now stand still.
 *
 * Origin of the recordings: Beijing (one day), Samara and Kolkata: test/fixtures/open-meteo/SOURCES.md; London: a
 * reply of 2026-07-02 in the notes of a weather app; Lower Austria and Northern Norway: replies of 2025-02-05 in the
 * source of the weather app DropSun, asked for in the zone Europe/Berlin. What a recording does not have is null:
 * humidity and precipitation of London, precipitation and wind of Samara (recorded in m/s); Kolkata has no values now.
 *
 * Statuses and shapes follow open-meteo/open-meteo ba13de1. The texts about an invalid zone, a latitude out of range
 * and an unknown daily variable are recorded, those of other refusals are ours. Near Caracas no zone is known, as it
 * was until 2026-03-30 (open-meteo/open-meteo #1790). Keys, quotas and unit parameters are not simulated.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import places from "../data/open-meteo-places.json" with { type: "json" }
import { distance, type Point } from "./GreatCircle.ts"
import * as Parameters from "./OpenMeteoParameters.ts"

interface Zone {
  readonly utc_offset_seconds: number
  readonly timezone: string
  readonly timezone_abbreviation: string
}

interface Recording extends Point, Zone {
  readonly elevation: number
  readonly current?: Readonly<Record<string, unknown>>
  readonly daily: Readonly<Record<string, ReadonlyArray<unknown>>>
}

const recordings: ReadonlyArray<Recording> = places

const caracas: Point = { latitude: 10.49, longitude: -66.88 }

/** Kilometres around Caracas without a zone. */
const zoneless = 100

const gmt: Zone = { utc_offset_seconds: 0, timezone: "GMT", timezone_abbreviation: "GMT" }

/** Kilometres around a recording that are in its grid cell, and in its time zone. */
const cellRadius = 25
const zoneRadius = 1000

/** The zone of the meridian, as at sea: `Etc/GMT+5` is five hours behind, by the sign that POSIX gives it. */
const nautical = ({ longitude }: Point): Zone => {
  const hours = Math.round(longitude / 15)
  if (hours === 0) return gmt
  const sign = (positive: string, negative: string) => `${hours > 0 ? positive : negative}${Math.abs(hours)}`
  return {
    utc_offset_seconds: hours * 3600,
    timezone: `Etc/GMT${sign("-", "+")}`,
    timezone_abbreviation: `GMT${sign("+", "-")}`
  }
}

/** The part of a recording that belongs to a point in its grid cell; another point has a cell of its own. */
const cellOf = (point: Point, nearest: Recording) => {
  if (distance(point, nearest) <= cellRadius) {
    const { latitude, longitude, elevation } = nearest
    return { latitude, longitude, elevation }
  }
  const cell = (degrees: number) => Math.round(degrees * 16) / 16 + 0
  return { latitude: cell(point.latitude), longitude: cell(point.longitude), elevation: null }
}

const zoneOf = (name: string, point: Point, nearest: Recording): Parameters.Read<Zone> => {
  if (name === "GMT") return Either.right(gmt)
  const local = distance(point, nearest) <= zoneRadius ? nearest : nautical(point)
  const zone = name === "auto" ? local : recordings.find(({ timezone }) => timezone === name)
  return zone === undefined || (name === "auto" && distance(point, caracas) < zoneless)
    ? Either.left("Invalid timezone")
    : Either.right(zone)
}

const byDistance = (point: Point) =>
  recordings.toSorted((one, other) => distance(one, point) - distance(other, point))

/** A value for each variable. */
const each = (variables: ReadonlyArray<string>, value: (variable: string) => unknown) =>
  Object.fromEntries(variables.map((variable) => [variable, value(variable)]))

/** The values now; absent when they are not asked for, or nothing is recorded. */
const currentOf = (place: Recording, variables: ReadonlyArray<string>, local: DateTime.Utc) => {
  const { current } = place
  if (variables.length === 0 || current === undefined) return {}
  const quarter = DateTime.subtract(local, { minutes: DateTime.getPartUtc(local, "minutes") % 15 })
  return {
    current_units: {
      time: "iso8601",
      interval: "seconds",
      ...each(variables, (name) => Parameters.currentUnits[name])
    },
    current: {
      time: DateTime.formatIso(quarter).slice(0, 16),
      interval: 900,
      ...each(variables, (name) => current[name] ?? null)
    }
  }
}

/** A column for each variable; absent when it is not asked for. */
const dailyOf = (place: Recording, variables: ReadonlyArray<string>, days: number, local: DateTime.Utc) => {
  if (variables.length === 0) return {}
  const column = (value: (day: number) => unknown) => Array.from({ length: days }, (_, day) => value(day))
  const recorded = place.daily["time"]?.length ?? 1
  return {
    daily_units: { time: "iso8601", ...each(variables, (name) => Parameters.dailyUnits[name]) },
    daily: {
      time: column((day) => DateTime.formatIsoDateUtc(DateTime.add(local, { days: day }))),
      ...each(variables, (name) => column((day) => place.daily[name]?.[day % recorded] ?? null))
    }
  }
}

/** The forecast for one point. */
const forecast = (params: URLSearchParams, now: DateTime.Utc, point: Point): Parameters.Read<object> =>
  Either.gen(function* () {
    const [place] = byDistance(point)
    if (place === undefined) return yield* Either.left("No data is available for this location")
    const days = yield* Parameters.days(params)
    const current = yield* Parameters.current(params)
    const daily = yield* Parameters.daily(params)
    const zone = yield* zoneOf(params.get("timezone") ?? "GMT", point, place)
    const local = DateTime.add(now, { seconds: zone.utc_offset_seconds })
    const { elevation, ...cell } = cellOf(point, place)
    return {
      ...cell,
      utc_offset_seconds: zone.utc_offset_seconds,
      timezone: zone.timezone,
      timezone_abbreviation: zone.timezone_abbreviation,
      elevation,
      ...currentOf(place, current, local),
      ...dailyOf(place, daily, days, local)
    }
  })

const refused = (reason: string, status: number) =>
  HttpServerResponse.unsafeJson({ error: true, reason }, { status })

/** `/v1/forecast`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get(
    "/v1/forecast",
    Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const params = new URL(url, "http://localhost").searchParams
      const now = yield* DateTime.now
      return Parameters.points(params).pipe(
        Either.flatMap((points) => Either.all(points.map((point) => forecast(params, now, point)))),
        Either.match({
          onRight: (replies) => HttpServerResponse.unsafeJson(replies.length === 1 ? replies[0] : replies),
          onLeft: (reason) => refused(reason, 400)
        })
      )
    })
  ),
  HttpRouter.all("*", Effect.succeed(refused("Not Found", 404)))
)
