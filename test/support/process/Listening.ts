/**
 * A plain HTTP server of a test on a port of its own.
 */
import { createServer, type RequestListener } from "node:http"
import { Effect } from "effect"

/** Its URL; ends with the scope. */
export const listening = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(listener)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    ),
    (server) => `http://127.0.0.1:${Object(server.address()).port}`
  )
