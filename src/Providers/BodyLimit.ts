/**
 * Reads the body of a reply: at most 4 MiB, whole, and in UTF-8, the one encoding of JSON (RFC 8259, 8.1).
 */
import type { Headers, HttpClientError, HttpClientResponse } from "@effect/platform"
import { Chunk, Effect, Either, Option, Stream } from "effect"
import * as PooledClient from "../PooledClient.ts"
import type { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { ProviderBadResponse, type ProviderError, ProviderUnavailable } from "./ProviderError.ts"
import { transportError } from "./TransportError.ts"

/** In bytes. */
export const bodyLimit = 4 * 1024 * 1024

const decode = (bytes: Uint8Array): Either.Either<string, unknown> =>
  Either.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))

/** The bytes that the provider announced; unknown (`NaN`) where it did not, or where they were packed. */
const declaredLength = (headers: Headers.Headers): number =>
  headers["content-encoding"] === undefined ? Number(headers["content-length"] ?? Number.NaN) : Number.NaN

/** The client's word for a reply without a body, a 204 say. */
const isEmptyBody = (failure: HttpClientError.HttpClientError): boolean =>
  failure._tag === "ResponseError" && failure.reason === "EmptyBody"

const download = (
  provider: ProviderSlug,
  response: HttpClientResponse.HttpClientResponse,
  tooLong: () => ProviderBadResponse
): Effect.Effect<Buffer, ProviderError> =>
  response.stream.pipe(
    Stream.catchAll((failure) =>
      isEmptyBody(failure) ? Stream.empty : Stream.fail(transportError(provider, failure))
    ),
    Stream.mapAccumEffect(0, (before, part: Uint8Array) => {
      const size = before + part.byteLength
      return size > bodyLimit ? tooLong() : Effect.succeed([size, part] as const)
    }),
    Stream.runCollect,
    Effect.map((parts) => Buffer.concat(Chunk.toReadonlyArray(parts)))
  )

/** The text of the body, "" when there is none. The download stops as soon as it is known to be too long. */
export const readText = (
  provider: ProviderSlug,
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<string, ProviderError> =>
  Effect.gen(function* () {
    const tooLong = () => new ProviderBadResponse({ provider, reason: "body over the limit" })
    const declared = declaredLength(response.headers)
    if (declared > bodyLimit) return yield* tooLong()

    const bytes = yield* Option.match(PooledClient.bytesOf(response), {
      onSome: (whole) => (whole.byteLength > bodyLimit ? tooLong() : Effect.succeed(whole)),
      onNone: () => download(provider, response, tooLong)
    })
    // A connection that breaks before the stream is opened looks like an empty body, and an empty body can be
    // an answer ("no holidays"). What the provider declared settles it.
    if (bytes.byteLength < declared)
      return yield* new ProviderUnavailable({ provider, reason: "connection lost" })

    return yield* Either.mapLeft(
      decode(bytes),
      () => new ProviderBadResponse({ provider, reason: "not UTF-8" })
    )
  })
