/**
 * The driver's pool as a scoped resource, and the client on top of it.
 */
import type { Duplex } from "node:stream"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Pg from "pg"
import * as PoolMetrics from "./PoolMetrics.ts"
import * as PoolQueue from "./PoolQueue.ts"

const closed = (socket: Duplex) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve()
    else socket.once("close", () => resolve())
  })

/**
 * A pool over sockets that the caller makes. It connects when a statement needs a connection. On close it ends its
 * connections; after a second it destroys the sockets.
 */
const scoped = (
  config: Omit<Pg.PoolConfig, "stream" | "application_name">,
  socket: () => Duplex
): Effect.Effect<Pg.Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const sockets = new Set<Duplex>()
      const stream = () => {
        const opened = socket()
        sockets.add(opened)
        opened.once("close", () => sockets.delete(opened))
        return opened
      }
      const pool = new Pg.Pool({ ...config, application_name: "almanac", stream })
      // Without a listener, the loss of an idle connection ends the process. The next statement opens a new connection.
      pool.on("error", () => {})
      PoolQueue.bound(pool)
      return { pool, sockets }
    }),
    ({ pool, sockets }) =>
      Effect.promise(async () => {
        await pool.end()
        await Promise.all(Array.from(sockets, closed))
      }).pipe(
        Effect.interruptible,
        Effect.timeoutOption("1 second"),
        Effect.ensuring(Effect.sync(() => sockets.forEach((socket) => void socket.destroy())))
      )
  ).pipe(Effect.map(({ pool }) => pool))

/** A client, and the pool below it. */
export interface PooledClient extends PgClient.PgClient {
  readonly pool: Pg.Pool
}

/**
 * A client over such a pool. `name` labels its metrics. Unlike `PgClient.make` it sends nothing to the server, which
 * may be away.
 */
export const client = (
  name: string,
  config: Omit<Pg.PoolConfig, "stream" | "application_name">,
  socket: () => Duplex,
  onPool: (pool: Pg.Pool) => void = () => {}
): Effect.Effect<PooledClient, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pool = yield* scoped(config, socket)
    onPool(pool)
    yield* PoolMetrics.watch(pool, name)
    const client = yield* PgClient.fromPool({ acquire: Effect.succeed(pool) }).pipe(
      Effect.orDie, // acquiring this pool cannot fail
      Effect.provideServiceEffect(Reactivity.Reactivity, Reactivity.make)
    )
    return Object.assign(client, { pool })
  })
