/**
 * The one client for all calls that leave the process: a pool of kept-alive connections, HTTP/1.1.
 */
import { HttpClient } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { Agent } from "undici"
import * as PooledClient from "./PooledClient.ts"

/** Connections to one origin at most: a slow provider queues its own calls, not those of others. */
const connectionsPerOrigin = 64

/** Provides `HttpClient`, and the `Pool` below it. */
export const layer = Layer.scopedContext(
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connections: connectionsPerOrigin,
          connect: { timeout: 5_000 },
          keepAliveTimeout: 30_000,
          // The callers' own deadlines rule; these are the backstop.
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
