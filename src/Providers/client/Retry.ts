/**
 * Retries a failed attempt once.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Deadline from "./Deadline.ts"
import type { ExchangeFailed } from "./Exchange.ts"

/** In milliseconds. The jitter spreads callers that failed at the same time. */
const shortestDelay = 100
const longestDelay = 300

/** The longest time to wait for a provider that names one, in milliseconds. */
const longestWait = 2000

/** The share of the whole deadline that must be left for a second attempt. */
const leastShare = 1 / 4

/**
 * The delay before the second attempt. None when the failure is not transient, or too little of the deadline would be
 * left. The delay is never shorter than a time that the provider named.
 */
const retryDelay = (
  failure: ExchangeFailed,
  whole: Duration.Duration
): Effect.Effect<Option.Option<Duration.Duration>> =>
  Effect.gen(function* () {
    if (!failure.transient) return Option.none()
    const jitter = yield* Random.nextIntBetween(shortestDelay, longestDelay + 1)
    const delay = Math.max(jitter, (failure.error.retryAfter ?? 0) * 1000)
    const left = Duration.toMillis(yield* Deadline.remaining) - delay
    const worthwhile = delay <= longestWait && left >= leastShare * Duration.toMillis(whole)
    return worthwhile ? Option.some(Duration.millis(delay)) : Option.none()
  })

/** Retries a failed attempt once, when that is worth it. */
export const retryOnce =
  (whole: Duration.Duration) =>
  <A>(attempt: Effect.Effect<A, ExchangeFailed>): Effect.Effect<A, ExchangeFailed> =>
    Effect.catchAll(attempt, (failure) =>
      Effect.flatMap(
        retryDelay(failure, whole),
        Option.match({
          onNone: () => Effect.fail(failure),
          onSome: (delay) => Effect.delay(attempt, delay)
        })
      )
    )
