/**
 * The database of the process: a PostgreSQL server when there is a URL, otherwise an embedded one.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { withMonotonic } from "../Runtime/Clock.ts"
import * as TimeLimit from "../Runtime/TimeLimit.ts"
import { DatabaseUnavailable, isSqlError, judge } from "./DatabaseError.ts"
import type { DirectoryInUse, DirectoryUnusable } from "./DirectoryLock.ts"
import * as EmbeddedPg from "./EmbeddedPg.ts"
import * as Migrations from "./Migrations.ts"
import * as Prepared from "./Prepared.ts"
import type * as ConnectionPool from "./pool/ConnectionPool.ts"
import * as ServerPg from "./ServerPg.ts"

export { DatabaseUnavailable, StatementRejected } from "./DatabaseError.ts"

/** Runs statements. */
export class Database extends Context.Tag("almanac/Database")<
  Database,
  {
    /**
     * Runs statements, or one transaction (`use(sql.withTransaction(...))`), for at most 3 s. A fault of the database
     * fails with `DatabaseUnavailable`; whether a write has happened is then unknown. A wrong statement dies with
     * `StatementRejected`. Other failures pass through.
     *
     * An interruption waits for the result, so that a client that hangs up leaves no write of unknown outcome. The
     * effect must therefore wait for nothing but the database.
     */
    readonly use: <A, E, R>(
      statements: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, Exclude<E, Extract<E, SqlError>> | DatabaseUnavailable, R>
    /** Runs one prepared statement, as `use` does, at a lower cost. */
    readonly run: (query: Prepared.Query) => Effect.Effect<Prepared.Result, DatabaseUnavailable>
    /** Whether the database answers within 1 s and its migrations have run. A miss is tried again at once. */
    readonly probe: Effect.Effect<boolean>
    /** The same, with the reason in words for the operator when it does not. */
    readonly problem: Effect.Effect<Option.Option<string>>
  }
>() {}

/** Why the database cannot be opened. A server that is away does not count: it is awaited. */
export type OpenError =
  | DirectoryInUse
  | DirectoryUnusable
  | EmbeddedPg.EmbeddedDatabaseBroken
  | ServerPg.DatabaseUrlInvalid
  | Migrations.MigrationsFailed

/** How long anybody waits for a statement. */
export const statementLimit = Duration.seconds(3)
const probeLimit = Duration.seconds(1)

const onTimeout = () => new DatabaseUnavailable({ reason: "timeout" })

/** Where the migrations stand: done, or not yet, with the last failure if there was one. */
type Migrated = Either.Either<void, Option.Option<string>>

const starting = new DatabaseUnavailable({ reason: "starting" })

/** A full disk, a missing right, a server that is read-only: no probe meets them, since it writes nothing. */
const metByWritesAlone = /^(?:53100|42501|25006)$/

/** Milliseconds until the same refusal is said again. */
const silence = 60_000

/** Fails, or dies, of a refused statement. What only writes meet is said in the log, once a minute. */
const makeRefuse = () => {
  const saidAt = new Map<string, number>()

  const say = ({ problem, sqlState = "" }: DatabaseUnavailable) =>
    withMonotonic((now) => {
      if (now - (saidAt.get(sqlState) ?? Number.NEGATIVE_INFINITY) < silence) return Effect.void
      saidAt.set(sqlState, now)
      return Effect.logWarning(`the database refuses to write: ${problem}`)
    })

  return (error: SqlError): Effect.Effect<never, DatabaseUnavailable> => {
    const verdict = judge(error)
    const logged = Effect.logDebug(verdict.message, error)
    if (!(verdict instanceof DatabaseUnavailable)) return Effect.zipRight(logged, Effect.die(verdict))
    return Effect.zipRight(
      metByWritesAlone.test(verdict.sqlState ?? "") ? say(verdict) : logged,
      Effect.fail(verdict)
    )
  }
}

const make = (sql: ConnectionPool.PooledClient, migrated: () => Migrated): Context.Tag.Service<Database> => {
  const refuse = makeRefuse()

  const whenMigrated = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(
      (): Effect.Effect<A, E | DatabaseUnavailable, R> => (Either.isRight(migrated()) ? effect : starting)
    )

  const within =
    (duration: Duration.Duration) =>
    <A, E, R>(statements: Effect.Effect<A, E, R>) =>
      statements.pipe(
        Effect.catchIf(isSqlError<E>, refuse),
        // A failed COMMIT or ROLLBACK is a defect.
        Effect.catchSomeDefect((defect) =>
          isSqlError(defect) ? Option.some(refuse(defect)) : Option.none()
        ),
        TimeLimit.shield({ duration, onTimeout })
      )

  const limit = { millis: Duration.toMillis(statementLimit), onTimeout }

  const prepared = (result: Effect.Effect<Prepared.Result, SqlError | DatabaseUnavailable>) =>
    whenMigrated(Effect.catchAll(result, (error) => (isSqlError(error) ? refuse(error) : Effect.fail(error))))

  /** Whoever cannot even connect is told so, whatever the migrations wait for. */
  const problem = within(probeLimit)(sql`SELECT 1`).pipe(
    Effect.retry({ times: 1 }),
    Effect.map(() =>
      Either.match(migrated(), {
        onRight: () => Option.none(),
        onLeft: (failure) => Option.some(Option.getOrElse(failure, () => starting.problem))
      })
    ),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeedSome(error instanceof DatabaseUnavailable ? error.problem : "it rejects SELECT 1")
    })
  )

  return {
    use: (statements) => whenMigrated(within(statementLimit)(statements)),
    run: (query) => prepared(Prepared.run(sql, query, limit)),
    problem,
    probe: Effect.map(problem, Option.isNone)
  }
}

const embedded = (dataDir: string, migrations: Migrations.Migrations) =>
  Effect.gen(function* () {
    const client = yield* Effect.provide(EmbeddedPg.make(dataDir), NodeFileSystem.layer)
    yield* Effect.provideService(Migrations.run(migrations), SqlClient.SqlClient, client)
    return { client, migrated: () => Either.void }
  })

/** Migrations run in the background and on a client of their own, because one of their statements may take long. */
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
    let migrated: Migrated = Either.left(Option.none())
    const become = (state: Migrated) =>
      Effect.sync(() => {
        migrated = state
      })
    yield* Migrations.runPersistently(migrations, ({ reason }) =>
      become(Either.left(Option.some(reason)))
    ).pipe(
      Effect.provideService(SqlClient.SqlClient, migrator),
      Effect.disconnect,
      Effect.zipRight(become(Either.void)),
      Effect.forkScoped
    )
    return { client, migrated: () => migrated }
  })

/**
 * The database, and the clients that build statements for it. A server is connected and migrated in the background, as
 * soon as it answers. The embedded database is migrated before the layer is ready.
 */
export const layer = (options: {
  /** A PostgreSQL server. */
  readonly url: Option.Option<Redacted.Redacted>
  /** Where the embedded database has its files, or `memory://`. Used only without a URL. */
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
