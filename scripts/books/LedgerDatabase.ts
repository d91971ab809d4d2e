/**
 * The ledger's database as an operator's program opens it: beside the running service, where it is on a server. Nothing is
 * migrated: what a service of another version has made of the tables is not touched.
 */
import { join } from "node:path"
import { FileSystem } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Redacted } from "effect"
import { migrations } from "../../src/Payment/ledger/migrations.ts"
import { Settings } from "../../src/Settings.ts"
import * as EmbeddedPg from "../../src/Storage/EmbeddedPg.ts"
import { table } from "../../src/Storage/Migrations.ts"
import * as ServerPg from "../../src/Storage/ServerPg.ts"
import { NotMade } from "./Failure.ts"

const opened = (url: Redacted.Redacted) =>
  ServerPg.make({ name: "books", url, maxConnections: 1, silence: "10 minutes" })

/** The client of a ledger on a server. It waits ten minutes for a statement: some read the whole table. */
export const server = (url: string) => Layer.scoped(SqlClient.SqlClient, opened(Redacted.make(url)))

/** An embedded database is opened only where there is one: it would be made otherwise. */
const embedded = (dataDir: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (!(yield* fs.exists(join(dataDir, "pg", "PG_VERSION")))) {
      return yield* new NotMade({
        message: `there is no ledger in ${dataDir}: set DATABASE_URL or DATA_DIR as the service has it`
      })
    }
    return yield* EmbeddedPg.make(dataDir)
  })

/** Fails unless the tables are those of this version, or of a newer one. */
const isCurrent = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [there] = yield* sql<{ readonly there: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS there`
  const done =
    there?.there === true
      ? yield* sql<{ readonly id: number }>`SELECT migration_id AS id FROM ${sql(table)}`
      : []
  const known = Object.keys(migrations).map((name) => Number.parseInt(name, 10))
  const ids = new Set(done.map(({ id }) => id))
  if (!known.every((id) => ids.has(id))) {
    return yield* new NotMade({
      message:
        "the ledger's tables are not those of this version: start its service once, which brings them up to date"
    })
  }
})

/** The client of the ledger that the settings name. */
export const layer = Layer.scoped(
  SqlClient.SqlClient,
  Effect.gen(function* () {
    const { storage } = yield* Settings
    const sql = yield* Option.match(storage.databaseUrl, {
      onSome: opened,
      onNone: () => embedded(storage.dataDir)
    })
    yield* Effect.provideService(isCurrent, SqlClient.SqlClient, sql)
    return sql
  })
)
