/**
 * Answers that a client need not fetch twice.
 */
import { createHash } from "node:crypto"
import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"

/** The entity tag of a text. */
export const entityTag = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`

const opaque = (tag: string) => tag.trim().replace(/^W\//, "")

/** The answer, or 304 when the client has this version already (RFC 9110, weak comparison). */
export const unlessKnown = (
  request: HttpServerRequest.HttpServerRequest,
  etag: string,
  answer: () => HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const known = request.headers["if-none-match"] ?? ""
  const isKnown = known.trim() === "*" || known.split(",").some((tag) => opaque(tag) === opaque(etag))
  const headers = { etag, "cache-control": "public, max-age=60" }
  return isKnown
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.setHeaders(answer(), headers)
}
