/**
 * The headers of every response, whatever its status and whichever way it goes out. The request id is added by a
 * function of its own, so that the other headers can be prepared once.
 */

/** A browser may call from anywhere, and read what a buyer needs. */
const cors = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Request-Id, Retry-After, Age, Cache-Status, Content-Digest, " +
    "X-Sources-Failed, X-Coverage, X-Sandbox, Link, Preference-Applied, ETag"
} as const

/** The headers that are the same for every request: all but the request id. */
export const commonHeaders = (sandbox: boolean): Readonly<Record<string, string>> => ({
  ...cors,
  ...(sandbox ? { "x-sandbox": "true" } : {})
})

/** The header that tells the request id. */
export const requestIdHeader = "x-request-id"
