/**
 * The headers of every response, whatever its status and whichever way it goes out. This is the place to add one to all:
 * to `commonHeaders`, and to the exposed names where a browser is to read it. `RequestPipeline` (`withCommonHeaders`) puts
 * them on what handlers and failures answer, `StaticAnswers` (`send`) on what is prepared. Only what node's own parser
 * refuses (400, 408, 431 before there is a request) goes out without them. The request id differs from call to call, so
 * both add it beside the others, which are made once.
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
