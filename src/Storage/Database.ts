/**
 * The process's database: a PostgreSQL server when there is a URL, otherwise an embedded one.
 */
import { NodeFileSystem } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { PgClient } from "@effect/sql-pg"
import { Context, type Duration, Effect, Exit, Layer, Option, type Redacted, Ref } from "effect"
import { DatabaseUnavailable, isSqlError, judge } from "./DatabaseError.ts"
import type { DirectoryInUse, DirectoryUnusable } from "./DirectoryLock.ts"
import * as EmbeddedPg from "./EmbeddedPg.ts"
import * as Migrations from "./Migrations.ts"
import * as ServerPg from "./ServerPg.ts"

export { DatabaseUnavailable, StatementRejected } from "./DatabaseError.ts"

/** How statements are run. */
export class Database extends Context.Tag("almanac/Database")<
  Database,
  {
    /**
     * Runs statements, or one transaction (`use(sql.withTransaction(...))`), for 3 s at most. Where the database is
     * at fault, the failure is `DatabaseUnavailable`, and it is not known whether a write has happened; where the
     * statement is, a defect `StatementRejected`. Other failures pass.
     *
     * An interruption waits for the result: a client who hangs up leaves no write of unknown outcome. Hence no
     * waiting for anything but the database in here.
     */
    readonly use: <A, E, R>(
      statements: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, Exclude<E, Extract<E, SqlError>> | DatabaseUnavailable, R>
    /** Whether the database answers within 1 s and its migrations have run. */
    readonly probe: Effect.Effect<boolean>
  }
>() {}

/** Why there is no database at all. A server that is away is no such reason. */
export type OpenError =
  | DirectoryInUse
  | DirectoryUnusable
  | EmbeddedPg.EmbeddedDatabaseBroken
  | ServerPg.DatabaseUrlInvalid
  | Migrations.MigrationsFailed

const statementLimit: Duration.DurationInput = "3 seconds"
const probeLimit: Duration.DurationInput = "1 second"

/**
 * Nothing but the limit ends the effect, and nothing is waited for then: giving up a statement takes the client up
 * to 5 s when the server is silent. An interrupted fibre signals its children at once, in an uninterruptible region
 * too: the time-out's race must not be among them, or a client who hangs up would cut the statement that records his
 * payment.
 */
const limited =
  (limit: Duration.DurationInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.disconnect,
      Effect.interruptible,
      Effect.timeoutFail({
        duration: limit,
        onTimeout: () => new DatabaseUnavailable({ reason: "timeout" })
      }),
      Effect.interruptible,
      Effect.disconnect,
      Effect.uninterruptible
    )

const refuse = (error: SqlError): Effect.Effect<never, DatabaseUnavailable> => {
  const verdict = judge(error)
  return Effect.zipRight(
    Effect.logDebug(verdict.message, error),
    verdict instanceof DatabaseUnavailable ? Effect.fail(verdict) : Effect.die(verdict)
  )
}

const make = (sql: SqlClient.SqlClient, migrated: Effect.Effect<boolean>): Context.Tag.Service<Database> => {
  const within =
    (limit: Duration.DurationInput) =>
    <A, E, R>(statements: Effect.Effect<A, E, R>) =>
      Effect.if(migrated, {
        onTrue: () =>
          statements.pipe(
            Effect.catchIf(isSqlError<E>, refuse),
            // A transaction whose COMMIT or ROLLBACK fails dies of it.
            Effect.catchSomeDefect((defect) =>
              isSqlError(defect) ? Option.some(refuse(defect)) : Option.none()
            ),
            limited(limit)
          ),
        onFalse: () => new DatabaseUnavailable({ reason: "starting" })
      })

  return {
    use: within(statementLimit),
    probe: Effect.map(Effect.exit(within(probeLimit)(sql`SELECT 1`)), Exit.isSuccess)
  }
}

const embedded = (dataDir: string, migrations: Migrations.Migrations) =>
  Effect.gen(function* () {
    const client = yield* Effect.provide(EmbeddedPg.make(dataDir), NodeFileSystem.layer)
    yield* Effect.provideService(Migrations.run(migrations), SqlClient.SqlClient, client)
    return { client, migrated: Effect.succeed(true) }
  })

/**
 * The migrations have a client of their own, since a statement of theirs may take long; it runs in the background,
 * for as long as it takes.
 */
const server = (url: Redacted.Redacted, migrations: Migrations.Migrations) =>
  Effect.gen(function* () {
    const client = yield* ServerPg.make({
      name: "statements",
      url,
      maxConnections: 10,
      silence: "12 seconds"
    })
    const migrator = yield* ServerPg.make({
      name: "migrations",
      url,
      maxConnections: 1,
      silence: "10 minutes"
    })
    const migrated = yield* Ref.make(false)
    yield* Migrations.runPersistently(migrations).pipe(
      Effect.provideService(SqlClient.SqlClient, migrator),
      Effect.disconnect,
      Effect.zipRight(Ref.set(migrated, true)),
      Effect.forkScoped
    )
    return { client, migrated: Ref.get(migrated) }
  })

/**
 * The database, and the clients to write statements for it with. A server is connected and migrated in the
 * background, as soon as it is there; the embedded database before the layer is ready.
 */
export const layer = (options: {
  /** A PostgreSQL server. */
  readonly url: Option.Option<Redacted.Redacted>
  /** Where the embedded database has its files, or `memory://`; read only when there is no URL. */
  readonly dataDir: string
  readonly migrations: Migrations.Migrations
}): Layer.Layer<Database | SqlClient.SqlClient | PgClient.PgClient, OpenError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const { client, migrated } = yield* Option.match(options.url, {
        onNone: () => embedded(options.dataDir, options.migrations),
        onSome: (url) => server(url, options.migrations)
      })
      return Context.make(Database, make(client, migrated)).pipe(
        Context.add(SqlClient.SqlClient, client),
        Context.add(PgClient.PgClient, client)
      )
    })
  )
