/**
 * The time of the fibre's clock, which a test sets. `Clock.currentTimeMillis` costs several steps of the runtime; these
 * take one, for the paths that every call takes.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"

/** A clock that code outside of effects reads. */
export interface ClockReader {
  /** Unix milliseconds. */
  readonly millis: () => number
  /** Nanoseconds since an arbitrary moment, for durations. */
  readonly nanos: () => bigint
}

/** The clock of a fibre. */
export const clockOf = ({ currentDefaultServices }: Fiber.RuntimeFiber<unknown, unknown>): Clock.Clock =>
  Context.get(currentDefaultServices, Clock.Clock)

/** Continues with the present moment, in Unix milliseconds. */
export const withNow = <A, E, R>(use: (millis: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => use(clockOf(fiber).unsafeCurrentTimeMillis()))

/**
 * Continues with whole milliseconds since an arbitrary moment, for what lasts so long in this process: they go on evenly where the
 * system's time is set. (They may stand still while the machine sleeps.)
 */
export const withMonotonic = <A, E, R>(
  use: (millis: number) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => use(Number(clockOf(fiber).unsafeCurrentTimeNanos() / 1_000_000n)))

/** Continues with the fibre's clock, for effects that end in a callback. */
export const withClock = <A, E, R>(
  use: (clock: ClockReader) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const clock = clockOf(fiber)
    return use({
      millis: () => clock.unsafeCurrentTimeMillis(),
      nanos: () => clock.unsafeCurrentTimeNanos()
    })
  })

/** The clock of the fibre that runs this, for code outside of fibres. */
export const clockReader: Effect.Effect<ClockReader> = withClock(Effect.succeed)

/**
 * Today (UTC) as `YYYY-MM-DD`, by the clock of the fibre that calls it, or by the system's clock outside of fibres. It
 * is a function and not an effect because schemas call it: one effectful rule makes a schema decode everything in
 * effects, at many times the cost.
 */
export const today = (): string => {
  const services = Option.match(Fiber.getCurrentFiber(), {
    onNone: () => DefaultServices.liveServices,
    onSome: ({ currentDefaultServices }) => currentDefaultServices
  })
  return new Date(Context.get(services, Clock.Clock).unsafeCurrentTimeMillis()).toISOString().slice(0, 10)
}
