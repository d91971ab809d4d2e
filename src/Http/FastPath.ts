/**
 * Calls that skip the Api's own server, whose router takes more CPU than a sale: every call of a paid endpoint, those of
 * handlers that are no endpoints of the Api, and the static answers. A call of an endpoint whose target is written in
 * another form (with a query, say) takes the other way, and gets the same answer: both ways lead through the same pipeline
 * to the same handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { ProtectedEndpoints } from "../Payment/Paywall.ts"
import * as PaymentHeader from "../Payment/request/PaymentHeader.ts"
import { clockReader } from "../Runtime/Clock.ts"
import { Settings } from "../Settings.ts"
import { AdmissionControl } from "./limits/AdmissionControl.ts"
import type { Take } from "./limits/Interceptor.ts"
import { RawRequestHook } from "./NodeServer.ts"
import { RequestPipeline } from "./RequestPipeline.ts"
import { arrivalOf, takeTurns } from "./RequestTurns.ts"
import { pathOf } from "./Routes.ts"
import * as StaticAnswers from "./StaticAnswers.ts"

/** Answers calls of a path that is no endpoint of the Api, whatever its query. */
export type Handler = (
  message: IncomingMessage
) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>

/** A body in pieces, some of which other responses share: a client that does not read keeps none of its own. */
export const pieces = (chunks: ReadonlyArray<Uint8Array>, contentType: string) =>
  HttpServerResponse.raw(chunks, {
    headers: {
      "content-type": contentType,
      "content-length": String(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    }
  })

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/** Writes a response whose bytes are all there, as the platform's node server does. */
const write = (
  response: ServerResponse,
  { body, headers, status }: HttpServerResponse.HttpServerResponse
): void => {
  response.writeHead(status, headers)
  if (body._tag === "Raw" && Array.isArray(body.body)) {
    response.cork()
    for (const chunk of body.body.filter(isBytes)) response.write(chunk)
    response.end()
    return
  }
  response.end(body._tag === "Uint8Array" ? body.body : undefined)
}

/** Answers calls of the paid endpoints, and of the others by their paths. */
const calls = Effect.fnUntraced(function* (others: ReadonlyMap<string, Handler>) {
  const endpoints = yield* ProtectedEndpoints
  const pipeline = yield* RequestPipeline
  const clock = yield* clockReader
  const { fiberRefs, runtimeFlags } = yield* Effect.runtime()
  // Handlers have all that they need. Whatever a call adds to its context copies what is there: a hundred services.
  const run = Runtime.runFork(Runtime.make({ context: Context.empty(), fiberRefs, runtimeFlags }))

  return (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method, url = "" } = request
    if (method !== "POST") return false
    const handle = endpoints.get(url)?.handle ?? others.get(pathOf(url))
    if (handle === undefined) return false
    const arrived = arrivalOf(request, clock)
    const fiber = run(pipeline.answer({ method: "POST", url, headers, arrived }, handle(request)))
    const { socket } = request
    // Listen on the socket: a pipelined response that is still queued gets no "close" event.
    const gone = () => fiber.unsafeInterruptAsFork(HttpServerError.clientAbortFiberId)
    socket.once("close", gone)
    fiber.addObserver((exit) => {
      socket.off("close", gone)
      if (Exit.isFailure(exit)) {
        response.destroy()
        return
      }
      try {
        write(response, exit.value)
      } catch (error) {
        // Headers that node does not take are a fault of ours, from which the other calls must not suffer.
        run(Effect.logError("an answer could not be written", Cause.die(error)))
        response.destroy()
      }
    })
    return true
  }
}) satisfies (others: ReadonlyMap<string, Handler>) => Effect.Effect<Take, never, unknown>

const hasPayment = (request: IncomingMessage) => PaymentHeader.of(request) !== undefined

/**
 * Open for as long as the scope lasts. `others` answer the calls of their paths. Static answers make no span, so
 * there are none where traces are exported, but for refusals of what cannot even wait.
 */
export const layer = <E, R>(others: Effect.Effect<ReadonlyMap<string, Handler>, E, R>) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const { telemetry } = yield* Settings
      const { isFull } = yield* AdmissionControl
      const { setInterceptor } = yield* RawRequestHook
      const answer = yield* StaticAnswers.make
      const answered: Take = Option.isSome(telemetry.otlpEndpoint) ? () => false : answer
      const handled = yield* calls(yield* others)
      const clock = yield* clockReader
      const paidTurns = takeTurns({ clock, concerns: hasPayment, isUnlimited: isFull })
      const freeTurns = takeTurns({ clock, concerns: (request) => !hasPayment(request) })
      yield* setInterceptor((next) => {
        const begin = freeTurns((request, response) => handled(request, response) || next(request, response))
        // Static answers take no turn: to let them wait would cost more than they do.
        return paidTurns((request, response) => answered(request, response) || begin(request, response))
      })
    })
  )
