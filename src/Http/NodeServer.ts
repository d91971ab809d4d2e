/**
 * The node server under the Api, and what it grants a client at most.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import { Settings } from "../Settings.ts"
import { record } from "../Telemetry/Measure.ts"
import { type Interceptor, intercept, type Take } from "./limits/Interceptor.ts"
import { limitPipelining } from "./limits/Pipelining.ts"
import { joinChunks } from "./limits/SmallChunks.ts"
import { limitUnread } from "./limits/UnreadBodies.ts"
import { originForm } from "./Routes.ts"

/** Times in milliseconds. Bodies have limits of their own (`RequestBody`). */
export interface Limits {
  /** How long a connection stays open without a request. A new one per request costs several times a free route. */
  readonly keepAliveTimeout: number
  /** How long the headers of a request may take, and the whole request; then 408. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  /** How often the two are looked at. */
  readonly connectionsCheckingInterval: number
  /**
   * Bytes of all headers; more is 431. A payment has one or two thousand. Their number has no limit: node would drop
   * those beyond it without a word, an idempotency key among them.
   */
  readonly maxHeaderSize: number
  /** Connections at the same time; the server closes one more at once. */
  readonly maxConnections: number
}

/** The limits in production. */
export const limits: Limits = {
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  maxConnections: 10_240
}

const dropped = Metric.counter("almanac_connections_dropped_total", {
  description: "Connections that were closed at once, because there were too many",
  incremental: true
})

/** Milliseconds that the last answers have to reach their clients. */
const flushTime = 2_000

/**
 * Lets requests wait that come before the service: the port is open a moment before anybody answers there. This is what
 * no interceptor takes (`intercept`), whose target the library's router knows only in some spellings.
 */
const holdEarly = (server: Server): void => {
  const early: Array<[message: IncomingMessage, response: ServerResponse]> = []
  const emit: (event: "request", ...exchange: (typeof early)[number]) => boolean = server.emit.bind(server)
  server.on("request", (message, response) => {
    message.url = originForm(message.url ?? "")
    if (server.listenerCount("request") === 1) early.push([message, response])
  })
  server.on("newListener", (event) => {
    if (event !== "request") return
    queueMicrotask(() => {
      for (const exchange of early.splice(0)) emit("request", ...exchange)
    })
  })
}

/**
 * When the layer ends everything under way has been answered (`Lifecycle.drain`). `close` ends idle connections and
 * waits for the others, whose answers said `connection: close`; a client that keeps one open all the same is cut.
 */
export const server = ({ maxConnections, ...options }: Limits = limits): Server => {
  const server = createServer(options)
  server.maxHeadersCount = 0 // no limit
  server.maxConnections = maxConnections
  server.on("drop", () => record(dropped, 1))
  // Every call listens on its connection for the connection's end.
  server.on("connection", (socket) => socket.setMaxListeners(0))
  // Nothing here is upgraded. With a listener, node would hand over the connection and drop the body of a POST that
  // merely offers it (`Upgrade: h2c`, as Java's client does at every first call); without one it serves the call.
  server.on("newListener", (event) => {
    if (event === "upgrade") queueMicrotask(() => server.removeAllListeners("upgrade"))
  })
  // An expectation that nobody knows is passed over. Without a listener node would refuse it (417), without our headers.
  server.on("checkExpectation", (message, response) => server.emit("request", message, response))
  holdEarly(server)
  const close = server.close.bind(server)
  server.close = (done) => {
    setTimeout(() => server.closeAllConnections(), flushTime).unref()
    return close(done)
  }
  return server
}

/** Where requests are seen as node tells of them, before the service: `FastPath` listens there. */
export class RawRequestHook extends Context.Tag("almanac/RawRequestHook")<
  RawRequestHook,
  {
    /** Puts an interceptor before the service, until the scope ends. There is one: another replaces it. */
    readonly setInterceptor: (interceptor: Interceptor) => Effect.Effect<void, never, Scope.Scope>
  }
>() {}

/** The hook, and what it puts before the service. */
const rawRequestHook = () => {
  let service: Take = () => false
  let take: Take = service
  const interceptor: Interceptor = (next) => {
    service = next
    take = next
    return (message, response) => take(message, response)
  }
  const hook = RawRequestHook.of({
    setInterceptor: (interceptor) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          take = interceptor(service)
        }),
        () =>
          Effect.sync(() => {
            take = service
          })
      )
  })
  return { hook, interceptor }
}

/** The server of the settings' address, and the hook before it. */
export const layer = Layer.unwrapEffect(
  Effect.map(Settings, ({ listen: { host, port } }) => {
    const listening = server()
    const { hook, interceptor } = rawRequestHook()
    // What a request passes before the Api's own server, in this order.
    intercept(listening, [joinChunks(), limitPipelining(listening), limitUnread(), interceptor])
    return Layer.merge(
      NodeHttpServer.layer(() => listening, { host, port }),
      Layer.succeed(RawRequestHook, hook)
    )
  })
)
