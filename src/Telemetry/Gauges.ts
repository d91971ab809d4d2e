/**
 * Gauges that are sampled, because no event changes them.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

const interval = Duration.seconds(5)

/** Runs the samplers now and every five seconds, until the scope ends. */
export const sample = <R>(samplers: ReadonlyArray<Effect.Effect<void, never, R>>) =>
  Effect.all(samplers, { discard: true }).pipe(Effect.repeat(Schedule.spaced(interval)), Effect.forkScoped)
