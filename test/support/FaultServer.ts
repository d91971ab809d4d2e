/**
 * A real HTTP server that misbehaves as told, and remembers what it was asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Effect, type Scope } from "effect"

/** Answers one request, or leaves it unanswered. */
export type Fault = (response: ServerResponse, request: IncomingMessage) => void

export interface FaultServer {
  readonly origin: string
  readonly requests: ReadonlyArray<IncomingMessage>
  /** How many connections were opened. */
  readonly connections: () => number
}

/** Answers the first request by the first fault and so on; the last fault stays. */
export const faultServer = (
  ...faults: ReadonlyArray<Fault>
): Effect.Effect<FaultServer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<{ server: ReturnType<typeof createServer>; result: FaultServer }>((resume) => {
        const requests: Array<IncomingMessage> = []
        let connections = 0
        const server = createServer((request, response) => {
          requests.push(request)
          const fault = faults[Math.min(requests.length, faults.length) - 1]
          fault?.(response, request)
        })
        server.on("connection", () => {
          connections += 1
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          const result = { origin: `http://127.0.0.1:${port}`, requests, connections: () => connections }
          resume(Effect.succeed({ server, result }))
        })
      }),
      ({ server }) =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    ),
    ({ result }) => result
  )

/** A plain answer. */
export const answer =
  (status: number, body = "", headers: Record<string, string> = {}): Fault =>
  (response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

export const ok = answer(200, '{"answer":42}', { "content-type": "application/json" })
