/**
 * A provider's operation as a whole: what its span shows, and where its outcome is judged. A circuit belongs
 * here, since it has to see shape errors and refusals as well as statuses.
 */
import { type Duration, Effect, Either } from "effect"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { annotate, span } from "../../Telemetry/Span.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"
import * as Deadline from "./Deadline.ts"

/** A refused query is the provider's answer: it neither marks the span as failed nor counts against the provider. */
const judge = <A, E extends ProviderError | QueryRefused>(
  outcome: Either.Either<A, E>
): Effect.Effect<Either.Either<A, E>, E> =>
  Either.isLeft(outcome) && outcome.left._tag !== "QueryRefused"
    ? Effect.zipRight(annotate({ [Attributes.errorType]: outcome.left._tag }), Effect.fail(outcome.left))
    : Effect.succeed(outcome)

/** Gives an effect the span, and the deadline, of an operation. */
export const asOperation =
  (name: string, deadline: Duration.Duration) =>
  <A, E extends ProviderError | QueryRefused>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    effect.pipe(Deadline.within(deadline), Effect.either, Effect.flatMap(judge), span(name), Effect.flatten)
