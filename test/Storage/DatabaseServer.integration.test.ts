/**
 * The database on a real PostgreSQL, which goes away and comes back.
 */
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, Schedule, TestClock, TestServices } from "effect"
import { Database, layer } from "../../src/Storage/Database.ts"
import type { Migrations } from "../../src/Storage/Migrations.ts"
import * as ServerPg from "../../src/Storage/ServerPg.ts"
import * as Logs from "../support/Logs.ts"
import * as Postgres from "../support/servers/Postgres.ts"

/** Would fail, or count twice, when it ran twice. */
const migrations: Migrations = {
  "0001_notes": Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`CREATE TABLE notes (id integer PRIMARY KEY, text text)`.pipe(Effect.asVoid)
  ),
  "0002_count": Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`CREATE TABLE runs AS SELECT 1 AS run`.pipe(Effect.asVoid)
  )
}

const open = (url: Postgres.Database["url"]) =>
  Effect.map(Layer.build(layer({ url: Option.some(url), dataDir: "unused", migrations })), (context) => ({
    database: Context.get(context, Database),
    sql: Context.get(context, SqlClient.SqlClient)
  }))

const until = <A, E, R>(effect: Effect.Effect<A, E, R>, done: (value: A) => boolean) =>
  Effect.repeat(effect, { until: done, schedule: Schedule.spaced("20 millis") })

const isTrue = (value: boolean) => value

const unavailable = (reason: string) => ({ _tag: "DatabaseUnavailable", reason })

// All at the same time: each has a database of its own, and mostly waits.
describe.skipIf(Postgres.url === undefined).concurrent("a PostgreSQL server", () => {
  it.scopedLive(
    "is migrated once by several processes that start at the same time",
    () =>
      Logs.collected((logs) =>
        Effect.gen(function* () {
          for (let round = 0; round < 3; round++) {
            const { url } = yield* Postgres.database
            const replicas = yield* Effect.replicateEffect(open(url), 4)
            for (const { database, sql } of replicas) {
              yield* until(database.probe, isTrue)
              expect(yield* database.use(sql`SELECT run FROM runs`)).toEqual([{ run: 1 }])
            }
          }
          expect(logs.lines.filter(({ level }) => level !== "DEBUG")).toEqual([])
        })
      ),
    60_000
  )

  it.scopedLive("may be away at the start", () =>
    Logs.collected((logs) =>
      Effect.gen(function* () {
        const proxy = yield* Postgres.proxy(yield* Postgres.database)
        const { database, sql } = yield* open(proxy.url)
        yield* until(
          Effect.sync(
            () => logs.lines.filter(({ level, text }) => level === "DEBUG" && text.includes("failed")).length
          ),
          (attempts) => attempts >= 3
        )
        expect(yield* database.probe).toBe(false)
        expect(yield* Effect.flip(database.use(sql`SELECT 1`))).toMatchObject(unavailable("starting"))

        yield* proxy.open
        yield* until(database.probe, isTrue)
        expect(yield* database.use(sql`SELECT id FROM notes`)).toEqual([])
        expect(logs.lines.filter(({ level }) => level !== "DEBUG").map(({ text }) => text)).toEqual([
          "The migrations of the database have not succeeded. The database is unavailable: nothing listens at its host and port",
          "The migrations of the database have run"
        ])
      })
    )
  )

  it.scopedLive.each<
    readonly [setting: string, alter: (name: string) => ReadonlyArray<string>, told: string]
  >([
    [
      "characters that are not all",
      (name) => [
        `DROP DATABASE ${name}`,
        `CREATE DATABASE ${name} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`
      ],
      "Its server_encoding is LATIN1, and must be UTF8: a payment may have any characters."
    ],
    [
      "transactions that see what was there before",
      (name) => [`ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`],
      "Its default_transaction_isolation is repeatable read, and must be read committed: the limits of a payer would not hold."
    ]
  ])("is refused with %s", ([, alter, told]) =>
    Logs.collected((logs) =>
      Effect.gen(function* () {
        const { administer, name, url } = yield* Postgres.database
        yield* Effect.forEach(alter(name), administer)
        const { database } = yield* open(url)
        const problem = yield* Effect.repeat(database.problem, {
          until: Option.contains(told),
          schedule: Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(200)).pipe(
            Schedule.zipRight(Schedule.identity<Option.Option<string>>())
          )
        })
        expect(problem).toEqual(Option.some(told))
        expect(logs.lines.filter(({ level }) => level !== "DEBUG").map(({ text }) => text)).toEqual([
          `The migrations of the database have not succeeded. ${told}`
        ])
      })
    )
  )

  it.scopedLive("may go away in a transaction, and come back", () =>
    Effect.gen(function* () {
      const proxy = yield* Postgres.proxy(yield* Postgres.database)
      yield* proxy.open
      const { database, sql } = yield* open(proxy.url)
      yield* until(database.probe, isTrue)

      const insert = sql`INSERT INTO notes VALUES (1, 'lost')`
      const afterwards: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        Effect.void, // COMMIT fails
        Effect.fail("no"), // ROLLBACK fails
        sql`SELECT 1`
      ]
      for (const after of afterwards) {
        const error = yield* insert.pipe(
          Effect.zipRight(proxy.close),
          Effect.zipRight(after),
          sql.withTransaction,
          database.use,
          Effect.flip
        )
        expect(error).toMatchObject(unavailable("connection"))
        expect(yield* database.probe).toBe(false)
        expect(yield* Effect.flip(database.use(insert))).toMatchObject(unavailable("connection"))
        yield* proxy.open
        yield* until(database.probe, isTrue)
        expect(yield* database.use(sql`SELECT id FROM notes`)).toEqual([])
      }
    })
  )

  it.scopedLive("may end connections that are idle", () =>
    Effect.gen(function* () {
      const { administer, name, url } = yield* Postgres.database
      const { database, sql } = yield* open(url)
      yield* until(database.probe, isTrue)
      yield* administer(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'almanac'`
      )
      yield* until(database.probe, isTrue)
      expect(yield* database.use(sql`SELECT id FROM notes`)).toEqual([])
    })
  )

  it.scoped("is told to stop a statement that takes over 3 seconds", () =>
    Effect.gen(function* () {
      const { administer, name, url } = yield* Postgres.database
      const { database, sql } = yield* open(url)
      const live = TestServices.provideLive
      yield* live(until(database.probe, isTrue))
      const sleeping = administer(
        `SELECT 1 FROM pg_stat_activity WHERE datname = '${name}' AND query LIKE 'SELECT pg_sleep%' AND state = 'active'`
      )

      const statement = yield* Effect.fork(database.use(sql`SELECT pg_sleep(600)`))
      yield* live(until(sleeping, (rows) => rows.length === 1))
      yield* TestClock.adjust("3 seconds")
      expect(yield* Effect.flip(Fiber.join(statement))).toMatchObject(unavailable("timeout"))
      yield* live(until(sleeping, (rows) => rows.length === 0))
      expect(yield* database.use(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
    })
  )

  it.scopedLive("may fall silent: its connections are given up", () =>
    Effect.gen(function* () {
      const proxy = yield* Postgres.proxy(yield* Postgres.database)
      yield* proxy.open
      const sql = yield* ServerPg.make({
        name: "test",
        url: proxy.url,
        maxConnections: 1,
        silence: "1 second"
      })
      yield* sql`SELECT 1`
      yield* proxy.freeze
      expect((yield* Effect.flip(sql`SELECT 1`))._tag).toBe("SqlError")
      expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
    })
  )

  it.scopedLive("keeps nobody from closing while it is silent", () =>
    Effect.gen(function* () {
      const proxy = yield* Postgres.proxy(yield* Postgres.database)
      yield* proxy.open
      yield* Effect.gen(function* () {
        const { database, sql } = yield* open(proxy.url)
        yield* until(database.probe, isTrue)
        yield* proxy.freeze
        yield* Effect.forkDaemon(database.use(sql.withTransaction(sql`SELECT 1`)))
        // At the second try, on a new connection.
        expect(yield* database.probe).toBe(true)
      }).pipe(Effect.scoped)
    })
  )
})
