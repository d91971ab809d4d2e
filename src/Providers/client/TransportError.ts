/**
 * The errors of calls without a whole reply.
 */
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as Predicate from "effect/Predicate"
import { UnpackError } from "../../Http/client/Unpack.ts"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import {
  bodyTooLong,
  ProviderBadResponse,
  type ProviderError,
  ProviderTimeout,
  ProviderUnavailable
} from "../Errors.ts"

/** Errors by the codes of Node and undici, or by the name of an error without a code. The first match wins. */
const meanings = [
  [/^ECONNREFUSED$/, ProviderUnavailable, "connection refused"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, ProviderUnavailable, "host not found"],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    ProviderUnavailable,
    "connection lost"
  ],
  [/TIMEOUT|^ETIMEDOUT$/, ProviderTimeout, "connection timed out"],
  [/^(HPE_.*|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)$/, ProviderBadResponse, "malformed HTTP"],
  [/TLS|SSL|CERT|SIGNATURE|^EPROTO$/, ProviderUnavailable, "TLS failure"]
] as const

/** Bodies that came whole and cannot be unpacked: the provider's mistake, as a body that is no JSON. */
const packings = {
  broken: "broken packing",
  cut: "packing cut short",
  long: bodyTooLong,
  unknown: "unknown packing"
} as const

const codeOf = (cause: unknown): string => {
  if (Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)) return cause.code
  return cause instanceof Error ? cause.name : ""
}

/**
 * The error for a failure of the HTTP client. It keeps nothing of the client's own error, which has the URL with its
 * query and keys.
 */
export const transportError = (
  provider: ProviderSlug,
  failure: HttpClientError.HttpClientError
): ProviderError => {
  const { cause } = failure
  if (cause instanceof UnpackError)
    return new ProviderBadResponse({ provider, reason: packings[cause.reason] })
  const code = codeOf(cause)
  for (const [pattern, TransportError, reason] of meanings) {
    if (pattern.test(code)) return new TransportError({ provider, reason })
  }
  return new ProviderUnavailable({ provider, reason: "connection failed" })
}
