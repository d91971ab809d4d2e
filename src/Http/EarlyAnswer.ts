/**
 * Answers that need nothing but what is known from the start: whether the process lives, the price of what is sold,
 * and that there is no room for a sale. They are given before a fibre starts, which would cost several times as much as they do. Byte for byte they
 * are those of the Api, which gives them to every request that is not as plain.
 *
 * Without a span: where traces are exported, no answer is early.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect, Layer, Option } from "effect"
import type { Failure } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Challenges } from "../Payment/Challenge.ts"
import { Settings } from "../Settings.ts"
import * as AccessLog from "../Telemetry/AccessLog.ts"
import * as Call from "../Telemetry/Call.ts"
import * as DirectLog from "../Telemetry/DirectLog.ts"
import * as RequestMetrics from "../Telemetry/RequestMetrics.ts"
import { Capacity, overloaded } from "./Capacity.ts"
import * as Failures from "./Failures.ts"
import { answerHeaders, requestId } from "./Headers.ts"
import * as Health from "./Health.ts"
import { FirstListener } from "./NodeServer.ts"

const make = Effect.gen(function* () {
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
    const started = clock.unsafeCurrentTimeNanos()
    const call = Call.make(requestId(request.headers["x-request-id"]))
    const answer =
      method === "POST" ? sale(request, call) : method === "GET" && url === "/health" ? health() : undefined
    if (answer === undefined || answer.body._tag !== "Uint8Array") return false
    const { body, headers, status } = answer
    response.writeHead(status, { ...headers, ...answerHeaders(sandbox, call.id) })
    response.end(body.body)
    const millis = Number(clock.unsafeCurrentTimeNanos() - started) / 1e6
    RequestMetrics.count(call, status, millis)
    log(...AccessLog.line(call, { method, path: url, status, millis }))
    return true
  }
})

/** Gives them, for as long as the scope lasts. */
export const layer = Layer.scopedDiscard(
  Effect.flatMap(Settings, ({ telemetry }) =>
    Option.isSome(telemetry.otlpEndpoint)
      ? Effect.void
      : Effect.flatMap(Effect.zip(FirstListener, make), ([{ listen }, answer]) => listen(answer))
  )
)
