/**
 * One deadline over everything that an operation waits for: connection, headers, body, redirect, retry, and the
 * operations that it starts in turn.
 */
import { Clock, Context, Duration, Effect } from "effect"
import * as TimeLimit from "../TimeLimit.ts"

/** The instant at which the operation in progress gives up, in milliseconds of the `Clock`. Never by default. */
export class Deadline extends Context.Reference<Deadline>()("almanac/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** Gives `effect` a deadline, but for the nearer one that it may already have from an operation around it. */
export const within =
  (duration: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const inherited = yield* Deadline
      const now = yield* Clock.currentTimeMillis
      const own = now + Duration.toMillis(duration)
      return yield* Effect.provideService(effect, Deadline, Math.min(inherited, own))
    })

/** What is left until the deadline; zero when it has passed. */
export const remaining: Effect.Effect<Duration.Duration> = Effect.gen(function* () {
  const deadline = yield* Deadline
  const now = yield* Clock.currentTimeMillis
  return Duration.millis(Math.max(0, deadline - now))
})

/** Cuts `effect` at the deadline. */
export const enforce =
  <E2>(onTimeout: () => E2) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(remaining, (duration) => TimeLimit.cut({ duration, onTimeout })(effect))
