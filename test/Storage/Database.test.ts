/**
 * How statements are run, with the embedded database; and a database that is not there.
 */
import { SqlClient } from "@effect/sql"
import { describe, expect, expectTypeOf, it, layer } from "@effect/vitest"
import {
  Cause,
  Context,
  Deferred,
  Effect,
  Fiber,
  Layer,
  Option,
  Redacted,
  TestClock,
  TestServices
} from "effect"
import {
  Database,
  type DatabaseUnavailable,
  layer as databaseLayer,
  StatementRejected
} from "../../src/Storage/Database.ts"
import type { Migrations } from "../../src/Storage/Migrations.ts"
import type { PooledClient } from "../../src/Storage/pool/ConnectionPool.ts"
import * as Logs from "../support/Logs.ts"
import * as RefusingPostgres from "../support/servers/RefusingPostgres.ts"

const statement = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql.unsafe(text)))

const migrations = {
  "0001_notes": statement("CREATE TABLE notes (id integer PRIMARY KEY, text text)"),
  "0002_first_note": statement("INSERT INTO notes VALUES (1, 'first')")
}

const asPooled = (sql: SqlClient.SqlClient): Effect.Effect<PooledClient> =>
  "pool" in sql ? Effect.succeed(sql as unknown as PooledClient) : Effect.dieMessage("no pool")

const embedded = (migrations: Migrations) =>
  databaseLayer({ url: Option.none(), dataDir: "memory://", migrations })

const server = (url: string) =>
  databaseLayer({ url: Option.some(Redacted.make(url)), dataDir: "unused", migrations })

describe("statements", () => {
  layer(embedded(migrations))((it) => {
    it.effect("are run once the migrations are done", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        expect(yield* database.probe).toBe(true)
        expect(yield* database.use(sql`SELECT text FROM notes WHERE id = 1`)).toEqual([{ text: "first" }])
      })
    )

    it.effect("keep their connection until they end, when nobody waits for them any more", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const warnings: Array<string> = []
        const listen = ({ message }: Error) => void warnings.push(message)
        process.on("warning", listen)
        const { pool } = yield* asPooled(sql)
        for (let n = 0; n < 4; n += 1) {
          // What the library does for a caller that is interrupted.
          yield* Effect.async<void>((resume) => {
            pool.connect((_, client, release) => {
              client?.query("SELECT 1", () => {})
              release()
              resume(Effect.void)
            })
          })
        }
        expect(yield* database.use(sql`SELECT 2 AS two`)).toEqual([{ two: 2 }])
        process.off("warning", listen)
        // The driver warns of two statements that wait on one connection.
        expect(warnings).toEqual([])
      })
    )

    it.effect("keep the failures that are not the database's, and roll back on them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const error = yield* sql`INSERT INTO notes VALUES (2, 'second')`.pipe(
          Effect.zipRight(Effect.fail("no" as const)),
          sql.withTransaction,
          database.use,
          Effect.flip
        )
        expectTypeOf(error).toEqualTypeOf<"no" | DatabaseUnavailable>()
        expect(error).toBe("no")
        expect(yield* database.use(sql`SELECT id FROM notes`)).toEqual([{ id: 1 }])
      })
    )

    it.effect("that break a constraint are a defect, which has no values", () =>
      Logs.collected((logs) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const database = yield* Database
          const insert = sql`INSERT INTO notes VALUES (1, ${"a secret"})`
          for (const statements of [insert, sql.withTransaction(insert)]) {
            const cause = yield* database.use(statements).pipe(Effect.sandbox, Effect.flip)
            expect(Cause.squash(cause)).toBeInstanceOf(StatementRejected)
            expect(Cause.squash(cause)).toMatchObject({
              sqlState: "23505",
              table: "notes",
              constraint: "notes_pkey"
            })
            expect(Cause.pretty(cause, { renderErrorCause: true })).not.toContain("secret")
          }
          expect(logs.lines.filter(({ level }) => level !== "DEBUG")).toEqual([])
        })
      )
    )

    it.effect("that a full disk or a missing right refuses are said in words, once a minute", () =>
      Logs.collected((logs) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const database = yield* Database
          const refused = (code: string) =>
            Effect.flip(
              database.use(
                sql.unsafe(`DO $$ BEGIN RAISE EXCEPTION 'secret' USING ERRCODE = '${code}'; END $$`)
              )
            )
          for (const code of ["53100", "53100", "42501", "25006", "40001"]) {
            expect(yield* refused(code)).toMatchObject({ _tag: "DatabaseUnavailable", sqlState: code })
          }
          yield* TestClock.adjust("1 minute")
          yield* refused("53100")
          const disk = "the database refuses to write: the server's disk is full (53100)"
          expect(logs.lines.filter(({ level }) => level !== "DEBUG").map(({ text }) => text)).toEqual([
            disk,
            expect.stringMatching(/^the database refuses to write: the user of DATABASE_URL lacks a right/),
            expect.stringMatching(/^the database refuses to write: the server is read-only/),
            disk
          ])
        })
      )
    )

    it.effect("end after 3 seconds", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        // Occupies the one connection.
        const release = yield* Deferred.make<void>()
        const entered = yield* Deferred.make<void>()
        const transaction = yield* Deferred.succeed(entered, undefined).pipe(
          Effect.zipRight(Deferred.await(release)),
          sql.withTransaction,
          Effect.fork
        )
        yield* Deferred.await(entered)

        const waiting = yield* Effect.fork(database.use(sql`SELECT 1`))
        const uninterruptible = yield* Effect.fork(Effect.uninterruptible(database.use(sql`SELECT 1`)))
        const probe = yield* Effect.fork(database.probe)
        yield* TestClock.adjust("2 seconds")
        // A miss is tried again at once.
        expect(yield* Fiber.join(probe)).toBe(false)
        expect(yield* Fiber.poll(waiting)).toEqual(Option.none())
        yield* TestClock.adjust("1 second")
        for (const fiber of [waiting, uninterruptible]) {
          expect(yield* Effect.flip(Fiber.join(fiber))).toMatchObject({
            _tag: "DatabaseUnavailable",
            reason: "timeout"
          })
        }

        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(transaction)
        expect(yield* database.probe).toBe(true)
      })
    )

    it.effect("are not interrupted with their caller", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const begun = yield* Deferred.make<void>()
        const caller = yield* Deferred.succeed(begun, undefined).pipe(
          Effect.zipRight(sql`INSERT INTO notes VALUES (3, 'third')`),
          sql.withTransaction,
          database.use,
          Effect.fork
        )
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(caller)
        expect(yield* database.use(sql`SELECT text FROM notes WHERE id = 3`)).toEqual([{ text: "third" }])
      })
    )
  })
})

describe("the layer", () => {
  it.effect("fails when a migration of the embedded database does", () =>
    Effect.gen(function* () {
      const broken = { ...migrations, "0003_broken": statement("CREATE TABLE notes (id integer)") }
      const error = yield* Effect.flip(Effect.scoped(Layer.build(embedded(broken))))
      expect(error._tag).toBe("MigrationsFailed")
      expect(error.message).toContain('Migration "3_broken" failed: The database rejects a statement (42P07)')
    })
  )

  it.effect("fails when a migration has a name that would be left out", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.scoped(Layer.build(embedded({ notes: statement("CREATE TABLE notes (id integer)") })))
      )
      expect(error.message).toContain("Some have not run")
    })
  )

  it.effect("fails when the data directory cannot be used", () =>
    Effect.gen(function* () {
      const options = { url: Option.none(), dataDir: "/dev/null", migrations }
      const error = yield* Effect.flip(Effect.scoped(Layer.build(databaseLayer(options))))
      expect(error._tag).toBe("DirectoryUnusable")
    })
  )

  it.effect("fails when the URL is none, without telling it", () =>
    Effect.gen(function* () {
      for (const url of ["host:5432/almanac", "postgres://almanac:secret@host:port/almanac"]) {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(server(url))))
        expect(error._tag).toBe("DatabaseUrlInvalid")
        expect(`${error.message} ${JSON.stringify(error)} ${error.stack}`).not.toContain("secret")
      }
    })
  )

  it.effect("is there while the server is not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      expect(yield* database.probe).toBe(false)
      expect(yield* Effect.flip(database.use(sql`SELECT 1`))).toMatchObject({
        _tag: "DatabaseUnavailable",
        reason: "starting"
      })
    }).pipe(Effect.provide(server("postgres://almanac@127.0.0.1:1/almanac")))
  )

  it.scoped("says once that the server refuses the password, and never the password", () =>
    Logs.collected((logs) =>
      Effect.gen(function* () {
        const { passwords, port } = yield* RefusingPostgres.make("28P01")
        const url = `postgres://almanac:secret@127.0.0.1:${port}/almanac`
        const context = yield* Layer.build(server(url))
        yield* TestClock.adjust("2 seconds").pipe(
          Effect.zipRight(TestServices.provideLive(Effect.sleep("20 millis"))),
          Effect.repeat({ until: () => passwords.length >= 3 })
        )
        const error = yield* Effect.flip(Context.get(context, Database).use(Effect.void))

        expect(new Set(passwords)).toEqual(new Set(["secret"]))
        const warnings = logs.lines.filter(({ level }) => level === "WARN")
        expect(warnings.map(({ text }) => text)).toEqual([
          "The migrations of the database have not succeeded. The database is unavailable: the server refuses the password of DATABASE_URL (28P01)"
        ])
        expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain("secret")
        expect(JSON.stringify(logs.lines)).not.toContain("secret")
      })
    )
  )
})
