/**
 * A database of the bench's own on the server of DATABASE_URL, dropped at the end.
 */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import pg from "pg"
import { because } from "../Failure.ts"

const serverUrl = process.env["DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres"

const urlOf = (name: string) => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs statements one after another on a connection of their own; the rows of the last. */
export const query = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.tryPromise({
    try: async () => {
      const client = new pg.Client({ connectionString: url })
      // A connection that breaks fails the statement on it; nobody listening, it would end the process.
      client.on("error", () => {})
      try {
        await client.connect()
        let rows: ReadonlyArray<Readonly<Record<string, unknown>>> = []
        for (const statement of statements) rows = (await client.query(statement)).rows
        return rows
      } finally {
        await client.end()
      }
    },
    catch: because("PostgreSQL (DATABASE_URL)")
  })

/** Runs one statement on the server, in none of the bench's databases. */
export const onServer = (statement: string) => query(serverUrl, statement)

/** An empty database, by its URL. */
export const make = Effect.gen(function* () {
  const name = `almanac_bench_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(query(serverUrl, `CREATE DATABASE ${name}`), () =>
    Effect.ignoreLogged(query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  )
  return urlOf(name)
})

/** A database of this name, made where there is none, and kept. */
export const kept = (name: string) =>
  Effect.gen(function* () {
    const there = yield* query(serverUrl, `SELECT 1 FROM pg_database WHERE datname = '${name}'`)
    if (there.length === 0) yield* query(serverUrl, `CREATE DATABASE ${name}`)
    return urlOf(name)
  })

/** Makes a peer's ledger, once Almanac has made its tables: tables like them, in a schema of the peer's name. */
export const addLedger = (url: string, schema: string) =>
  query(
    url,
    `CREATE SCHEMA ${schema}`,
    ...["payments", "answers", "payers"].map(
      (table) => `CREATE TABLE ${schema}.${table} (LIKE public.${table} INCLUDING ALL)`
    ),
    // A reference is not copied with its table.
    `ALTER TABLE ${schema}.payments ADD FOREIGN KEY (answered_at, network, asset, payer, nonce)
      REFERENCES ${schema}.answers`
  )

/** The server's version. */
export const version = Effect.map(query(serverUrl, "SHOW server_version"), ([row]) =>
  String(row?.["server_version"] ?? "unknown")
)
