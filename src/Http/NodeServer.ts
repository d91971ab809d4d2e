/**
 * The node server under the Api.
 */
import { createServer, type Server } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { Settings } from "../Settings.ts"

/**
 * Kept-alive connections cost least (a new one per request costs several times a free route); the header time-out
 * must lie above the keep-alive, or node cuts a connection that a client is about to use.
 */
const options = { keepAliveTimeout: 65_000, headersTimeout: 70_000, requestTimeout: 75_000 }

/** Milliseconds that the last answers have to reach their clients. */
const flushTime = 2_000

/**
 * When the layer ends everything under way has been answered (`Lifecycle.drain`). `close` ends idle connections and
 * waits for the others, whose answers said `connection: close`; a client that keeps one open all the same is cut.
 */
export const server = (): Server => {
  const server = createServer(options)
  // Nothing here is upgraded. With a listener, node would hand over the connection and drop the body of a POST that
  // merely offers it (`Upgrade: h2c`, as Java's client does at every first call); without one it serves the call.
  server.on("newListener", (event) => {
    if (event === "upgrade") queueMicrotask(() => server.removeAllListeners("upgrade"))
  })
  const close = server.close.bind(server)
  server.close = (done) => {
    setTimeout(() => server.closeAllConnections(), flushTime).unref()
    return close(done)
  }
  return server
}

export const layer = Layer.unwrapEffect(
  Effect.map(Settings, ({ listen: { host, port } }) => NodeHttpServer.layer(server, { host, port }))
)
