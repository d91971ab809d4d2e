/**
 * Updates of metrics on the paths that every call takes. As effects they would cost several steps of the runtime each.
 */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Metric from "effect/Metric"
import { onEnd } from "../Runtime/Bracket.ts"
import { withClock } from "../Runtime/Clock.ts"

/** Updates a metric at once: adds to a counter, sets a gauge, observes in a histogram. Call it inside an effect. */
export const record = <Type, In, Out>(metric: Metric.Metric<Type, In, Out>, value: In): void =>
  metric.unsafeUpdate(value, [])

/** Calls back with the seconds that an effect took, and how it ended. */
export const measured =
  <A, E>(end: (seconds: number, exit: Exit.Exit<A, E>) => void) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    withClock((clock) => {
      const start = clock.nanos()
      return onEnd<A, E>((exit) => end(Number(clock.nanos() - start) / 1e9, exit))(effect)
    })
