/**
 * The one client for all outgoing calls: a pool of keep-alive connections, HTTP/1.1.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Agent } from "undici"
import * as PooledClient from "./PooledClient.ts"

/** The most connections to one origin. A slow provider then queues only its own calls. */
const connectionsPerOrigin = 64

/** Provides `HttpClient` and the `Pool` below it. */
export const layer = Layer.scopedContext(
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connections: connectionsPerOrigin,
          connect: { timeout: 5_000 },
          keepAliveTimeout: 30_000,
          // Callers have shorter deadlines; these are the backstop.
          headersTimeout: 60_000,
          bodyTimeout: 60_000
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  ).pipe(
    Effect.map((agent) =>
      Context.make(HttpClient.HttpClient, PooledClient.make(agent)).pipe(
        Context.add(PooledClient.Pool, { exchange: PooledClient.exchangeOver(agent) })
      )
    )
  )
)
