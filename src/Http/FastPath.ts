/**
 * Calls that go from the node server to their answer without the Api's own server, whose router and layers of context
 * cost more than a sale: every call of a paid endpoint, and the static answers. A call whose target is written in another
 * form (with a query, say) takes the other way, and gets the same answer: both ways lead through the same pipeline to the
 * same handler.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as HttpServerError from "@effect/platform/HttpServerError"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { Paywall } from "../Payment/Paywall.ts"
import { Settings } from "../Settings.ts"
import { type Listener, RawRequestHook } from "./NodeServer.ts"
import { RequestPipeline } from "./RequestPipeline.ts"
import * as StaticAnswers from "./StaticAnswers.ts"

/** Writes a response whose bytes are all there, as the platform's node server does. */
const write = (
  response: ServerResponse,
  { body, headers, status }: HttpServerResponse.HttpServerResponse
): void => {
  response.writeHead(status, headers)
  response.end(body._tag === "Uint8Array" ? body.body : undefined)
}

/** Answers calls of the paid endpoints. */
const paidCalls = Effect.gen(function* () {
  const { endpoints } = yield* Paywall
  const { answer } = yield* RequestPipeline
  const run = Runtime.runFork(yield* Effect.runtime())

  return (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method, url = "" } = request
    const endpoint = method === "POST" ? endpoints.get(url) : undefined
    if (endpoint === undefined) return false
    const fiber = run(answer({ method: "POST", url, headers }, endpoint.handle(request)))
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
      } catch {
        // Headers that node does not take are a fault of ours, from which the other calls must not suffer.
        response.destroy()
      }
    })
    return true
  }
}) satisfies Effect.Effect<Listener, never, unknown>

/** Open for as long as the scope lasts. Static answers have no span: none are given where traces are exported. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { telemetry } = yield* Settings
    const { listen } = yield* RawRequestHook
    const staticAnswers = yield* StaticAnswers.listener
    const paid = yield* paidCalls
    yield* listen(
      Option.isSome(telemetry.otlpEndpoint)
        ? paid
        : (request, response) => staticAnswers(request, response) || paid(request, response)
    )
  })
)
