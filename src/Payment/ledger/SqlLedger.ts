/**
 * The statements of `Ledger`, one per operation. Times are the database's (`SqlTime`).
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PaymentState } from "../../Resources/PaymentStatus.ts"
import { Database } from "../../Storage/Database.ts"
import type { Result } from "../../Storage/Prepared.ts"
import * as Prepared from "../../Storage/Prepared.ts"
import { distrustDuration, shortageMemory, unchargedWindow } from "../Limits.ts"
import * as Metrics from "../Metrics.ts"
import { decodeEntries, entryColumns } from "./EntryColumns.ts"
import {
  Ledger,
  leaseDuration,
  maxReplays,
  type PaymentKey,
  PaymentRecord,
  type ReleaseReason,
  ReserveResult,
  retention
} from "./Ledger.ts"
import * as ReserveStatement from "./ReserveStatement.ts"
import { idempotencyKeyTaken, transactionTaken } from "./SqlConstraints.ts"
import * as SqlPayerRecords from "./SqlPayerRecords.ts"
import * as SqlPendingPayments from "./SqlPendingPayments.ts"
import * as SqlRetention from "./SqlRetention.ts"
import * as SqlTime from "./SqlTime.ts"

const ResponseRow = Schema.Struct({
  body: Schema.Uint8ArrayFromSelf,
  headers: Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String })),
  hash: Schema.String
})

const unfinalized = ["settling", "unknown"] as const

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { before, later, laterBy, now } = SqlTime.make(sql)

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

  /** Releases a payment and remembers the reason of its payer, in one statement. */
  const release = (key: PaymentKey, attempt: string, reason: ReleaseReason): Statement<unknown> => {
    const mine = held(key, attempt, "reserved")
    const released = sql`
      UPDATE payments SET state = 'released', payment_id = NULL, signature = '', payload = '' WHERE ${mine}
      RETURNING payer, amount`
    const deleted = sql`DELETE FROM payments WHERE ${mine} RETURNING payer, amount`
    switch (reason._tag) {
      case "NotRun":
        return released
      case "Refused":
        return deleted
      case "RanUncharged":
        return sql`
        WITH released AS (${released})
        INSERT INTO payers (payer, uncharged, uncharged_since, changed_at)
        SELECT payer, 1, ${now}, ${now} FROM released
        ON CONFLICT (payer) DO UPDATE SET changed_at = EXCLUDED.changed_at,
          uncharged = CASE WHEN payers.uncharged_since > ${before(unchargedWindow)}
            THEN payers.uncharged + 1 ELSE 1 END,
          uncharged_since = CASE WHEN payers.uncharged_since > ${before(unchargedWindow)}
            THEN payers.uncharged_since ELSE EXCLUDED.uncharged_since END
        RETURNING payer`
      case "InsufficientBalance":
        return sql`
        WITH refused AS (${deleted})
        INSERT INTO payers (payer, short_until, short_amount, short_reason, changed_at)
        SELECT payer, ${later(shortageMemory)}, amount, ${reason.reason}::text, ${now}
        FROM refused
        ON CONFLICT (payer) DO UPDATE SET changed_at = EXCLUDED.changed_at,
          short_until = EXCLUDED.short_until, short_amount = EXCLUDED.short_amount,
          short_reason = EXCLUDED.short_reason
        RETURNING payer`
    }
  }

  const run = (statement: Statement<unknown>) => database.run(Prepared.query(statement))

  const reserve = ReserveStatement.statement(sql)

  const settling = Prepared.template(
    ["network", "asset", "payer", "nonce", "attempt", "response", "headers", "hash", "payload"],
    (the) => sql`
      UPDATE payments SET state = 'settling', lease_until = ${later(leaseDuration)},
        response = ${the.response}, response_headers = ${the.headers}, response_hash = ${the.hash},
        payload = ${the.payload}, replays = 0
      WHERE ${at(the)} AND attempt = ${the.attempt} AND state = 'reserved'`
  )

  const settled = Prepared.template(
    ["network", "asset", "payer", "nonce", "transaction", "owns"],
    (the) => sql`
      UPDATE payments SET state = 'settled', settled_at = ${now},
        transaction = ${the.transaction}, owns_transaction = ${the.owns}::boolean, reason = NULL
      WHERE ${at(the)} AND state IN ('settling', 'unknown')`
  )

  return Ledger.of({
    reserve: (reservation) =>
      database.run(reserve(reservation)).pipe(
        Effect.map(({ rows }) => {
          const result = ReserveStatement.resultOf(rows)
          if (result._tag === "Reserved") Metrics.count("reserved")
          return result
        }),
        Effect.catchSomeDefect(idempotencyKeyTaken(Effect.succeed(ReserveResult.AlreadyReserved())))
      ),

    find: (key) => run(sql`SELECT ${entry} FROM payments WHERE ${at(key)}`).pipe(only(decodeEntries)),

    findByIdempotencyKey: (payer, paymentId) =>
      run(sql`SELECT ${entry} FROM payments WHERE payer = ${payer} AND payment_id = ${paymentId}`).pipe(
        only(decodeEntries)
      ),

    renew: (key, attempt) =>
      run(sql`
          UPDATE payments SET lease_until = ${later(leaseDuration)}
          WHERE ${held(key, attempt, "reserved", "settling")}`).pipe(changedOne),

    release: (key, attempt, reason) => run(release(key, attempt, reason)).pipe(movedTo("released")),

    settling: (key, attempt, response, payload) =>
      database
        .run(
          settling({
            ...key,
            attempt,
            response: response.body,
            headers: JSON.stringify(response.headers),
            hash: response.hash,
            payload
          })
        )
        .pipe(movedTo("settling")),

    giveBack: (key, attempt) =>
      run(sql`
        UPDATE payments SET state = 'released', payment_id = NULL, signature = '', payload = '',
          response = NULL, response_headers = NULL, response_hash = NULL
        WHERE ${held(key, attempt, "reserved", "settling")}`).pipe(movedTo("released")),

    settled: (key, transaction, by = "receipt") => {
      const write = (owns: boolean) =>
        database
          .run(settled({ ...key, transaction, owns: String(owns) }))
          .pipe(movedTo("settled"), Effect.as(true))
      const otherwise = by === "chain" ? write(false) : Effect.succeed(false)
      return Effect.catchSomeDefect(write(true), transactionTaken(otherwise))
    },

    presumed: (key, attempt) =>
      run(sql`
          UPDATE payments SET state = 'presumed_settled', settled_at = ${now}
          WHERE ${held(key, attempt, "unknown")}`).pipe(movedTo("presumed_settled")),

    failed: (key, attempt, { reason, refusePayer, transaction }) => {
      const failed = sql`
          UPDATE payments SET state = 'failed', reason = ${reason}, failed_at = ${now},
            transaction = COALESCE(${transaction ?? null}::text, transaction),
            payment_id = NULL, signature = '', payload = '',
            response = NULL, response_headers = NULL, response_hash = NULL
          WHERE ${held(key, attempt, ...unfinalized)} RETURNING payer`
      return run(
        refusePayer
          ? sql`
              WITH failed AS (${failed})
              INSERT INTO payers (payer, refused_until, changed_at)
              SELECT payer, ${later(distrustDuration)}, ${now} FROM failed
              ON CONFLICT (payer) DO UPDATE SET
                refused_until = EXCLUDED.refused_until, changed_at = EXCLUDED.changed_at
              RETURNING payer`
          : failed
      ).pipe(movedTo("failed"))
    },

    unknown: (key, attempt, { nonceUsed, reason, resolveAfter, transaction, unusableReceipt = false }) => {
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

    replay: (key) =>
      run(sql`
          UPDATE payments SET replays = replays + 1
          WHERE ${at(key)} AND state IN ('settled', 'presumed_settled') AND response IS NOT NULL
            AND replays < ${maxReplays} AND settled_at > ${before(retention)}
          RETURNING response AS body, response_headers AS headers, response_hash AS hash`).pipe(
        only(decodeResponse)
      ),

    status: (key) =>
      run(sql`
          SELECT state, amount::text AS amount, transaction, created_at AS "createdAt", settled_at AS "settledAt",
            valid_before::text AS "validBefore", response_hash AS "responseHash"
          FROM payments WHERE ${at(key)}`).pipe(only(decodeRecord))
  })
})

/** The ledger in the process's database, with what the reconciler and the sweeper ask of it. */
export const layer = Layer.mergeAll(
  Layer.effect(Ledger, make),
  SqlPayerRecords.layer,
  SqlPendingPayments.layer,
  SqlRetention.layer
)
