/**
 * Brings the schema of a database to the present state.
 */
import { SqlClient } from "@effect/sql"
import { PgMigrator } from "@effect/sql-pg"
import { Cause, Effect, Option, Schedule, Schema } from "effect"
import { isSqlError, judge, StatementRejected } from "./DatabaseError.ts"

/** Migrations by name, `<number>_<words>`: run once each, in the order of their numbers, all in one transaction. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>>

/** The schema is not up to date. `reason` has no statement and no values. */
export class MigrationsFailed extends Schema.TaggedError<MigrationsFailed>()("MigrationsFailed", {
  reason: Schema.String
}) {
  override get message() {
    return `The migrations of the database have not succeeded. ${this.reason}`
  }
}

/** Notes the migrations that have run. */
export const table = "almanac_migrations"

/** A failed statement is a failure, a defect, or the cause of the migrator's own error. */
const explain = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  if (isSqlError(error)) return judge(error).message
  if (!(error instanceof PgMigrator.MigrationError)) return "A migration failed."
  return isSqlError(error.cause) ? `${error.message}: ${judge(error.cause).message}` : error.message
}

/**
 * One try. Several processes may do it at the same time: all but one wait for a lock on the migrations' table, and
 * find the work done.
 */
export const run = (migrations: Migrations): Effect.Effect<void, MigrationsFailed, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const loader = PgMigrator.fromRecord(migrations)
    // PgMigrator.run without its dump of the schema, which needs a shell.
    yield* PgMigrator.make({})({ loader, table }).pipe(
      // Its own table is rejected when another process creates it at the same moment, and there the next time.
      Effect.retry({
        times: 1,
        while: (error) => isSqlError(error) && judge(error) instanceof StatementRejected
      })
    )
    // The migrator leaves out names that it does not understand and numbers below the last one, and takes every
    // refusal to note a migration for a sign that another process is at work.
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

/** Tries until it succeeds, first after 100 ms, at last every 2 s. Warns when there is something new to say. */
export const runPersistently = (migrations: Migrations): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.suspend(() => {
    let told = Option.none<string>()
    return run(migrations).pipe(
      Effect.tapError(({ message }) => {
        if (Option.contains(told, message)) return Effect.void
        told = Option.some(message)
        return Effect.logWarning(message)
      }),
      Effect.retry(Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("2 seconds"))),
      Effect.tap(() =>
        Option.isSome(told) ? Effect.logInfo("The migrations of the database have run") : Effect.void
      ),
      Effect.orDie
    )
  })
