/**
 * Spans of what is asked of a database. Where tracing is off they cost nothing.
 */
import * as Effect from "effect/Effect"
import { withTracing } from "../Runtime/Fibers.ts"

/** Runs an effect in a span of the database client's, without the caller's stack trace. */
export const inSpan = <A, E>(
  name: string,
  attributes: () => Readonly<Record<string, unknown>>,
  asked: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  withTracing((isTracing) =>
    isTracing
      ? Effect.withSpan(asked, name, { kind: "client", captureStackTrace: false, attributes: attributes() })
      : asked
  )
