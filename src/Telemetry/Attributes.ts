/**
 * Names of the attributes of spans. Names without our prefix are from OpenTelemetry's stable semantic conventions,
 * version 1.38.0 (https://opentelemetry.io/docs/specs/semconv/http/http-spans/). No span has the URL of a request,
 * which may contain queries, keys and the name of a document: it has the template of the path.
 */

export const requestMethod = "http.request.method"
export const resendCount = "http.request.resend_count"
export const statusCode = "http.response.status_code"
export const route = "http.route"
const serverAddress = "server.address"
const serverPort = "server.port"
export const urlScheme = "url.scheme"
/** A path with its variable parts named and not filled in: `/works/{doi}`. */
export const urlTemplate = "url.template"
/** An error's tag or code. */
export const errorType = "error.type"

export const queryText = "db.query.text"
export const querySummary = "db.query.summary"
export const operationName = "db.operation.name"
export const collectionName = "db.collection.name"

/** Identifies the call in the log, the ledger and the answer. */
export const requestId = "almanac.request_id"
/** The call that this call gets the answer of: it has bought the answer, or is buying it. */
export const originalRequestId = "almanac.original.request_id"
/** The capability's id. */
export const capability = "almanac.capability"
/** The outcome of the call, as in the log. */
export const outcome = "almanac.outcome"
/** Why the call failed, as in the log. */
export const reason = "almanac.reason"
/** The hash of a payment's key. It links all spans about a payment and reveals nothing about it. */
export const paymentId = "almanac.payment.id"
/** Whether the record was in the cache. */
export const cacheHit = "almanac.cache.hit"
/** The state of an operation's circuit: `closed`, `half-open`, `open`. */
export const circuitState = "almanac.circuit.state"

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 }

/** The attributes of a request's destination. */
export const server = (url: URL) => ({
  [serverAddress]: url.hostname,
  [serverPort]: url.port === "" ? (defaultPorts[url.protocol] ?? 0) : Number(url.port)
})
