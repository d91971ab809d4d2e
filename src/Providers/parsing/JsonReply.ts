/**
 * Decodes the text of a reply into the provider's raw record.
 */
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { ProviderBadResponse } from "../Errors.ts"

/** Why a text is not JSON. */
const notJson = (text: string): string => {
  if (text.trim() === "") return "empty body"
  return text.trimStart().startsWith("<") ? "HTML" : "not JSON"
}

/** Parses a body and decodes it by the root schema of the reply. The error never contains the provider's text. */
export const decodeJson =
  <A, I>(provider: ProviderSlug, schema: Schema.Schema<A, I>) =>
  (reply: { readonly text: string }): Effect.Effect<A, ProviderBadResponse> =>
    Either.try((): unknown => JSON.parse(reply.text)).pipe(
      Either.mapLeft(() => notJson(reply.text)),
      Either.flatMap((json) => Either.mapLeft(Schema.decodeUnknownEither(schema)(json), () => "wrong shape")),
      Either.mapLeft((reason) => new ProviderBadResponse({ provider, reason }))
    )
