/**
 * One deadline over everything that an operation waits for: connection, headers, body, redirect, retry, and the
 * operations that it starts in turn. An operation has its deadline and its span around all of this.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { withMonotonic } from "../../Runtime/Clock.ts"
import { annotate, span, whereTraced } from "../../Runtime/Span.ts"
import * as TimeLimit from "../../Runtime/TimeLimit.ts"
import * as Attributes from "../../Telemetry/Attributes.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/** When the current operation gives up, in milliseconds of the monotonic clock (`withMonotonic`). Never by default. */
export class Deadline extends Context.Reference<Deadline>()("almanac/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** The time left until the deadline; zero when it has passed. */
export const remaining: Effect.Effect<Duration.Duration> = Effect.flatMap(Deadline, (deadline) =>
  withMonotonic((now) => Effect.succeed(Duration.millis(Math.max(0, deadline - now))))
)

/** Gives `effect` a deadline. An operation around it may have set a nearer one, which then holds. */
export const within =
  (duration: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Deadline, (inherited) =>
      withMonotonic((now) =>
        Effect.provideService(effect, Deadline, Math.min(inherited, now + Duration.toMillis(duration)))
      )
    )

/** Cuts `effect` at the deadline. */
export const enforce =
  <E2>(onTimeout: () => E2) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(remaining, (duration) => TimeLimit.cut({ duration, onTimeout })(effect))

/** A refused query is an answer of the provider, so it does not mark the span as failed. */
const judge = <A, E extends ProviderError | QueryRefused>(
  outcome: Either.Either<A, E>
): Effect.Effect<Either.Either<A, E>, E> =>
  Either.isLeft(outcome) && outcome.left._tag !== "QueryRefused"
    ? Effect.zipRight(annotate({ [Attributes.errorType]: outcome.left._tag }), Effect.fail(outcome.left))
    : Effect.succeed(outcome)

/** Gives an effect the span and the deadline of an operation. */
export const asOperation =
  (name: string, deadline: Duration.Duration) =>
  <A, E extends ProviderError | QueryRefused>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    whereTraced((timed: Effect.Effect<A, E>) =>
      timed.pipe(Effect.either, Effect.flatMap(judge), span(name), Effect.flatten)
    )(within(deadline)(effect))
