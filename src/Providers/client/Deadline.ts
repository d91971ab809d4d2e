/**
 * One deadline over everything that an operation waits for: connection, headers, body, redirect, retry, and the
 * operations that it starts in turn.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { withNow } from "../../Runtime/Clock.ts"
import * as TimeLimit from "../../Runtime/TimeLimit.ts"

/** When the current operation gives up, in milliseconds of the `Clock`. Never by default. */
export class Deadline extends Context.Reference<Deadline>()("almanac/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** The time left until the deadline; zero when it has passed. */
export const remaining: Effect.Effect<Duration.Duration> = Effect.flatMap(Deadline, (deadline) =>
  withNow((now) => Effect.succeed(Duration.millis(Math.max(0, deadline - now))))
)

/** Gives `effect` a deadline. An operation around it may have set a nearer one, which then holds. */
export const within =
  (duration: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Deadline, (inherited) =>
      withNow((now) =>
        Effect.provideService(effect, Deadline, Math.min(inherited, now + Duration.toMillis(duration)))
      )
    )

/** Cuts `effect` at the deadline. */
export const enforce =
  <E2>(onTimeout: () => E2) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(remaining, (duration) => TimeLimit.cut({ duration, onTimeout })(effect))
