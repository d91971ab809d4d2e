/**
 * Brings the schema of a database up to date.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgMigrator from "@effect/sql-pg/PgMigrator"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { isSqlError, judge, StatementRejected } from "./DatabaseError.ts"

/** Migrations by name, `<number>_<words>`. Each runs once, in the order of their numbers, all in one transaction. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>>

/** The schema is not up to date. `reason` contains no statements and no values. */
export class MigrationsFailed extends Schema.TaggedError<MigrationsFailed>()("MigrationsFailed", {
  reason: Schema.String
}) {
  override get message() {
    return `The migrations of the database have not succeeded. ${this.reason}`
  }
}

/** The table of the migrations that have run. */
export const table = "almanac_migrations"

/** A failed statement may be a failure, a defect, or the cause of the migrator's own error. */
const explain = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  if (isSqlError(error)) return judge(error).message
  if (!(error instanceof PgMigrator.MigrationError)) return "A migration failed."
  return isSqlError(error.cause) ? `${error.message}: ${judge(error.cause).message}` : error.message
}

/** What a database may have otherwise than the statements need it, as the server names it, and why they do. */
const needs = [
  ["server_encoding", "UTF8", "a payment may have any characters"],
  ["default_transaction_isolation", "read committed", "the limits of a payer would not hold"]
] as const

const checkSettings = (sql: SqlClient.SqlClient) =>
  Effect.forEach(needs, ([name, needed, because]) =>
    Effect.flatMap(sql<{ readonly value: string }>`SELECT current_setting(${name}) AS value`, ([row]) =>
      row?.value === needed
        ? Effect.void
        : new MigrationsFailed({ reason: `Its ${name} is ${row?.value}, and must be ${needed}: ${because}.` })
    )
  )

/**
 * Runs the migrations once. Several processes may do so at the same time: all but one wait for a lock on the table of
 * migrations and then find the work done.
 */
export const run = (migrations: Migrations): Effect.Effect<void, MigrationsFailed, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* checkSettings(sql)
    const loader = PgMigrator.fromRecord(migrations)
    // PgMigrator.run without its dump of the schema, which needs a shell.
    yield* PgMigrator.make({})({ loader, table }).pipe(
      // Creating the table of migrations fails while another process creates it, and succeeds the next time.
      Effect.retry({
        times: 1,
        while: (error) => isSqlError(error) && judge(error) instanceof StatementRejected
      })
    )
    // The migrator skips malformed names and numbers below the last one, and reads every failure to record a
    // migration as a sign that another process is running it.
    const done = yield* sql<{ readonly id: number }>`SELECT migration_id AS id FROM ${sql(table)}`
    const present = new Set(done.map(({ id }) => id))
    const known = yield* loader
    if (known.length < Object.keys(migrations).length || !known.every(([id]) => present.has(id))) {
      return yield* new MigrationsFailed({ reason: "Some have not run." })
    }
  }).pipe(
    Effect.catchAllCause((cause) => {
      if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
      const error = Cause.squash(cause)
      return Effect.zipRight(
        Effect.logDebug("Migrations failed", cause),
        error instanceof MigrationsFailed ? error : new MigrationsFailed({ reason: explain(cause) })
      )
    })
  )

/** Runs the migrations until they succeed, with pauses from 100 ms to 2 s. Logs each new reason once. */
export const runPersistently = (
  migrations: Migrations,
  onFailure: (error: MigrationsFailed) => Effect.Effect<void>
): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.suspend(() => {
    let logged = Option.none<string>()
    return run(migrations).pipe(
      Effect.tapError(onFailure),
      Effect.tapError(({ message }) => {
        if (Option.contains(logged, message)) return Effect.void
        logged = Option.some(message)
        return Effect.logWarning(message)
      }),
      Effect.retry(Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("2 seconds"))),
      Effect.tap(() =>
        Option.isSome(logged) ? Effect.logInfo("The migrations of the database have run") : Effect.void
      ),
      Effect.orDie
    )
  })
