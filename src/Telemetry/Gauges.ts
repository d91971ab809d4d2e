/**
 * Gauges that are sampled, because no event changes them.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

const interval = Duration.seconds(5)

/** Runs a sampler now and every five seconds. A fault of ours in one sample is logged, and the next one is taken. */
export const repeated = <R>(sampler: Effect.Effect<void, never, R>) =>
  sampler.pipe(
    Effect.catchAllDefect((defect) => Effect.logError("a gauge could not be sampled", Cause.die(defect))),
    Effect.repeat(Schedule.spaced(interval))
  )

/** Runs the samplers now and every five seconds, until the scope ends. */
export const sample = <R>(samplers: ReadonlyArray<Effect.Effect<void, never, R>>) =>
  Effect.forEach(samplers, (sampler) => Effect.forkScoped(repeated(sampler)), { discard: true })
