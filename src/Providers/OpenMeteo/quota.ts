/**
 * Open-Meteo's limits, as its refusals tell of them. There is never a Retry-After; but the counters fall at fixed
 * times of the clock, so the time can be computed. Source: Sources/App/Helper/Vapor/RateLimiter.swift of
 * open-meteo/open-meteo, commit ba13de1.
 */
import * as Option from "effect/Option"

/** A limit that was reached: calls of a minute, an hour or a day, calls at the same time, or another count. */
export type Quota = "minutely" | "hourly" | "daily" | "concurrent" | "other"

const texts: ReadonlyArray<readonly [RegExp, Quota]> = [
  [/\bminutely\b.*limit exceeded/i, "minutely"],
  [/\bhourly\b.*limit exceeded/i, "hourly"],
  [/\bdaily\b.*limit exceeded/i, "daily"],
  [/limit exceeded/i, "other"],
  [/too many concurrent/i, "concurrent"]
]

/** The limit that a `reason` tells of. */
export const quotaOf = (reason: string): Option.Option<Quota> =>
  Option.map(Option.fromNullable(texts.find(([pattern]) => pattern.test(reason))), ([, quota]) => quota)

/** Seconds in which each counter's period repeats, counted from the Unix epoch, which began a UTC day. */
const periods = { hourly: 3600, daily: 86_400 } as const

/** Counters are emptied by a sweep once a minute: it may come a minute after the period's end. */
const sweep = 60

/**
 * Whole seconds from `now` (Unix milliseconds) until the counter of a limit has certainly fallen; none where that is
 * not known.
 */
export const secondsUntilReset = (quota: Quota, now: number): Option.Option<number> => {
  switch (quota) {
    case "minutely":
      return Option.some(sweep)
    case "hourly":
    case "daily": {
      const period = periods[quota] * 1000
      return Option.some(Math.ceil((period - (now % period)) / 1000) + sweep)
    }
    case "concurrent":
    case "other":
      return Option.none()
  }
}
