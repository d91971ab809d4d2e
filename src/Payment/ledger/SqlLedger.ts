/**
 * The statements of `Ledger`: one for each operation, or two in a transaction. Those of every sale are in `SqlReserve` and
 * `SqlSettle`. Times are the database's (`SqlTime`).
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PaymentState } from "../../Resources/PaymentStatus.ts"
import { Database } from "../../Storage/Database.ts"
import type { Result } from "../../Storage/Prepared.ts"
import * as Prepared from "../../Storage/Prepared.ts"
import { distrustDuration } from "../Limits.ts"
import * as Metrics from "../Metrics.ts"
import * as SqlPauseStore from "../pause/SqlPauseStore.ts"
import * as Answers from "./answers/Statements.ts"
import * as Release from "./books/Release.ts"
import { Ledger, leaseDuration, type PaymentKey } from "./Ledger.ts"
import { PaymentRecord } from "./Outcomes.ts"
import * as SqlPayerRecords from "./SqlPayerRecords.ts"
import { countEarned, decodeEntries, entryColumns, transactionTaken } from "./SqlPayments.ts"
import * as SqlPendingPayments from "./SqlPendingPayments.ts"
import * as SqlReserve from "./SqlReserve.ts"
import * as SqlRetention from "./SqlRetention.ts"
import * as SqlSettle from "./SqlSettle.ts"
import * as SqlTime from "./SqlTime.ts"

const ResponseRow = Schema.Struct({
  body: Schema.Uint8ArrayFromSelf,
  headers: Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String })),
  hash: Schema.String
})

const decodeCapability = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ capability: Schema.String })))

const decodeClock = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ now: Schema.DateFromSelf })))

const unfinalized = ["settling", "unknown"] as const

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { later, laterBy, now } = SqlTime.make(sql)
  const release = Release.make(sql)

  const at = (key: PaymentKey) =>
    sql`network = ${key.network} AND asset = ${key.asset} AND payer = ${key.payer} AND nonce = ${key.nonce}`
  const held = (key: PaymentKey, attempt: string, ...states: ReadonlyArray<string>) =>
    sql`${at(key)} AND attempt = ${attempt} AND ${sql.in("state", states)}`

  const entry = entryColumns(sql)
  const decodeRecord = Schema.decodeUnknown(Schema.Array(PaymentRecord))
  const decodeResponse = Schema.decodeUnknown(Schema.Array(ResponseRow))

  /** The only row of a statement, if there is one. */
  const only = <A, E>(decode: (rows: unknown) => Effect.Effect<ReadonlyArray<A>, E>) =>
    Effect.flatMap(({ rows }: Result) =>
      Effect.map(Effect.orDie(decode(rows)), ([first]) => Option.fromNullable(first))
    )

  const changedOne = Effect.map(({ count }: Result) => count === 1)

  /** Whether a statement has moved a payment to a state; counts it. */
  const movedTo = (state: PaymentState) =>
    Effect.map(({ count }: Result) => {
      Metrics.count(state, count)
      return count === 1
    })

  /** Counts what a statement has returned. */
  const counting =
    <A>(decode: (rows: unknown) => ReadonlyArray<A>, count: (row: A) => void) =>
    (result: Result) => {
      for (const row of decode(result.rows)) count(row)
      return result
    }
  const countReplayed = counting(decodeCapability, ({ capability }) => Metrics.replayed(capability))
  const countGivenAway = counting(decodeCapability, ({ capability }) => Metrics.gaveAway(capability))

  const run = (statement: Statement<unknown>) => database.run(Prepared.query(statement))

  return Ledger.of({
    reserve: SqlReserve.make(sql, database),
    ...SqlSettle.make(sql, database),

    find: (key) => run(sql`SELECT ${entry} FROM payments WHERE ${at(key)}`).pipe(only(decodeEntries)),

    findByIdempotencyKey: (payer, idempotencyKey) =>
      run(sql`SELECT ${entry} FROM payments WHERE payer = ${payer} AND payment_id = ${idempotencyKey}`).pipe(
        only(decodeEntries)
      ),

    renew: (key, attempt) =>
      run(sql`
          UPDATE payments SET lease_until = ${later(leaseDuration)}
          WHERE ${held(key, attempt, "reserved", "settling")}`).pipe(changedOne),

    release: (key, attempt, reason) =>
      run(release(held(key, attempt, "reserved"), reason)).pipe(
        reason._tag === "RanUncharged" ? Effect.map(countGivenAway) : identity,
        movedTo("released")
      ),

    giveBack: (key, attempt) => {
      const mine = held(key, attempt, "reserved", "settling")
      // A statement sees the answers that were there when it began: one alone, which waits for the payment while its answer
      // is being stored, would leave that answer behind.
      // A machine that is gone between the two without a word keeps the lock no longer than so.
      const locked = sql`
        SELECT set_config('idle_in_transaction_session_timeout', '10s', true) FROM payments WHERE ${mine} FOR UPDATE`
      const given = sql`
        WITH ${Answers.givenUp(sql, mine, sql`state = 'released', faults = faults + 1`)} SELECT payer FROM given_up`
      return database.use(sql.withTransaction(Effect.zipRight(locked, given))).pipe(
        Effect.map((rows) => ({ rows, count: rows.length })),
        movedTo("released")
      )
    },

    presumeSettled: (key, attempt) =>
      run(sql`
          UPDATE payments SET state = 'presumed_settled', settled_at = ${now}
          WHERE ${held(key, attempt, "unknown")} RETURNING capability, amount::text AS amount`).pipe(
        Effect.tap(({ rows }) => Effect.sync(() => countEarned(rows))),
        movedTo("presumed_settled")
      ),

    recordFailure: (key, attempt, { reason, refusePayer, transaction }) => {
      const failed = Answers.givenUp(
        sql,
        held(key, attempt, ...unfinalized),
        sql`state = 'failed', reason = ${reason}, failed_at = ${now}, failures = failures + 1,
          transaction = COALESCE(${transaction ?? null}::text, transaction)`
      )
      return run(
        refusePayer
          ? sql`
              WITH ${failed}
              INSERT INTO payers (payer, refused_until, changed_at)
              SELECT payer, ${later(distrustDuration)}, ${now} FROM given_up
              ON CONFLICT (payer) DO UPDATE SET
                refused_until = EXCLUDED.refused_until, changed_at = EXCLUDED.changed_at
              RETURNING payer`
          : sql`WITH ${failed} SELECT payer FROM given_up`
      ).pipe(movedTo("failed"))
    },

    recordUnknown: (
      key,
      attempt,
      { nonceUsed, reason, resolveAfter, transaction, unusableReceipt = false }
    ) => {
      const write = (transaction: string | undefined) =>
        run(sql`
          UPDATE payments SET state = 'unknown', reason = ${reason}, lease_until = ${laterBy(resolveAfter)},
            transaction = COALESCE(${transaction ?? null}::text, transaction),
            owns_transaction = owns_transaction OR ${transaction !== undefined}::boolean,
            nonce_used = nonce_used OR ${nonceUsed}::boolean,
            receipt_at = CASE WHEN ${unusableReceipt}::boolean THEN COALESCE(receipt_at, ${now}) ELSE receipt_at END
          WHERE ${held(key, attempt, ...unfinalized)} RETURNING looks`)
      return Effect.catchSomeDefect(write(transaction), transactionTaken(write(undefined))).pipe(
        // Only the first time: the reconciler may come to the same conclusion again and again.
        Effect.map(({ rows }) => Metrics.count("unknown", rows.filter(({ looks }) => looks === 0).length))
      )
    },

    replay: (key) => run(Answers.replay(sql, at(key))).pipe(Effect.map(countReplayed), only(decodeResponse)),

    status: (key) =>
      run(sql`
          SELECT state, amount::text AS amount, transaction, created_at AS "createdAt", settled_at AS "settledAt",
            valid_before::text AS "validBefore", response_hash AS "responseHash"
          FROM payments WHERE ${at(key)}`).pipe(only(decodeRecord)),

    now: database.use(sql`SELECT ${now} AS now`).pipe(
      Effect.flatMap((rows) => Effect.orDie(decodeClock(rows))),
      Effect.map(([row]) => row.now.getTime())
    )
  })
})

/** The ledger in the process's database, with what the reconciler and the sweeper ask of it. */
export const layer = Layer.mergeAll(
  Layer.effect(Ledger, make),
  SqlPayerRecords.layer,
  SqlPendingPayments.layer,
  SqlRetention.layer,
  SqlPauseStore.layer
)
