/**
 * The least time between two calls to a provider that asks for it, kept by reserving slots: each caller takes the
 * next free one and sleeps until it comes.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { ProviderRateLimited } from "../Errors.ts"
import * as Deadline from "./Deadline.ts"
import * as PaceMetrics from "./PaceMetrics.ts"

/** A slot that is the caller's, `wait` from now; or none reserved, because it would have been `wait` away. */
export interface Reservation {
  readonly reserved: boolean
  readonly wait: Duration.Duration
}

/**
 * Takes the next free slot under a key in one atomic step, over all that share the pace. Slots of a key are
 * `interval` apart; one further away than `longestWait` is not reserved.
 *
 * A slot cannot be given back: whoever is interrupted while waiting lets it lapse, since those behind already know
 * their own. It costs the provider nothing and the next caller one interval at most.
 */
export class Pace extends Context.Tag("almanac/Pace")<
  Pace,
  {
    readonly take: (
      key: string,
      interval: Duration.Duration,
      longestWait: Duration.Duration
    ) => Effect.Effect<Reservation>
  }
>() {}

/** The pace of this process alone. */
export const layerMemory = Layer.sync(Pace, () => {
  /** When the next slot begins, in milliseconds of the clock. */
  const free = new Map<string, number>()
  return Pace.of({
    take: (key, interval, longestWait) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const begins = Math.max(now, free.get(key) ?? now)
        const wait = Duration.millis(begins - now)
        const reserved = Duration.lessThanOrEqualTo(wait, longestWait)
        if (reserved) free.set(key, begins + Duration.toMillis(interval))
        return { reserved, wait }
      })
  })
})

/** A slot further away than this many intervals is not waited for. Source: decisions, news.search. */
const longestWait = 2

/**
 * The reason of a call that the pace held back: nothing went out, so it says nothing about the provider and does not
 * count against it.
 */
export const pacedOut = "held back by the pace"

/**
 * Waits for the provider's next slot. When that is too far away, or beyond the deadline, it fails at once with the
 * time after which there will be one.
 */
export const keep = (
  pace: Context.Tag.Service<Pace>,
  provider: ProviderSlug,
  interval: Duration.Duration
): Effect.Effect<void, ProviderRateLimited> => {
  PaceMetrics.register(provider)
  return Effect.gen(function* () {
    const bound = Duration.min(Duration.times(interval, longestWait), yield* Deadline.remaining)
    const { reserved, wait } = yield* pace.take(provider, interval, bound)
    if (!reserved) {
      yield* PaceMetrics.refused(provider)
      const retryAfter = Math.max(1, Math.ceil(Duration.toSeconds(wait)))
      return yield* new ProviderRateLimited({ provider, reason: pacedOut, retryAfter })
    }
    PaceMetrics.waits(provider, wait)
    // A timer takes a millisecond, also for none.
    if (Duration.toMillis(wait) > 0) yield* PaceMetrics.queued(provider)(Effect.sleep(wait))
  })
}
