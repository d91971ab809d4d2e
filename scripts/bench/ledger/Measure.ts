/**
 * What one operation costs: how long its caller waits, and what the database's own counters say.
 */
import { performance } from "node:perf_hooks"
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { BenchFailure, because } from "../Failure.ts"
import * as Database from "../servers/Database.ts"

/** What some calls of one operation took. */
export interface Cost {
  /** Of each call, milliseconds. */
  readonly waits: ReadonlyArray<number>
  /** Per call: time in which the database worked on it, milliseconds. */
  readonly databaseMs: number
  /** Per call: bytes of write-ahead log. Those of autovacuum at the same moment are among them. */
  readonly walBytes: number
  /** Per call: pages that were not in the database's own memory. */
  readonly reads: number
}

const Counters = Schema.Tuple(
  Schema.Struct({ activeMs: Schema.Number, wal: Schema.NumberFromString, reads: Schema.NumberFromString })
)

/** The counters of a database, asked from another one, so that the question does not count. */
const counters = (url: string) =>
  Database.onServer(
    `SELECT active_time AS "activeMs", (pg_current_wal_insert_lsn() - '0/0')::text AS wal, blks_read::text AS reads
     FROM pg_stat_database WHERE datname = '${new URL(url).pathname.slice(1)}'`
  ).pipe(Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknown(Counters)(rows))))

/** The most connections that the service opens: an operation may have used any of them. */
export const connections = 10

/** A connection otherwise tells what it counted only once a second. */
const tell = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT pg_stat_force_next_flush()`).pipe(
  Effect.mapError(because("PostgreSQL 15 or newer"))
)

/**
 * Runs an operation with each argument, so many at a time, and sees to it that it does what it should (`isRight`). All
 * calls use the connections of `url`'s pool.
 */
export const measure = <Argument, A, E, R>(
  name: string,
  url: string,
  run: ReadonlyArray<Argument>,
  operation: (argument: Argument) => Effect.Effect<A, E, R>,
  isRight: (result: A) => boolean,
  concurrency = 1
): Effect.Effect<Cost, BenchFailure, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const tellAll = Effect.all(
      Array.from({ length: connections }, () => tell),
      { concurrency: connections, discard: true }
      // It tells after its answer: who has answered again has told.
    ).pipe(Effect.repeatN(1))
    yield* tellAll
    const [before] = yield* counters(url)
    const start = performance.now()
    const waits = yield* Effect.forEach(
      run,
      (argument) =>
        Effect.gen(function* () {
          const start = performance.now()
          const result = yield* Effect.mapError(operation(argument), because(name))
          const wait = performance.now() - start
          if (!isRight(result)) {
            return yield* new BenchFailure({ message: `${name}: ${JSON.stringify(result)}` })
          }
          return wait
        }),
      { concurrency }
    )
    const whole = performance.now() - start
    yield* tellAll
    const [after] = yield* counters(url)
    return {
      waits: concurrency === 1 ? waits : waits.map(() => whole / run.length),
      // Of one long statement it is told too late to be asked for.
      databaseMs: run.length === 1 ? Number.NaN : (after.activeMs - before.activeMs) / run.length,
      walBytes: (after.wal - before.wal) / run.length,
      reads: (after.reads - before.reads) / run.length
    }
  })
