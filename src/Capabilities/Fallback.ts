/**
 * What the span and the log say when a fallback answers for its primary: providers and kinds of errors, no texts.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ProviderError } from "../Providers/Errors.ts"
import { annotate } from "../Runtime/Span.ts"
import { CurrentCall } from "../Telemetry/Call.ts"

/** The fallback is asked, because the primary failed or, without an error, had nothing. */
export const primaryFailed = (error: Option.Option<ProviderError>): Effect.Effect<void> =>
  Effect.zipRight(
    annotate({ "almanac.fallback": true }),
    Option.match(error, {
      onNone: () => Effect.void,
      onSome: ({ _tag, provider, reason }) =>
        Effect.zipRight(
          annotate({ "almanac.primary.error": _tag }),
          Effect.flatMap(CurrentCall, ({ id }) =>
            Effect.logWarning("a provider failed, its fallback is asked", {
              provider,
              error: _tag,
              reason,
              requestId: id
            })
          )
        )
    })
  )

/** The fallback failed as well. */
export const fallbackFailed = ({ _tag }: ProviderError): Effect.Effect<void> =>
  annotate({ "almanac.fallback.error": _tag })
