/**
 * Answers that are known without any work: that the process is alive, what a capability costs, and that there is no
 * place for a sale. They are sent without a fibre, which would cost several times as much, and without a span. Byte for
 * byte they equal the answers of the Api's own server.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import type { Failure } from "../Api/Failure.ts"
import { liveness } from "../Api/Health.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { AdmissionControl, overloaded } from "../Payment/AdmissionControl.ts"
import { Challenges, type UnpaidAnswer } from "../Payment/challenge/Challenge.ts"
import * as PaymentHeader from "../Payment/request/PaymentHeader.ts"
import { clockReader } from "../Runtime/Clock.ts"
import { Settings } from "../Settings.ts"
import * as AccessLog from "../Telemetry/AccessLog.ts"
import * as Call from "../Telemetry/Call.ts"
import * as DirectLog from "../Telemetry/DirectLog.ts"
import { commonHeaders, requestIdHeader } from "./CommonHeaders.ts"
import { requestId } from "./RequestPipeline.ts"
import * as Responses from "./Responses.ts"

/** An answer as text: a response of the platform would only be built and taken apart again. */
interface Text {
  readonly status: number
  /** Its own headers, names and values by turns: the form that node writes fastest. */
  readonly headers: ReadonlyArray<string>
  readonly body: string
}

/** The response to a failure. */
const textOf = (failure: Failure, requestId: string): Text => {
  const { body, headers, status } = Responses.failed(failure, requestId)
  return {
    status,
    headers: Object.entries(headers).flat(),
    body: body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""
  }
}

const json = ["content-type", "application/json", "content-length"]

const unpaid = ({ body, header, length }: UnpaidAnswer): Text => ({
  status: 402,
  headers: ["cache-control", "no-store", "payment-required", header, ...json, String(length)],
  body
})

const healthy = (started: number, now: number): Text => {
  const body = JSON.stringify(liveness(started, now))
  return { status: 200, headers: ["cache-control", "no-store", ...json, String(body.length)], body }
}

/** Makes the listener. It returns false for a request that has no static answer. */
export const listener = Effect.gen(function* () {
  const admission = yield* AdmissionControl
  const challenges = yield* Challenges
  const lifecycle = yield* Lifecycle
  const { sandbox } = yield* Settings
  const clock = yield* clockReader
  const log = yield* DirectLog.make
  const common = Object.entries(commonHeaders(sandbox)).flat()

  /** The answer to a call of a paid endpoint that has no payment, or to one with a payment while all places are taken. */
  const sale = (request: IncomingMessage, call: Call.Call): Text | undefined => {
    const { headers, url = "" } = request
    const challenge = challenges.byPath.get(url)
    if (challenge === undefined) return undefined
    const refuse = (failure: Failure) => {
      call.capability = challenge.offer.facts.id
      call.outcome = failure._tag
    }
    if (PaymentHeader.of(request) !== undefined) {
      refuse(overloaded)
      return textOf(overloaded, call.id)
    }
    if (headers["prefer"] !== undefined) return undefined
    const failure = headers["x-payment"] === undefined ? challenge.missing : challenge.outdated
    const answer = challenges.unpaid(failure, call.id)
    if (answer === undefined) return undefined
    refuse(failure)
    return unpaid(answer)
  }

  const health = () => healthy(lifecycle.started, clock.millis())

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (lifecycle.isDraining()) return false
    const { headers: asked, method = "", url = "" } = request
    if (PaymentHeader.of(request) !== undefined && !admission.isFull()) return false
    const call = Call.make(requestId(asked[requestIdHeader]), clock.nanos())
    const answer =
      method === "POST" ? sale(request, call) : method === "GET" && url === "/health" ? health() : undefined
    if (answer === undefined) return false
    const { body, headers, status } = answer
    response.writeHead(status, [...headers, ...common, requestIdHeader, call.id])
    // As text it goes out with the headers in one piece.
    response.end(body)
    log(...AccessLog.end(call, { method, target: { route: url }, status }, clock.nanos()))
    return true
  }
})
