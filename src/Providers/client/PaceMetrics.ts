/**
 * What is measured of the wait for a provider's next slot.
 */
import { Duration, Effect, Metric } from "effect"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { durations } from "../../Telemetry/Buckets.ts"
import * as Labelled from "../../Telemetry/Labelled.ts"

const queue = Labelled.gauge("almanac_pace_queue", "Calls that wait for their slot", "provider")
const wait = Labelled.histogram(
  "almanac_pace_wait_seconds",
  "How long a call has to wait for its slot",
  durations,
  "provider"
)
const refusals = Labelled.counter(
  "almanac_pace_refused_total",
  "Calls that were not made, because their slot was too far away",
  "provider"
)

/** Notes how long a call has to wait. Unsafe. */
export const waits = (provider: ProviderSlug, time: Duration.Duration): void =>
  wait(provider).unsafeUpdate(Duration.toSeconds(time), [])

/** Shows a queue of which nothing else has told yet. Unsafe. */
export const present = (provider: ProviderSlug): void => queue(provider).unsafeModify(0, [])

/** Shows a call as waiting while the effect runs. */
export const queued =
  (provider: ProviderSlug) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Metric.incrementBy(queue(provider), 1),
      () => effect,
      () => Metric.incrementBy(queue(provider), -1)
    )

/** Counts a call that was not made. */
export const refused = (provider: ProviderSlug) => Metric.increment(refusals(provider))
