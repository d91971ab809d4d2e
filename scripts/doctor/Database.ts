/**
 * The ledger's place: a PostgreSQL server, or a directory.
 */
import { dirname, join, resolve } from "node:path"
import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option, type Redacted } from "effect"
import { migrations } from "../../src/Payment/ledger/migrations.ts"
import { reasonOf } from "../../src/Runtime/FileError.ts"
import type { Settings } from "../../src/Settings.ts"
import { isLedgerAtRisk } from "../../src/StartupChecks.ts"
import { DatabaseUnavailable, isSqlError, judge as judgeSql } from "../../src/Storage/DatabaseError.ts"
import { isDamaged } from "../../src/Storage/EmbeddedPg.ts"
import { table } from "../../src/Storage/Migrations.ts"
import * as ServerPg from "../../src/Storage/ServerPg.ts"
import { type Finding, fail, ok, warn } from "./Finding.ts"
import { judge } from "./Skew.ts"

const known = Object.keys(migrations).map((name) => Number.parseInt(name, 10))

const counted = (count: number) => `${count} migration${count === 1 ? "" : "s"}`

/** What has run in the database, against what this version knows. */
const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [there] = yield* sql<{ readonly there: boolean; readonly may: boolean }>`
    SELECT to_regclass(${table}) IS NOT NULL AS there,
      has_schema_privilege(current_user, current_schema(), 'CREATE') AS may`
  if (there?.there !== true) {
    return there?.may === true
      ? ok("schema", "none yet: the service makes it at its start")
      : fail(
          "schema",
          "none, and this user may make none",
          "GRANT CREATE ON SCHEMA public to the user of DATABASE_URL"
        )
  }
  const rows = yield* sql<{ readonly id: number }>`SELECT migration_id AS id FROM ${sql(table)}`
  const done = new Set(rows.map(({ id }) => id))
  const pending = known.filter((id) => !done.has(id)).length
  const strange = [...done].filter((id) => !known.includes(id)).length
  if (strange > 0) {
    return warn(
      "schema",
      `${counted(strange)} of a newer version ${strange === 1 ? "has" : "have"} run`,
      "run the newer version"
    )
  }
  return pending === 0
    ? ok("schema", `all ${known.length} migrations have run`)
    : warn(
        "schema",
        `${counted(pending)} ${pending === 1 ? "has" : "have"} not run`,
        "start the service: it runs them"
      )
})

/** How far the ledger's clock is ahead of this machine's: a service that differs by more than 5 s deletes nothing. */
const clock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [ledger] = yield* sql<{ readonly has: boolean }>`
    SELECT to_regprocedure('almanac_now()') IS NOT NULL AS has`
  const now = sql.literal(ledger?.has === true ? "almanac_now()" : "statement_timestamp()")
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{
    readonly now: number
  }>`SELECT (extract(epoch FROM ${now}) * 1000)::float8 AS now`
  const after = yield* Clock.currentTimeMillis
  const ahead = (row?.now ?? Number.NaN) - (before + after) / 2
  return judge("database clock", ahead / 1000, "this machine's")
})

const advice = "check DATABASE_URL, the server, and the way to it (psql \"$DATABASE_URL\" -c 'SELECT 1')"

const readOnlyAdvice =
  "set DATABASE_URL to the primary, or end what makes it read-only (default_transaction_read_only, a short disk); until then paid calls answer 503"

const told = (error: Error) => {
  const judged = isSqlError(error) ? judgeSql(error) : error
  return judged instanceof DatabaseUnavailable ? judged.problem : judged.message
}

const server = (url: Redacted.Redacted): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const sql = yield* ServerPg.make({ name: "doctor", url, maxConnections: 1, silence: "5 seconds" })
    const found = Effect.gen(function* () {
      const [row] = yield* sql<{ readonly version: string; readonly only: string }>`
        SELECT current_setting('server_version') AS version, current_setting('transaction_read_only') AS only`
      const version = `PostgreSQL ${row?.version ?? "of an unknown version"}`
      return [
        row?.only === "on"
          ? fail("database", `${version}, read-only`, readOnlyAdvice)
          : ok("database", version),
        yield* clock,
        yield* schema
      ]
    })
    return yield* found.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.timeout(Duration.seconds(8))
    )
  }).pipe(
    Effect.scoped,
    // While this process starts, an answer in time can be read too late.
    Effect.retry({ times: 2 }),
    Effect.catchAll((error) => Effect.succeed([fail("database", told(error), advice)]))
  )

/** The directory, or the nearest one above it that there is. */
const nearest = (path: string): Effect.Effect<string, PlatformError, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.flatMap(fs.exists(path), (exists) =>
      exists || path === dirname(path) ? Effect.succeed(path) : nearest(dirname(path))
    )
  )

/** Bytes that PostgreSQL takes of a disk at a time: a segment of its log. */
const segmentBytes = 16 * 1024 * 1024

/**
 * Whether a file of some size can be made in the directory; where it is missing, whether the service can make it. Leaves
 * nothing.
 */
const directory = (path: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const there = yield* nearest(resolve(path))
    yield* Effect.scoped(
      Effect.flatMap(fs.makeTempDirectoryScoped({ directory: there, prefix: "doctor-" }), (own) =>
        fs.writeFile(join(own, "segment"), new Uint8Array(segmentBytes))
      )
    )
    return (yield* isDamaged(path))
      ? fail(
          "database",
          `the embedded database in ${path} is damaged: its file pg/PG_VERSION is missing`,
          "restore the directory, or set DATA_DIR to another one"
        )
      : ok("database", `embedded, in ${path}, which can be written`)
  }).pipe(
    Effect.catchAll((error) =>
      Effect.succeed(
        fail(
          "database",
          `${path} cannot be written (${reasonOf(error)})`,
          "make room on its disk, or set DATA_DIR to a directory of this user, or DATABASE_URL"
        )
      )
    )
  )

/** Checks whichever the settings name. */
export const check = (settings: Settings["Type"]) =>
  Option.match(settings.storage.databaseUrl, {
    onSome: server,
    onNone: () => {
      const { dataDir } = settings.storage
      const place = dataDir.startsWith("memory://")
        ? Effect.succeed(
            warn(
              "database",
              "embedded, in memory",
              "set DATABASE_URL or DATA_DIR: a restart loses the ledger"
            )
          )
        : directory(dataDir)
      return Effect.map(
        place,
        (finding): ReadonlyArray<Finding> => [
          finding,
          ...(isLedgerAtRisk(settings)
            ? [
                warn(
                  "ledger",
                  "real money in an embedded database",
                  "set DATABASE_URL, so that the ledger outlives this machine"
                )
              ]
            : [])
        ]
      )
    }
  })
