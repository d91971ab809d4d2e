/**
 * One deadline over everything that an operation waits for: connection, headers, body, redirect, retry, and the
 * operations that it starts in turn.
 */
import { Context, Duration, Effect, type Fiber } from "effect"
import { clockOf } from "../../Runtime/Clock.ts"
import * as TimeLimit from "../../Runtime/TimeLimit.ts"

/** The instant at which the operation in progress gives up, in milliseconds of the `Clock`. Never by default. */
export class Deadline extends Context.Reference<Deadline>()("almanac/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** What is left of a fibre's deadline; zero when it has passed. */
const leftOf = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Duration.Duration =>
  Duration.millis(
    Math.max(0, Context.get(fiber.currentContext, Deadline) - clockOf(fiber).unsafeCurrentTimeMillis())
  )

/** Gives `effect` a deadline, but for the nearer one that it may already have from an operation around it. */
export const within =
  (duration: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const inherited = Context.get(fiber.currentContext, Deadline)
      const own = clockOf(fiber).unsafeCurrentTimeMillis() + Duration.toMillis(duration)
      return Effect.provideService(effect, Deadline, Math.min(inherited, own))
    })

/** What is left until the deadline; zero when it has passed. */
export const remaining: Effect.Effect<Duration.Duration> = Effect.withFiberRuntime((fiber) =>
  Effect.succeed(leftOf(fiber))
)

/** Cuts `effect` at the deadline. */
export const enforce =
  <E2>(onTimeout: () => E2) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.withFiberRuntime<A, E | E2, R>((fiber) =>
      TimeLimit.cut({ duration: leftOf(fiber), onTimeout })(effect)
    )
