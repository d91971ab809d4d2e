/**
 * Gauges that are sampled, because no event changes them.
 */
import { Duration, Effect, Schedule } from "effect"

const interval = Duration.seconds(5)

/** Runs the samplers now and every five seconds, until the scope ends. */
export const sample = <R>(samplers: ReadonlyArray<Effect.Effect<void, never, R>>) =>
  Effect.all(samplers, { discard: true }).pipe(Effect.repeat(Schedule.spaced(interval)), Effect.forkScoped)
