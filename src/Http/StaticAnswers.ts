/**
 * Answers that are known without any work: that the process is alive, what a capability costs, that there is no place
 * for a sale, how the providers are, and documents that have been made. They are sent without a fibre, which would cost
 * several times as much, and without a span. Byte for byte they equal the answers of the Api's own server.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import { challengeMembers, describe, type Failure, type PaymentMissing } from "../Api/Failure.ts"
import { liveness } from "../Api/Health.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Pauses } from "../Pauses.ts"
import { type Challenge, Challenges } from "../Payment/challenge/Challenge.ts"
import * as PaymentHeader from "../Payment/request/PaymentHeader.ts"
import { ProviderAvailability } from "../ProviderAvailability.ts"
import { encodeHeader } from "../Resources/X402.ts"
import { clockReader } from "../Runtime/Clock.ts"
import { lazy } from "../Runtime/Lazy.ts"
import { Settings } from "../Settings.ts"
import { AccessLog } from "../Telemetry/AccessLog.ts"
import * as Call from "../Telemetry/Call.ts"
import * as DirectLog from "../Telemetry/DirectLog.ts"
import { commonHeaders, requestIdHeader } from "./CommonHeaders.ts"
import type * as Document from "./documents/Document.ts"
import { Documents, requestOf } from "./documents/Documents.ts"
import { errorLink } from "./documents/Paths.ts"
import { AdmissionControl, noPlace } from "./limits/AdmissionControl.ts"
import { requestId } from "./RequestPipeline.ts"
import { arrivalOf } from "./RequestTurns.ts"
import * as Responses from "./Responses.ts"

/** An answer: a response of the platform would only be built and taken apart again. */
interface Answer {
  readonly status: number
  /** Its own headers, names and values by turns: the form that node writes fastest. */
  readonly headers: ReadonlyArray<string>
  /** Text goes out with the headers in one piece. */
  readonly body: string | ReadonlyArray<Buffer>
}

/** The response to a failure. */
const failed = (failure: Failure, requestId: string): Answer => {
  const { body, headers, status } = Responses.failed(failure, requestId)
  return {
    status,
    headers: Object.entries(headers).flat(),
    body: body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""
  }
}

const json = ["content-type", "application/json", "content-length"]

/** The 402 of a call without payment. Only the request id, which is always ASCII, differs from call to call. */
const unpaid = (failure: PaymentMissing) => {
  const error = JSON.stringify({ code: failure._tag, ...describe(failure) })
  const members = JSON.stringify(challengeMembers(failure.challenge)).slice(1)
  const [head, tail] = [`{"error":${error},"meta":{"requestId":"`, `"},${members}`]
  const length = Buffer.byteLength(head + tail)
  const headers = [
    "cache-control",
    "no-store",
    "link",
    errorLink(failure._tag),
    "payment-required",
    encodeHeader(failure.challenge),
    ...json
  ]
  return (requestId: string): Answer => ({
    status: 402,
    headers: [...headers, String(length + requestId.length)],
    body: head + requestId + tail
  })
}

/** The two refusals of a capability's calls without payment: made once, when they are first needed. */
const unpaidOf = (challenge: Challenge) => ({
  facts: challenge.offer.facts,
  missing: lazy(() => unpaid(challenge.missing)),
  outdated: lazy(() => unpaid(challenge.outdated))
})

/** ASCII that is true of one moment. */
const momentary = (body: string): Answer => ({
  status: 200,
  headers: ["cache-control", "no-store", ...json, String(body.length)],
  body
})

const document = ({ content, headers, status }: Document.Answer): Answer => {
  const own = Object.entries(headers).flat()
  return content === undefined
    ? { status, headers: own, body: "" }
    : {
        status,
        headers: [...own, "content-type", content.type, "content-length", String(content.length)],
        body: content.chunks
      }
}

const send = (response: ServerResponse, { body, headers, status }: Answer, more: ReadonlyArray<string>) => {
  response.writeHead(status, [...headers, ...more])
  if (typeof body === "string") {
    response.end(body)
    return
  }
  response.cork()
  for (const chunk of body) response.write(chunk)
  response.end()
}

/** Answers what is known without any work; false for a request for which there is no answer. */
export const make = Effect.gen(function* () {
  const accessLog = yield* AccessLog
  const admission = yield* AdmissionControl
  const availability = yield* ProviderAvailability
  const challenges = yield* Challenges
  const documents = yield* Documents
  const lifecycle = yield* Lifecycle
  const pauses = yield* Pauses
  const { sandbox } = yield* Settings
  const clock = yield* clockReader
  const log = yield* DirectLog.make
  const common = Object.entries(commonHeaders(sandbox)).flat()
  const unpaidByPath = new Map([...challenges.byPath].map(([path, one]) => [path, unpaidOf(one)]))

  /** That there is no place for a call of a paid endpoint; `undefined` for another path. */
  const withoutPlace = (path: string, call: Call.Call): Answer | undefined => {
    const challenge = challenges.byPath.get(path)
    if (challenge === undefined) return undefined
    call.capability = challenge.offer.facts.id
    call.outcome = noPlace._tag
    return failed(noPlace, call.id)
  }

  /** The 402 of a call of a paid endpoint that has no payment. */
  const withoutPayment = ({ headers, url = "" }: IncomingMessage, call: Call.Call): Answer | undefined => {
    const sold = unpaidByPath.get(url)
    // The paywall has quotes, and the answer of what is paused.
    if (
      sold === undefined ||
      headers["prefer"] !== undefined ||
      pauses.ofCapability(sold.facts) !== undefined
    )
      return undefined
    call.capability = sold.facts.id
    call.outcome = "PAYMENT_REQUIRED"
    return (headers["x-payment"] === undefined ? sold.missing : sold.outdated)()(call.id)
  }

  /** That the process is alive, how the providers are, or a document that was asked for before. */
  const free = (method: string, url: string, request: IncomingMessage, call: Call.Call) => {
    if (method === "GET" && url === "/health")
      return momentary(JSON.stringify(liveness(lifecycle.started, clock.millis())))
    if (method === "GET" && url === "/v1/status")
      return momentary(Responses.statusText(availability.status(clock.millis()), call.id))
    const ready = documents.get(url)?.ready(requestOf(request.headers, call.id))
    return ready === undefined ? undefined : document(ready)
  }

  /** Gives what `find` finds for a request of a route, and writes its log line. */
  const give = (
    request: IncomingMessage,
    response: ServerResponse,
    route: string,
    find: (call: Call.Call) => Answer | undefined
  ): boolean => {
    if (lifecycle.isDraining()) return false
    const call = Call.make(requestId(request.headers[requestIdHeader]), arrivalOf(request, clock))
    const answer = find(call)
    if (answer === undefined) return false
    send(response, answer, [...common, requestIdHeader, call.id])
    const { method = "" } = request
    const entry = accessLog.end(call, { method, target: { route }, status: answer.status }, clock.nanos())
    if (entry !== undefined) log(...entry)
    return true
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = "", url = "" } = request
    const hasPayment = PaymentHeader.of(request) !== undefined
    if (hasPayment && !admission.isFull()) return false
    return give(request, response, url, (call) => {
      if (method === "POST") return hasPayment ? withoutPlace(url, call) : withoutPayment(request, call)
      return method === "GET" || method === "HEAD" ? free(method, url, request, call) : undefined
    })
  }
})
