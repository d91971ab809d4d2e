/**
 * The headers that every answer has, whatever its status. Source: decisions, HTTP surface.
 */
import { generateHex } from "../Runtime/RandomId.ts"

/** A browser may call from anywhere, and read what a buyer needs. */
const cors = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Request-Id, Retry-After, Age, Cache-Status, Content-Digest, " +
    "X-Sources-Failed, X-Coverage, X-Sandbox"
} as const

/** The answer to a preflight. `Access-Control-Expose-Headers` is no slip: the stock buyer sends it as a request header. */
export const preflight = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers":
    "Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, X-Request-Id, Idempotency-Key, Prefer, traceparent, " +
    "Access-Control-Expose-Headers",
  "access-control-max-age": "7200"
} as const

/** The headers of every answer. */
export const answerHeaders = (sandbox: boolean, requestId: string) => ({
  ...cors,
  ...(sandbox ? { "x-sandbox": "true" } : {}),
  "x-request-id": requestId
})

/** A client's request id that we take over. */
const acceptable = /^[A-Za-z0-9._-]{1,128}$/

/** The id of a request: the client's own (its header `x-request-id`) when it may be used, else a new one. */
export const requestId = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && acceptable.test(header) ? header : `req_${generateHex()}`
