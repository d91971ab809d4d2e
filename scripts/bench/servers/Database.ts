/**
 * A database of the bench's own on the server of DATABASE_URL, dropped at the end.
 */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import pg from "pg"
import { because } from "../Failure.ts"

const serverUrl = process.env["DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres"

/** Runs statements one after another on a connection of their own; the rows of the last. */
export const query = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.tryPromise({
    try: async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      let rows: ReadonlyArray<Readonly<Record<string, unknown>>> = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      await client.end()
      return rows
    },
    catch: because("PostgreSQL (DATABASE_URL)")
  })

/** An empty database, by its URL. */
export const make = Effect.gen(function* () {
  const name = `almanac_bench_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(query(serverUrl, `CREATE DATABASE ${name}`), () =>
    Effect.ignoreLogged(query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
})

/** The floor's ledger: tables like Almanac's own, in a schema of their own. */
export const floorSchema = "floor"

/** Makes it, once Almanac has made its tables. */
export const addFloor = (url: string) =>
  query(
    url,
    `CREATE SCHEMA ${floorSchema}`,
    ...["payments", "payers"].map(
      (table) => `CREATE TABLE ${floorSchema}.${table} (LIKE public.${table} INCLUDING ALL)`
    )
  )

/** The server's version. */
export const version = Effect.map(query(serverUrl, "SHOW server_version"), ([row]) =>
  String(row?.["server_version"] ?? "unknown")
)
