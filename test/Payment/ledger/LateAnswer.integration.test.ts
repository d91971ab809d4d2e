/**
 * An answer whose storing is not confirmed, and is carried out while the payment is being given back: on a real PostgreSQL.
 */
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import { Database } from "../../../src/Storage/Database.ts"
import * as Postgres from "../../support/servers/Postgres.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import * as TestLedger from "../../support/TestLedger.ts"
import { key, portsOf, reservation, response } from "./suite/World.ts"

const soon = Schedule.spaced("10 millis")

describe.skipIf(Postgres.url === undefined)("an answer that comes late", () => {
  it.scopedLive("goes with the payment that is given back", () =>
    Effect.gen(function* () {
      const place = yield* TestDatabase.make
      const services = yield* Layer.build(TestLedger.inDatabase(TestLedger.databaseAlone(place)))
      const { probe } = Context.get(services, Database)
      yield* Effect.repeat(probe, { until: (isReady) => isReady, schedule: soon })
      const { ledger } = portsOf(services)
      const sql = Context.get(services, SqlClient.SqlClient)

      /** Ends when so many statements wait for a lock. */
      const waiting = (count: number) =>
        sql<{ readonly pid: number }>`
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
          Effect.repeat({ until: ({ length }) => length === count, schedule: soon })
        )

      yield* ledger.reserve(reservation())
      const [isLocked, isOver] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holder = yield* Effect.fork(
        sql.withTransaction(
          sql`SELECT 1 AS one FROM payments FOR UPDATE`.pipe(
            Effect.zipRight(Deferred.succeed(isLocked, undefined)),
            Effect.zipRight(Deferred.await(isOver))
          )
        )
      )
      yield* Deferred.await(isLocked)
      const stored = yield* Effect.fork(ledger.storeAnswer(key, "mine", response, "{}"))
      yield* waiting(1)
      const given = yield* Effect.fork(ledger.giveBack(key, "mine"))
      yield* waiting(2)
      yield* Deferred.succeed(isOver, undefined)
      yield* Fiber.join(holder)
      expect([yield* Fiber.join(stored), yield* Fiber.join(given)]).toEqual([true, true])
      expect(yield* sql`SELECT state, answered_at AS answered FROM payments`).toEqual([
        { state: "released", answered: null }
      ])
      expect(yield* sql`SELECT stored_at FROM answers`).toEqual([])
    })
  )
})
