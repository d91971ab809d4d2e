/**
 * The queue for the connections of a pool to a real PostgreSQL: bounded, and worked off without recursion.
 */
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { driverProblem } from "../../src/Storage/DatabaseProblem.ts"
import * as PoolQueue from "../../src/Storage/pool/PoolQueue.ts"
import * as ServerPg from "../../src/Storage/ServerPg.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const until = <A, E, R>(effect: Effect.Effect<A, E, R>, done: (value: A) => boolean) =>
  Effect.repeat(effect, { until: done, schedule: Schedule.spaced("20 millis") })

/** A pool with one connection. */
const opened = Effect.flatMap(Postgres.database, ({ url }) =>
  Effect.map(ServerPg.make({ name: "test", url, maxConnections: 1, silence: "1 minute" }), ({ pool }) => pool)
)

describe.skipIf(Postgres.url === undefined)("the queue of a pool", () => {
  it.scopedLive("has room for so many: the next is refused at once", () =>
    Effect.gen(function* () {
      const pool = yield* opened
      const ask = () => pool.query("SELECT pg_sleep(0.2)")
      const first = ask()
      const waiting = Array.from({ length: PoolQueue.longestQueue + 100 }, () =>
        pool.query("SELECT 1").then(
          () => "answered",
          (error: Error) => error.message
        )
      )
      const next = pool.connect().then(
        (client) => {
          client.release()
          return "connected"
        },
        (error: Error) => error.message
      )
      const full = "Too many statements wait for a connection"
      expect(yield* Effect.promise(() => next)).toBe(full)
      expect(driverProblem(new Error(full))).toBe("too many statements wait for a connection")
      expect(pool.waitingCount).toBe(PoolQueue.longestQueue)
      yield* Effect.promise(() => first)
      const told = yield* Effect.promise(() => Promise.all(waiting))
      expect(told.filter((one) => one === full)).toHaveLength(100)
      // On a slow machine some have waited too long for the connection.
      expect(told.filter((one) => one !== full)).toHaveLength(PoolQueue.longestQueue)
      expect(told).toContain("answered")
    })
  )

  it.scopedLive("gives its connection to thousands who give it back at once", () =>
    Effect.gen(function* () {
      const pool = yield* opened
      const held = yield* Effect.promise(() => pool.connect())
      let given = 0
      for (let caller = 0; caller < PoolQueue.longestQueue; caller++) {
        pool.connect((_, __, release) => {
          given += 1
          // As deep as the driver's own recursion was: more than a stack has room for, if one call led to the next.
          const deep = (depth: number): void => (depth === 0 ? release() : deep(depth - 1))
          deep(20)
        })
      }
      held.release()
      yield* until(
        Effect.sync(() => given),
        (count) => count === PoolQueue.longestQueue
      )
      expect((yield* Effect.promise(() => pool.query("SELECT 1 AS one"))).rows).toEqual([{ one: 1 }])
    })
  )
})
