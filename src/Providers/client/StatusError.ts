/**
 * The errors of statuses that a provider's request does not accept, with the time that the reply names in its header
 * `Retry-After` (RFC 9110, 10.2.3).
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import {
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable
} from "../Errors.ts"

/** Seconds that a named time is taken as at least, and at most: a day. A shorter limit applies to answers for clients. */
const shortest = 1
const longest = 86_400

/** Seconds, sometimes with a fraction. Dates only in the three forms of RFC 9110, the last of which names no zone: UTC. */
const seconds = /^\d+(\.\d+)?$/
const httpDate = /^[A-Z][a-z]+, .* GMT$/
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

const secondsFrom = (value: string, now: number): Option.Option<number> => {
  if (seconds.test(value)) return Option.some(Number(value))
  const isAsctime = asctimeDate.test(value)
  if (!isAsctime && !httpDate.test(value)) return Option.none()
  // `DateTime.make` does not read "GMT" as a time zone and would append its own.
  return Option.map(
    DateTime.make(isAsctime ? `${value} +0000` : value.replace("GMT", "+0000")),
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

const classOf = (status: number) => {
  switch (status) {
    case 429:
      return ProviderRateLimited
    // 522 and 524 are Cloudflare's: the origin did not accept the connection, or did not answer, in time.
    case 408:
    case 504:
    case 522:
    case 524:
      return ProviderTimeout
    // The provider refuses our key, our plan or our address, which the caller cannot change.
    case 401:
    case 402:
    case 403:
      return ProviderUnavailable
    default:
      return status >= 500 && status < 600 ? ProviderUnavailable : ProviderBadResponse
  }
}

/** Whether a status comes from a gateway and is likely to be gone with the next call. */
export const isTransient = (status: number): boolean => status === 502 || status === 503 || status === 504

/** The error of a status, with the time that the provider named. */
export const statusError = (
  provider: ProviderSlug,
  reply: { readonly status: number; readonly headers: Readonly<Record<string, string | undefined>> }
): Effect.Effect<ProviderError> =>
  Effect.map(retryAfter(reply.headers), (named) => {
    const StatusError = classOf(reply.status)
    return new StatusError({
      provider,
      reason: `status ${reply.status}`,
      ...(Option.isSome(named) ? { retryAfter: named.value } : {})
    })
  })
