/**
 * What the span and the log say when a fallback answers for its primary: providers and kinds of errors, no texts.
 */
import { Effect, Option } from "effect"
import type { ProviderError } from "../Providers/ProviderError.ts"

/** The fallback is asked, because the primary failed or, without an error, had nothing. */
export const primaryFailed = (error: Option.Option<ProviderError>): Effect.Effect<void> =>
  Effect.zipRight(
    Effect.annotateCurrentSpan("almanac.fallback", true),
    Option.match(error, {
      onNone: () => Effect.void,
      onSome: ({ _tag, provider, reason }) =>
        Effect.zipRight(
          Effect.annotateCurrentSpan("almanac.primary.error", _tag),
          Effect.logWarning("a provider failed, its fallback is asked", { provider, error: _tag, reason })
        )
    })
  )

/** The fallback failed as well. */
export const fallbackFailed = ({ _tag }: ProviderError): Effect.Effect<void> =>
  Effect.annotateCurrentSpan("almanac.fallback.error", _tag)
