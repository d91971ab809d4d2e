/**
 * Sales without a detour: a call with a payment, at the very path of what is sold, goes from the node server to the
 * counter and back. The Api's own server, its router and its layers of context cost more than the sale itself; every
 * other call still takes that way, and both get the same answer, for both ask the same counter behind the same edge.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpServerError, type HttpServerResponse } from "@effect/platform"
import { Effect, Exit, Runtime } from "effect"
import { Paywall } from "../Payment/Paywall.ts"
import type { Listener } from "./NodeServer.ts"
import { RequestPipeline } from "./RequestPipeline.ts"

/** Writes an answer whose bytes are all there, as the platform's node server does. */
const write = (
  response: ServerResponse,
  { body, headers, status }: HttpServerResponse.HttpServerResponse
): void => {
  response.writeHead(status, headers)
  response.end(body._tag === "Uint8Array" ? body.body : undefined)
}

/** Sells to whoever brings a payment. */
export const listener = Effect.gen(function* () {
  const { handlers } = yield* Paywall
  const { answer } = yield* RequestPipeline
  const run = Runtime.runFork(yield* Effect.runtime())

  return (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method, url = "" } = request
    const sale =
      method === "POST" && headers["payment-signature"] !== undefined ? handlers.get(url) : undefined
    if (sale === undefined) return false
    const fiber = run(answer({ method: "POST", url, headers }, sale(request)))
    const { socket } = request
    // Not of the response: one that waits for its turn on the connection is not told of its end.
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
        // Headers that node does not take: nothing but a fault of ours, and the other calls are not to suffer for it.
        response.destroy()
      }
    })
    return true
  }
}) satisfies Effect.Effect<Listener, never, unknown>
