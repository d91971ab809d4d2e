/**
 * Servers and connections without a client between: what is sent and heard is what the test says.
 */
import { createServer, type RequestListener, type Server } from "node:http"
import { connect, type Socket } from "node:net"
import { Effect } from "effect"

/** The port of a server that listens on this machine until the scope ends. */
export const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.async<Server>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ).pipe(
    Effect.map(() => {
      const address = server.address()
      return typeof address === "object" && address !== null ? address.port : 0
    })
  )

/** The URL of a plain HTTP server that answers so. */
export const answering = (listener: RequestListener) =>
  Effect.map(listening(createServer(listener)), (port) => `http://127.0.0.1:${port}`)

/** A connection to a port of this machine, from an address of it; destroyed when the scope ends. */
export const connected = (port: number, localAddress = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.async<Socket>((resume) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress }, () => resume(Effect.succeed(socket)))
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** What is heard first on each of some connections, after the same bytes were sent on all of them. */
export const atOnce = (port: number, connections: number, request: string) =>
  Effect.gen(function* () {
    const sockets = yield* Effect.all(
      Array.from({ length: connections }, () => connected(port)),
      { concurrency: "unbounded" }
    )
    const answers = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.once("data", (chunk) => resolve(chunk.toString("latin1")))
        })
    )
    for (const socket of sockets) socket.write(request)
    return yield* Effect.promise(() => Promise.all(answers))
  })
