/**
 * The databases of a run: an empty ledger and a filled one, both made by the service's own migrations.
 */
import { Console, Duration, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { migrations } from "../../../src/Payment/ledger/migrations.ts"
import * as SqlLedger from "../../../src/Payment/ledger/SqlLedger.ts"
import * as Product from "../../../src/Storage/Database.ts"
import { BenchFailure, because } from "../Failure.ts"
import * as Database from "../servers/Database.ts"
import * as Rows from "./Rows.ts"

/**
 * What is known of a filled ledger, as a comment on its database. `filledAt` is the moment that its rows' ages count from,
 * `written` how many are there: a fill that was ended goes on.
 */
export const Facts = Schema.Struct({
  rows: Schema.Number,
  days: Schema.Number,
  payers: Schema.Number,
  filledAt: Schema.String,
  written: Schema.Number,
  fillSeconds: Schema.Number,
  vacuumSeconds: Schema.Number,
  indexSeconds: Schema.Number
})
export type Facts = typeof Facts.Type

/** Rows that one statement writes. */
const atOnce = 100_000

/** The service's own layer of a ledger, once its tables are there. */
export const open = (url: string) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(
      Layer.provideMerge(
        SqlLedger.layer,
        Product.layer({ url: Option.some(Redacted.make(url)), dataDir: "unused", migrations })
      )
    ).pipe(Effect.mapError(because("the ledger")))
    yield* Effect.flatMap(Product.Database, ({ probe }) => probe).pipe(
      Effect.provide(services),
      Effect.filterOrFail(
        (isThere) => isThere,
        () => new BenchFailure({ message: "the ledger's tables are not there after a minute" })
      ),
      Effect.retry({ times: 600, schedule: Schedule.spaced("100 millis") })
    )
    return services
  })

/** Seconds that statements take. */
const secondsOf = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.map(Effect.timed(Database.query(url, ...statements)), ([duration]) => Duration.toSeconds(duration))

/** Notes facts as a comment, in a transaction with what they are about where there is one. */
const note = (database: string, facts: Facts) =>
  `COMMENT ON DATABASE ${database} IS '${JSON.stringify(facts)}'`

/** The facts of a database that nothing is written in. */
const begun = (url: string, amount: Rows.Amount) =>
  Effect.gen(function* () {
    yield* Effect.scoped(open(url))
    const [row] = yield* Database.query(url, "SELECT now()::text AS now")
    const filledAt = String(row?.["now"])
    return { ...amount, filledAt, written: 0, fillSeconds: 0, vacuumSeconds: 0, indexSeconds: 0 }
  })

/** Writes what is missing. */
const complete = (url: string, database: string, begun: Facts) =>
  Effect.gen(function* () {
    let facts = begun
    while (facts.written < facts.rows) {
      const written = Math.min(facts.rows, facts.written + atOnce)
      const seconds = yield* secondsOf(
        url,
        "SET synchronous_commit = off",
        "SET jit = off",
        "BEGIN",
        Rows.write(facts, facts.written + 1, written, `'${facts.filledAt}'::timestamptz`),
        note(database, { ...facts, written }),
        "COMMIT"
      )
      facts = { ...facts, written, fillSeconds: facts.fillSeconds + seconds }
      yield* Console.error(`bench: ${written} of ${facts.rows} rows, ${Math.round(facts.fillSeconds)} s`)
    }
    if (facts.indexSeconds > 0) return facts
    const whole = {
      ...facts,
      vacuumSeconds: yield* secondsOf(url, "VACUUM (ANALYZE)"),
      indexSeconds: yield* secondsOf(
        url,
        "DROP INDEX IF EXISTS bench_trial",
        "CREATE INDEX CONCURRENTLY bench_trial ON payments (created_at)",
        "DROP INDEX bench_trial",
        "CHECKPOINT"
      )
    }
    yield* Database.query(url, note(database, whole))
    return whole
  })

const read = Schema.decodeUnknownOption(Schema.parseJson(Facts))

const noted = (url: string, name: string) =>
  Effect.map(
    Database.query(
      url,
      `SELECT shobj_description(oid, 'pg_database') AS facts FROM pg_database WHERE datname = '${name}'`
    ),
    ([row]) => read(row?.["facts"])
  )

/**
 * The ledger's time stands where it stood when the rows were written, however much later that is: answers are as old as
 * they were.
 */
const setBack = (url: string, { filledAt }: Facts) =>
  Database.query(
    url,
    `DO $do$ BEGIN EXECUTE format(
      'CREATE OR REPLACE FUNCTION almanac_now() RETURNS timestamptz LANGUAGE sql STABLE AS %L',
      'SELECT statement_timestamp() - INTERVAL ''' || EXTRACT(EPOCH FROM now() - '${filledAt}'::timestamptz) || ' s''');
    END $do$`
  )

/** A filled ledger: the kept one of that name where it is there already, or a new one. */
export const filled = (amount: Rows.Amount, name: Option.Option<string>) =>
  Effect.gen(function* () {
    const url = yield* Option.match(name, { onNone: () => Database.make, onSome: Database.kept })
    const database = new URL(url).pathname.slice(1)
    const before = yield* noted(url, database)
    const facts = yield* Effect.flatMap(
      Option.match(before, { onNone: () => begun(url, amount), onSome: Effect.succeed }),
      (facts) => complete(url, database, facts)
    )
    yield* setBack(url, facts)
    return { url, facts }
  })
