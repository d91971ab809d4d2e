/**
 * The span and the deadline around a whole operation of a provider.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { annotate, span } from "../../Telemetry/Span.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"
import * as Deadline from "./Deadline.ts"

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
    effect.pipe(Deadline.within(deadline), Effect.either, Effect.flatMap(judge), span(name), Effect.flatten)
