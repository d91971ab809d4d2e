/**
 * When a failed attempt is made once more.
 */
import { Duration, Effect, Option, Random } from "effect"
import * as Deadline from "./Deadline.ts"
import type { AttemptFailed } from "./Exchange.ts"

/** In milliseconds. The jitter keeps the callers that failed together from coming back together. */
const shortestDelay = 100
const longestDelay = 300

/** A provider that wants to be left alone for longer than this, in milliseconds, is not asked again. */
const longestWait = 2000

/** The share of the whole deadline that a second attempt must have left to itself. */
const leastShare = 1 / 4

/**
 * How long to wait before the second attempt; none when there is to be none, because the failure is no passing
 * one or too little of the deadline would be left. A time that the provider named is kept.
 */
const retryDelay = (
  failure: AttemptFailed,
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

/** Makes a failed attempt once more, when that is worth it. */
export const retryOnce =
  (whole: Duration.Duration) =>
  <A>(attempt: Effect.Effect<A, AttemptFailed>): Effect.Effect<A, AttemptFailed> =>
    Effect.catchAll(attempt, (failure) =>
      Effect.flatMap(
        retryDelay(failure, whole),
        Option.match({
          onNone: () => Effect.fail(failure),
          onSome: (delay) => Effect.delay(attempt, delay)
        })
      )
    )
