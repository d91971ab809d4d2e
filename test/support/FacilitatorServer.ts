/** A facilitator that a test writes the part of: it listens on a port of its own, and keeps what it was asked. */
import * as Http from "node:http"
import { Effect } from "effect"

/** What was asked. */
export interface Call {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: Http.IncomingHttpHeaders
  readonly body: unknown
}

/** What the facilitator does with a call: answers, fails in some way, or nothing. */
export type Play = (response: Http.ServerResponse, call: Call) => void

/** An answer: text as it is, anything else as JSON. */
export const reply =
  (status: number, body: unknown, headers: Http.OutgoingHttpHeaders = {}): Play =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  }

/** No answer, ever. */
export const hang: Play = () => {}

/** The connection is reset before any answer. */
export const reset: Play = (response) => response.socket?.resetAndDestroy()

/** A facilitator that plays the same part at every call, and where it listens. */
export const facilitatorServer = (play: Play) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly server: Http.Server; readonly calls: Array<Call> }>(
      (resume) => {
        const calls: Array<Call> = []
        const server = Http.createServer((request, response) => {
          const chunks: Array<Buffer> = []
          request.on("data", (chunk: Buffer) => chunks.push(chunk))
          request.on("end", () => {
            const { method, url, headers } = request
            const call = {
              method,
              url,
              headers,
              body: JSON.parse(Buffer.concat(chunks).toString() || "null")
            }
            calls.push(call)
            play(response, call)
          })
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, server, calls }))
        })
      }
    ),
    ({ server }) =>
      Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
