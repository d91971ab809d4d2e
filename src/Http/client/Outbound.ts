/**
 * The clients for all outgoing calls: pools of keep-alive connections, HTTP/1.1.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Agent } from "undici"
import * as PooledClient from "./PooledClient.ts"

/** How a pool treats the connections to one origin. */
interface Limits {
  /** The most of them: what is slow then queues only its own calls. */
  readonly connections: number
  /**
   * How long one stays open without traffic where its server does not say how long. A request that meets a connection just
   * being closed fails.
   */
  readonly keepAlive: Duration.Duration
}

/** Providers and nodes. A question can be asked again, so its connection stays open for as long as servers usually let it. */
const questions: Limits = { connections: 64, keepAlive: Duration.minutes(5) }

/**
 * Facilitators. A payment is not sent again as lightly. Each paid call keeps a connection for a verification and for a
 * settlement, a second or so in all: as many as a process can sell in that time.
 */
const payments: Limits = { connections: 512, keepAlive: Duration.seconds(30) }

const pool = ({ connections, keepAlive }: Limits) =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connections,
          connect: { timeout: 5_000 },
          keepAliveTimeout: Duration.toMillis(keepAlive),
          // Callers have shorter deadlines; these are the backstop.
          headersTimeout: 60_000,
          bodyTimeout: 60_000
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )

/** Provides `HttpClient` for questions, and the `Pool` for payments. */
export const layer = Layer.scopedContext(
  Effect.map(
    Effect.all({ questions: pool(questions), payments: pool(payments) }),
    ({ payments, questions }) =>
      Context.make(HttpClient.HttpClient, PooledClient.make(questions)).pipe(
        Context.add(PooledClient.Pool, { exchange: PooledClient.exchangeOver(payments) })
      )
  )
)
