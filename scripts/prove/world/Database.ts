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

/** A PostgreSQL server, by URL, and what the names of a proof's databases begin with there. */
export interface Server {
  readonly url: string
  readonly prefix: string
}

/** A server, for one proof. */
export const serverAt = (url: string): Server => ({
  url,
  prefix: `almanac_prove_${randomBytes(6).toString("hex")}`
})

const broken = (error: unknown) => new WorldBroken({ message: `PostgreSQL (DATABASE_URL): ${String(error)}` })

const administer = (server: Server, statement: string, values: ReadonlyArray<string> = []) =>
  Effect.tryPromise({
    try: async (): Promise<Rows> => {
      const client = new pg.Client({ connectionString: server.url })
      try {
        await client.connect()
        return (await client.query(statement, [...values])).rows
      } finally {
        await client.end()
      }
    },
    catch: broken
  })

const drop = (server: Server, name: string) =>
  administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

/** The databases of a proof that are there. */
export const names = (server: Server) =>
  Effect.map(
    administer(server, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [server.prefix]),
    (rows) => rows.map(({ datname }) => String(datname))
  )

/** Drops the databases of a proof: a process that is killed leaves its own. */
export const dropAll = (server: Server) =>
  Effect.ignoreLogged(
    Effect.flatMap(names(server), (all) =>
      Effect.forEach(all, (name) => drop(server, name), { discard: true })
    )
  )

/** An empty database on a server, by its URL. Its server is not what dies here: nobody waits for the disk. */
export const make = (server: Server) =>
  Effect.gen(function* () {
    const name = `${server.prefix}_${randomBytes(3).toString("hex")}`
    yield* Effect.acquireRelease(administer(server, `CREATE DATABASE ${name}`), () =>
      Effect.ignoreLogged(drop(server, name))
    )
    yield* administer(server, `ALTER DATABASE ${name} SET synchronous_commit = off`)
    const url = new URL(server.url)
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
