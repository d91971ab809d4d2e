/**
 * From the text of a reply to the provider's raw record.
 */
import { type Effect, Either, Schema } from "effect"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { ProviderBadResponse } from "../Errors.ts"

/** Why a text is no JSON, in our words. */
const notJson = (text: string): string => {
  if (text.trim() === "") return "empty body"
  return text.trimStart().startsWith("<") ? "HTML" : "not JSON"
}

/** Parses a body and holds it to the root schema of the provider's reply. Fails with our words, never with its. */
export const decodeJson =
  <A, I>(provider: ProviderSlug, schema: Schema.Schema<A, I>) =>
  (reply: { readonly text: string }): Effect.Effect<A, ProviderBadResponse> =>
    Either.try((): unknown => JSON.parse(reply.text)).pipe(
      Either.mapLeft(() => notJson(reply.text)),
      Either.flatMap((json) => Either.mapLeft(Schema.decodeUnknownEither(schema)(json), () => "wrong shape")),
      Either.mapLeft((reason) => new ProviderBadResponse({ provider, reason }))
    )
