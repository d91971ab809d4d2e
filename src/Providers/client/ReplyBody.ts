/**
 * The body of a reply: at most 4 MiB, whole, and in UTF-8, the one encoding of JSON (RFC 8259, 8.1). Its JSON is decoded
 * into the provider's raw record.
 */
import type * as Headers from "@effect/platform/Headers"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { bodyTooLong, ProviderBadResponse, type ProviderError, ProviderUnavailable } from "../Errors.ts"
import { transportError } from "./TransportError.ts"

/** In bytes. */
const bodyLimit = 4 * 1024 * 1024

const decode = (bytes: ArrayBuffer): Either.Either<string, unknown> =>
  Either.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))

/** The length that the provider declared, in bytes. `NaN` when there is none, or when the body is compressed. */
const declaredLength = (headers: Headers.Headers): number =>
  headers["content-encoding"] === undefined ? Number(headers["content-length"] ?? Number.NaN) : Number.NaN

/** The text of the body; "" when there is none. `PooledClient` cuts off a longer download. */
export const readText = (
  provider: ProviderSlug,
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<string, ProviderError> =>
  Effect.suspend((): Effect.Effect<string, ProviderError> => {
    const tooLong = () => new ProviderBadResponse({ provider, reason: bodyTooLong })
    const declared = declaredLength(response.headers)
    if (declared > bodyLimit) return tooLong()

    return Effect.matchEffect(response.arrayBuffer, {
      onFailure: (failure) => Effect.fail(transportError(provider, failure)),
      onSuccess: (buffer): Effect.Effect<string, ProviderError> => {
        if (buffer.byteLength > bodyLimit) return tooLong()
        // A connection that breaks before the stream opens looks like an empty body, and an empty body can be an
        // answer ("no holidays"). The declared length tells them apart.
        if (buffer.byteLength < declared)
          return new ProviderUnavailable({ provider, reason: "connection lost" })
        return Either.mapLeft(
          decode(buffer),
          () => new ProviderBadResponse({ provider, reason: "not UTF-8" })
        )
      }
    })
  })

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
