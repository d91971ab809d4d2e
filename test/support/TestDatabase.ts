/**
 * A database of the test's own: on the server of DATABASE_URL where there is one, embedded otherwise.
 */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Option, Redacted } from "effect"
import pg from "pg"

const serverUrl = process.env["DATABASE_URL"] ?? ""

/** Whether tests run on a real PostgreSQL. */
export const isServer = serverUrl !== ""

const administer = (statement: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  })

/** Where the database is, as the settings say it: dropped when the scope ends. */
export const make = Effect.gen(function* () {
  if (!isServer) return { databaseUrl: Option.none<Redacted.Redacted>(), dataDir: "memory://" }
  const name = `almanac_test_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(administer(`CREATE DATABASE ${name}`), () =>
    administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { databaseUrl: Option.some(Redacted.make(url.href)), dataDir: "unused" }
})

/** A database that outlives the services on it, within the scope. */
export const lasting = isServer
  ? make
  : Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-"))),
        (dataDir) => Effect.sync(() => rmSync(dataDir, { recursive: true, force: true }))
      ),
      (dataDir) => ({ databaseUrl: Option.none<Redacted.Redacted>(), dataDir })
    )
