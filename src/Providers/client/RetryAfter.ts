/**
 * The `Retry-After` header (RFC 9110, 10.2.3) of a provider's reply.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const shortest = 1
/** A day. A shorter limit applies to answers for clients. */
const longest = 86_400

/** Seconds, sometimes with a fraction. Dates only in the form of RFC 9110. */
const seconds = /^\d+(\.\d+)?$/
const httpDate = /^[A-Z][a-z]+, .* GMT$/

const secondsFrom = (value: string, now: number): Option.Option<number> => {
  if (seconds.test(value)) return Option.some(Number(value))
  if (!httpDate.test(value)) return Option.none()
  // `DateTime.make` does not read "GMT" as a time zone and would append its own.
  return Option.map(
    DateTime.make(value.replace("GMT", "+0000")),
    (date) => (DateTime.toEpochMillis(date) - now) / 1000
  )
}

/** The time that a reply names, in whole seconds from 1 to a day. A date in the past counts as 1. */
export const retryAfter = (
  headers: Readonly<Record<string, string | undefined>>
): Effect.Effect<Option.Option<number>> =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    secondsFrom(headers["retry-after"]?.trim() ?? "", now).pipe(
      Option.map((value) => Math.min(longest, Math.max(shortest, Math.ceil(value))))
    )
  )
