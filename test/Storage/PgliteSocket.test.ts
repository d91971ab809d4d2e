/**
 * The `pg` driver over PGlite: what a connection of its own would promise.
 */
import { describe, expect, it } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { dataDir } from "@electric-sql/pglite-prepopulatedfs"
import { Effect } from "effect"
import * as Pg from "pg"
import { PgliteSocket } from "../../src/Storage/PgliteSocket.ts"

type Database = ConstructorParameters<typeof PgliteSocket>[0]

const database = Effect.acquireRelease(
  Effect.promise(async () => PGlite.create({ dataDir: "memory://", loadDataDir: await dataDir() })),
  (database) => Effect.promise(() => database.close())
)

const config = (database: Database) => ({
  stream: () => new PgliteSocket(database),
  user: "postgres",
  database: "postgres",
  ssl: false
})

const client = (database: Database) => new Pg.Client(config(database))

describe("PgliteSocket", () => {
  it.scoped("ends a transaction together with its connection", () =>
    Effect.gen(function* () {
      const pglite = yield* database
      yield* Effect.promise(async () => {
        const first = client(pglite)
        await first.connect()
        await first.query("CREATE TABLE notes (text text)")
        await first.query("BEGIN")
        await first.query("INSERT INTO notes VALUES ('open')")
        await first.end()

        const second = client(pglite)
        await second.connect()
        await second.query("BEGIN")
        await second.query("INSERT INTO notes VALUES ('open')")
        second.once("error", () => {})
        const ended = new Promise((resolve) => second.once("end", resolve))
        second.connection.stream.destroy()
        await ended

        const third = client(pglite)
        await third.connect()
        expect((await third.query("SELECT * FROM notes")).rows).toEqual([])
        await third.end()
      })
    })
  )

  it.scoped("does not take up the event loop while statements queue", () =>
    Effect.gen(function* () {
      const pglite = yield* database
      yield* Effect.promise(async () => {
        const pool = new Pg.Pool({ ...config(pglite), max: 1 })
        let done = 0
        const statements = Array.from({ length: 50 }, () => pool.query("SELECT 1").then(() => done++))
        const doneInOneTurn = await new Promise<number>((resolve) => setImmediate(() => resolve(done)))
        expect(doneInOneTurn).toBeLessThan(50)
        await Promise.all(statements)
        await pool.end()
      })
    })
  )

  it.effect("makes an exception of PGlite an error of the connection", () =>
    Effect.promise(async () => {
      const broken: Database = {
        ready: true,
        isInTransaction: () => false,
        execProtocolRawStream: () => Promise.reject(new Error("unreachable"))
      }
      const error = await client(broken)
        .connect()
        .then(
          () => undefined,
          (error: unknown) => error
        )
      expect(error).toMatchObject({
        message: "The embedded database failed",
        cause: { message: "unreachable" }
      })
    })
  )
})
