/**
 * Locks of the ledger's rows that somebody keeps: an operator's open transaction, or that of a machine that is gone without
 * a word. On a real PostgreSQL.
 */
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Either, Layer, Option, Redacted, Schedule } from "effect"
import pg from "pg"
import { Database, DatabaseUnavailable } from "../../../src/Storage/Database.ts"
import * as Postgres from "../../support/servers/Postgres.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import * as TestLedger from "../../support/TestLedger.ts"
import { key, type Ports, portsOf, reservation } from "./suite/World.ts"

const soon = Schedule.spaced("25 millis")

/** A ledger with one reserved payment. */
const world = Effect.gen(function* () {
  const place = yield* TestDatabase.make
  const services = yield* Layer.build(TestLedger.inDatabase(TestLedger.databaseAlone(place)))
  const { probe } = Context.get(services, Database)
  yield* Effect.repeat(probe, { until: (isReady) => isReady, schedule: soon })
  const ports = portsOf(services)
  yield* ports.ledger.reserve(reservation())
  const url = Redacted.value(Option.getOrThrow(place.databaseUrl))
  return { ports, sql: Context.get(services, SqlClient.SqlClient), url }
})

/** A connection that is none of the ledger's: nothing closes it while it is silent. */
const stranger = (connectionString: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** What a buyer's calls write that comes again and again. */
const writes: ReadonlyArray<
  readonly [name: string, write: (ports: Ports) => Effect.Effect<unknown, unknown>]
> = [
  ["reserves", ({ ledger }) => ledger.reserve(reservation({ attempt: "again" }))],
  [
    "reserves under a key",
    ({ ledger }) => ledger.reserve(reservation({ attempt: "again", idempotencyKey: Option.some("order-1") }))
  ],
  ["names", ({ records }) => records.addAlias(key, "order-1")]
]

describe.skipIf(Postgres.url === undefined)("a row that somebody keeps locked", () => {
  it.scopedLive.each(writes)("leaves no statement behind for which nobody waits: one that %s", ([, write]) =>
    Effect.gen(function* () {
      const { ports, sql, url } = yield* world
      const client = yield* stranger(url)
      yield* Effect.promise(() => client.query("BEGIN; SELECT 1 FROM payments FOR UPDATE"))
      // The second one waits for the payer's lock, which the first one has.
      const ends = yield* Effect.all([Effect.either(write(ports)), Effect.either(write(ports))], {
        concurrency: 2
      })
      expect(ends.map((end) => Either.isLeft(end) && end.left instanceof DatabaseUnavailable)).toEqual([
        true,
        true
      ])
      yield* sql<{ readonly pid: number }>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
        Effect.repeat({ until: ({ length }) => length === 0, schedule: soon })
      )
    })
  )

  it.scopedLive("is not kept by a process that is gone while it gives a payment back", () =>
    Effect.gen(function* () {
      const { ports, sql } = yield* world
      yield* sql`CREATE TABLE seen (allowed text)`
      yield* sql`
        CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO seen VALUES (current_setting('idle_in_transaction_session_timeout')); RETURN NEW;
        END $$`
      yield* sql`CREATE TRIGGER see BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION see()`
      expect(yield* ports.ledger.giveBack(key, "mine")).toBe(true)
      expect(yield* sql`SELECT allowed FROM seen`).toEqual([{ allowed: "10s" }])
      // The connection goes back to the others as it was.
      expect(yield* sql`SHOW idle_in_transaction_session_timeout`).toEqual([
        { idle_in_transaction_session_timeout: "0" }
      ])
    })
  )
})
