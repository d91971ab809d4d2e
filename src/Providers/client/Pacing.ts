/**
 * Keeps a minimum time between two calls to a provider that asks for it. Each caller reserves the next free slot and
 * sleeps until it begins.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { ProviderRateLimited } from "../Errors.ts"
import * as Deadline from "./Deadline.ts"
import * as PaceMetrics from "./PaceMetrics.ts"

/** A reserved slot that begins after `wait`; or none, because the next free one would begin only after `wait`. */
export interface Reservation {
  readonly reserved: boolean
  readonly wait: Duration.Duration
}

/**
 * Reserves the next free slot of a key in one atomic step, for all processes that share the pace. Slots of a key are
 * `interval` apart. A slot further away than `longestWait` is not reserved.
 *
 * A slot cannot be given back, since the callers behind already know their own slots. The slot of an interrupted caller
 * lapses: it costs the provider nothing and the next caller at most one interval.
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

/** A pace in the memory of one process, by the monotonic clock: the system's clock may be set back. */
export const layerMemory = Layer.sync(Pace, () => {
  /** When the next free slot of a key begins, in milliseconds of the clock. */
  const free = new Map<string, number>()
  return Pace.of({
    take: (key, interval, longestWait) =>
      Effect.map(Clock.currentTimeNanos, (nanos) => {
        const now = Number(nanos / 1_000_000n)
        const begins = Math.max(now, free.get(key) ?? now)
        const wait = Duration.millis(begins - now)
        const reserved = Duration.lessThanOrEqualTo(wait, longestWait)
        if (reserved) free.set(key, begins + Duration.toMillis(interval))
        return { reserved, wait }
      })
  })
})

/** The longest wait for a slot, in intervals. A longer one is refused at once, without a call. */
const longestWait = 2

/** The reason of a call that pacing did not send. It says nothing about the provider and does not count against it. */
export const pacedOut = "held back by the pace"

/**
 * Waits for the provider's next slot. When that is too far away or beyond the deadline, it fails at once and names the
 * time until a slot is free. With an interval of zero there is no pace. `queueing` is told when calls wait, and for how
 * many milliseconds the last of them does.
 */
export const keep = (
  pace: Context.Tag.Service<Pace>,
  provider: ProviderSlug,
  interval: Duration.Duration,
  queueing: (millis: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<void, ProviderRateLimited> => {
  if (Duration.toMillis(interval) === 0) return Effect.void
  PaceMetrics.register(provider)
  return Effect.gen(function* () {
    const bound = Duration.min(Duration.times(interval, longestWait), yield* Deadline.remaining)
    const { reserved, wait } = yield* pace.take(provider, interval, bound)
    // The slot before the first free one belongs to the last call that waits.
    const queue = Duration.toMillis(wait) - (reserved ? 0 : Duration.toMillis(interval))
    if (queue > 0) yield* queueing(queue)
    if (!reserved) {
      yield* PaceMetrics.refused(provider)
      const retryAfter = Math.max(1, Math.ceil(Duration.toSeconds(wait)))
      return yield* new ProviderRateLimited({ provider, reason: pacedOut, retryAfter })
    }
    PaceMetrics.waits(provider, wait)
    // A timer of 0 ms takes a millisecond.
    if (Duration.toMillis(wait) > 0) yield* PaceMetrics.queued(provider)(Effect.sleep(wait))
  })
}
