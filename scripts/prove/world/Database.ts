/**
 * A database of the proof's own on the server of DATABASE_URL, dropped at the end, and what is asked of it beside the
 * service.
 */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import pg from "pg"
import { WorldBroken } from "./Listener.ts"

/** The server, where none is named. */
export const defaultServer = "postgres://postgres@127.0.0.1:5432/postgres"

const broken = (error: unknown) => new WorldBroken({ message: `PostgreSQL (DATABASE_URL): ${String(error)}` })

const administer = (server: string, statement: string) =>
  Effect.tryPromise({
    try: async () => {
      const client = new pg.Client({ connectionString: server })
      await client.connect()
      await client.query(statement)
      await client.end()
    },
    catch: broken
  })

/** An empty database on a server, by its URL. Its server is not what dies here: nobody waits for the disk. */
export const make = (server: string) =>
  Effect.gen(function* () {
    const name = `almanac_prove_${randomBytes(6).toString("hex")}`
    yield* Effect.acquireRelease(administer(server, `CREATE DATABASE ${name}`), () =>
      Effect.ignoreLogged(administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    )
    yield* administer(server, `ALTER DATABASE ${name} SET synchronous_commit = off`)
    const url = new URL(server)
    url.pathname = `/${name}`
    return url.href
  })

/** Rows of a statement, as the driver gives them. */
export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** Asks a database. */
export type Query = (statement: string, values?: ReadonlyArray<unknown>) => Effect.Effect<Rows, WorldBroken>

/** A connection beside the service, by the straight way. */
export const connection = (url: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const pool = new pg.Pool({ connectionString: url, max: 2 })
        // The server ends a connection that is idle: the next question opens another.
        pool.on("error", () => {})
        return pool
      }),
      (pool) => Effect.promise(() => pool.end())
    ),
    (pool): Query =>
      (statement, values = []) =>
        Effect.tryPromise({
          try: async () => (await pool.query(statement, [...values])).rows,
          catch: broken
        })
  )

/** Milliseconds for which a dear reservation is being written. */
const writing = 40

/**
 * Makes a migrated database slow where limits are at stake: between the moment at which a dear purchase has counted what
 * its payer has open, and that at which others see its reservation. Purchases that come at once meet in between, unless
 * they are kept apart. `least` in atomic units.
 */
export const slowDown = (query: Query, least: string) =>
  Effect.forEach(
    [
      `CREATE FUNCTION prove_slowly() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(${writing / 1000}); RETURN NEW; END $$`,
      `CREATE TRIGGER prove_slowly BEFORE INSERT ON payments FOR EACH ROW WHEN (NEW.amount >= ${least})
        EXECUTE FUNCTION prove_slowly()`
    ],
    (statement) => query(statement),
    { discard: true }
  )

/** Of a database that is not open yet. */
export const none: Query = () => Effect.fail(broken("it is not open"))
