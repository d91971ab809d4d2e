/**
 * The embedded database, through the client that the service uses.
 */
import { randomBytes } from "node:crypto"
import { FileSystem } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Schema } from "effect"
import * as Pg from "pg"
import * as EmbeddedPg from "../../src/Storage/EmbeddedPg.ts"
import * as ChildProcess from "../support/process/ChildProcess.ts"

/** Milliseconds for tests that start several databases, on a busy machine. */
const slow = 60_000

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe("in memory", () => {
  const memory = Layer.scoped(SqlClient.SqlClient, EmbeddedPg.make("memory://"))

  layer(Layer.provide(memory, NodeFileSystem.layer))((it) => {
    it.effect("takes 500 rows at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE rows (id integer PRIMARY KEY, text text)`
        yield* Effect.forEach(numbers(500), (id) => sql`INSERT INTO rows VALUES (${id}, ${`row ${id}`})`, {
          concurrency: "unbounded"
        })
        const [found] = yield* sql`SELECT count(*)::int AS count, max(text) AS last FROM rows`
        expect(found).toEqual({ count: 500, last: "row 99" })
      })
    )

    it.effect("gives every statement its own answer, also next to failing ones", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const statement = (id: number) => {
          switch (id % 4) {
            case 0:
              return sql`SELECT ${id}::int AS id`
            case 1:
              return sql`SELECT ${"no table"}::regclass AS id` // fails when its parameters are bound
            case 2:
              return sql`SELECT ${id}::int / 0 AS id` // fails when it is executed
            default:
              return sql`SELECT nonsense AS id` // fails in the simple protocol
          }
        }
        const outcomes = yield* Effect.forEach(numbers(200), (id) => Effect.option(statement(id)), {
          concurrency: "unbounded"
        })
        expect(outcomes).toEqual(
          numbers(200).map((id) => (id % 4 === 0 ? Option.some([{ id }]) : Option.none()))
        )
      })
    )

    it.effect("rolls back a transaction that fails", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE kept (id integer)`
        yield* sql`INSERT INTO kept VALUES (1)`.pipe(
          Effect.zipRight(Effect.fail("no")),
          sql.withTransaction,
          Effect.flip
        )
        yield* sql.withTransaction(sql`INSERT INTO kept VALUES (2)`)
        expect(yield* sql`SELECT id FROM kept`).toEqual([{ id: 2 }])
      })
    )

    it.effect("goes on after a transaction that is interrupted", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE dropped (id integer)`
        const started = yield* Deferred.make<void>()
        const fiber = yield* sql`INSERT INTO dropped VALUES (1)`.pipe(
          Effect.zipRight(Deferred.succeed(started, undefined)),
          Effect.zipRight(Effect.forever(sql`SELECT 1`)),
          sql.withTransaction,
          Effect.fork
        )
        yield* Deferred.await(started)
        const exit = yield* Fiber.interrupt(fiber)
        expect(Exit.isInterrupted(exit)).toBe(true)
        expect(yield* sql`SELECT id FROM dropped`).toEqual([])
      })
    )

    it.effect("returns bytes as they were", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const bytes = Buffer.concat([Buffer.from(numbers(256)), randomBytes(3_000_000)])
        yield* sql`CREATE TABLE answers (body bytea)`
        yield* sql`INSERT INTO answers VALUES (${bytes})`
        const [answer] = yield* Schema.decodeUnknown(
          Schema.Tuple(Schema.Struct({ body: Schema.Uint8ArrayFromSelf }))
        )(yield* sql`SELECT body FROM answers`)
        expect(bytes.equals(answer.body)).toBe(true)
      })
    )

    it.effect("reports a violated constraint", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE nonces (nonce text PRIMARY KEY)`
        yield* sql`INSERT INTO nonces VALUES ('0x1')`
        const { cause } = yield* Effect.flip(sql`INSERT INTO nonces VALUES (${"0x1"})`)
        expect(cause).toBeInstanceOf(Pg.DatabaseError)
        expect(cause).toMatchObject({ code: "23505", table: "nonces", constraint: "nonces_pkey" })
      })
    )
  })
})

describe("in a directory", () => {
  layer(NodeFileSystem.layer)((it) => {
    it.scoped(
      "starts from the prepared cluster, and keeps data",
      () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const [one, other] = [`${yield* temporary}/one`, `${yield* temporary}/other`]
          // Left behind by a process that ended while it unpacked the cluster.
          yield* fs.makeDirectory(`${one}/pg.new/base`, { recursive: true })

          const identity = (directory: string) =>
            Effect.gen(function* () {
              const sql = yield* EmbeddedPg.make(directory)
              yield* sql`CREATE TABLE IF NOT EXISTS starts (at timestamptz)`
              yield* sql`INSERT INTO starts VALUES (now())`
              return yield* sql`SELECT system_identifier::text AS id, (SELECT count(*)::int FROM starts) AS starts
              FROM pg_control_system()`
            }).pipe(Effect.scoped)

          const [first] = yield* identity(one)
          const [again] = yield* identity(one)
          // `initdb` would have given each its own.
          const [another] = yield* identity(other)
          expect(again).toEqual({ ...first, starts: 2 })
          expect(another).toEqual(first)
          expect((yield* fs.readDirectory(one)).sort()).toEqual(["lock", "pg"])
        }),
      slow
    )

    it.scoped(
      "has what was committed before a kill -9, and is not shared until then",
      () =>
        Effect.gen(function* () {
          const directory = yield* temporary
          const child = yield* ChildProcess.start("EmbeddedProcess.ts", directory)
          expect(yield* child.firstLine).toBe("committed")
          expect((yield* Effect.flip(EmbeddedPg.make(directory)))._tag).toBe("DirectoryInUse")

          yield* child.kill
          const sql = yield* EmbeddedPg.make(directory)
          expect(yield* sql`SELECT text FROM notes`).toEqual([{ text: "committed" }])
        }),
      slow
    )

    it.scoped("does not write over files that are there", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = yield* temporary
        yield* fs.makeDirectory(`${directory}/pg`)
        yield* fs.writeFileString(`${directory}/pg/notes.txt`, "mine")
        expect((yield* Effect.flip(EmbeddedPg.make(directory)))._tag).toBe("DirectoryUnusable")
        expect(yield* fs.readDirectory(`${directory}/pg`)).toEqual(["notes.txt"])
      })
    )

    it.scoped("says so when a cluster has lost its PG_VERSION, and leaves the rest as it is", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = yield* temporary
        yield* Effect.scoped(EmbeddedPg.make(directory))
        yield* fs.remove(`${directory}/pg/PG_VERSION`)
        const before = yield* fs.readDirectory(`${directory}/pg`)
        const error = yield* Effect.flip(EmbeddedPg.make(directory))
        expect(error._tag).toBe("EmbeddedDatabaseBroken")
        expect(error.message).toContain("its files are damaged")
        expect(yield* fs.readDirectory(`${directory}/pg`)).toEqual(before)
      })
    )

    it.scoped("says so when the files are not those of its version", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = yield* temporary
        yield* fs.makeDirectory(`${directory}/pg`)
        yield* fs.writeFileString(`${directory}/pg/PG_VERSION`, "12")
        const error = yield* Effect.flip(EmbeddedPg.make(directory))
        expect(error._tag).toBe("EmbeddedDatabaseBroken")
        expect(error.message).toContain(`The embedded database in "${directory}" does not start`)
      })
    )
  })
})
