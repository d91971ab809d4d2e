/**
 * Answers that need nothing but what is known from the start: whether the process lives, the price of what is sold,
 * and that there is no room for a sale. They are given before a fibre starts, which would cost several times as much as
 * they do, and without a span. Byte for byte they are those of the Api, which gives them to every request that is not as
 * plain.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { Failure } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Challenges } from "../Payment/Challenge.ts"
import { Settings } from "../Settings.ts"
import * as AccessLog from "../Telemetry/AccessLog.ts"
import * as Call from "../Telemetry/Call.ts"
import * as DirectLog from "../Telemetry/DirectLog.ts"
import { Capacity, overloaded } from "./Capacity.ts"
import * as Failures from "./Failures.ts"
import { answerHeaders, requestId } from "./Headers.ts"
import * as Health from "./Health.ts"
import { write } from "./Write.ts"

/** Gives them. */
export const listener = Effect.gen(function* () {
  const capacity = yield* Capacity
  const challenges = yield* Challenges
  const lifecycle = yield* Lifecycle
  const { sandbox } = yield* Settings
  const clock = yield* Effect.clock
  const log = yield* DirectLog.make

  /** What a sale comes to without a look at its payment: there is none, or no room for it. */
  const sale = ({ headers, url = "" }: IncomingMessage, call: Call.Call) => {
    const challenge = challenges.byPath.get(url)
    if (challenge === undefined) return undefined
    const refuse = (failure: Failure) => {
      call.capability = challenge.offer.facts.id
      call.outcome = failure._tag
    }
    if (headers["payment-signature"] !== undefined) {
      if (!capacity.isFull()) return undefined
      refuse(overloaded)
      return Failures.respond(overloaded, call.id)
    }
    if (headers["prefer"] !== undefined) return undefined
    const failure = headers["x-payment"] === undefined ? challenge.missing : challenge.outdated
    const answer = challenges.unpaid(failure, call.id)
    if (answer === undefined) return undefined
    refuse(failure)
    return Failures.unpaid(answer)
  }

  const health = () => Health.live(lifecycle.started, clock.unsafeCurrentTimeMillis())

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (lifecycle.unsafeDraining()) return false
    const { method = "", url = "" } = request
    const call = Call.make(requestId(request.headers["x-request-id"]), clock.unsafeCurrentTimeNanos())
    const answer =
      method === "POST" ? sale(request, call) : method === "GET" && url === "/health" ? health() : undefined
    if (answer === undefined) return false
    write(response, HttpServerResponse.setHeaders(answer, answerHeaders(sandbox, call.id)))
    log(...AccessLog.end(call, { method, path: url, status: answer.status }, clock.unsafeCurrentTimeNanos()))
    return true
  }
})
