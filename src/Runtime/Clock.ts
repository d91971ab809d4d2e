/**
 * The time of the fibre's clock, which a test sets, in one step of the runtime: on the paths that every call takes.
 */
import { Clock, Context, Effect, type Fiber } from "effect"

/** The clock that a fibre goes by. */
export const clockOf = ({ currentDefaultServices }: Fiber.RuntimeFiber<unknown, unknown>): Clock.Clock =>
  Context.get(currentDefaultServices, Clock.Clock)

/** Goes on at the present moment, in Unix milliseconds. */
export const withNow = <A, E, R>(use: (millis: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => use(clockOf(fiber).unsafeCurrentTimeMillis()))

/** The clock of the fibre that runs this, for code outside of fibres: Unix milliseconds, and nanoseconds. */
export const clockReader = Effect.map(Effect.clock, (clock) => ({
  millis: () => clock.unsafeCurrentTimeMillis(),
  nanos: () => clock.unsafeCurrentTimeNanos()
}))
