/**
 * Names of spans' attributes. Those without our prefix are OpenTelemetry's semantic conventions, version 1.38.0, stable
 * (https://opentelemetry.io/docs/specs/semconv/http/http-spans/). The URL of a request is never told: there may be
 * queries, keys and a document's name in it.
 */

export const requestMethod = "http.request.method"
export const resendCount = "http.request.resend_count"
export const statusCode = "http.response.status_code"
export const route = "http.route"
export const serverAddress = "server.address"
export const serverPort = "server.port"
export const urlScheme = "url.scheme"
/** An error's tag or code. */
export const errorType = "error.type"

/** Names the call in the log, the ledger and the answer. */
export const requestId = "almanac.request_id"
/** The call whose answer this one gets: it was bought before, or is being bought. */
export const originalRequestId = "almanac.original.request_id"
/** The capability's id. */
export const capability = "almanac.capability"
/** How the call ended: as in the log. */
export const outcome = "almanac.outcome"
/** The hash of a payment's key: the same in all calls and looks that are about it, and of no use to anybody else. */
export const paymentId = "almanac.payment.id"
/** Whether the record was in the cache. */
export const cacheHit = "almanac.cache.hit"
/** Where an operation's circuit stood: `closed`, `half-open`, `open`. */
export const circuitState = "almanac.circuit.state"

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 }

/** Where a request goes, as much of it as may be told. */
export const server = (url: URL) => ({
  [serverAddress]: url.hostname,
  [serverPort]: url.port === "" ? (defaultPorts[url.protocol] ?? 0) : Number(url.port)
})
