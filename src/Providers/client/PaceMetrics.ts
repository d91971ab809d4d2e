/**
 * Metrics of the wait for a provider's next slot.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { durations } from "../../Telemetry/Buckets.ts"
import * as Labelled from "../../Telemetry/Labelled.ts"
import { record } from "../../Telemetry/Measure.ts"

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

/** Records how long a call has to wait for its slot. Call it inside an effect. */
export const waits = (provider: ProviderSlug, time: Duration.Duration): void =>
  record(wait(provider), Duration.toSeconds(time))

/** Shows both before the first call waits, or is refused. */
export const register = (provider: ProviderSlug): void => {
  record(queue(provider), 0)
  record(refusals(provider), 0)
}

/** Counts a call as waiting while the effect runs. */
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
