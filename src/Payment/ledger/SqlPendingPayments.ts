/**
 * The statements of `PendingPayments`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Database } from "../../Storage/Database.ts"
import * as Metrics from "../Metrics.ts"
import * as Answers from "./answers/Statements.ts"
import { type PaymentKey, retention } from "./Ledger.ts"
import { LedgerStats, PendingPayment, PendingPayments } from "./PendingPayments.ts"
import { unknownRetention } from "./Retention.ts"
import * as SqlTime from "./SqlTime.ts"

const PaymentRow = Schema.Struct({
  ...PendingPayment.fields,
  timesTaken: Schema.propertySignature(Schema.Number).pipe(Schema.fromKey("looks"))
})

const StatsRow = Schema.Struct({ ...LedgerStats.fields, exposure: Schema.NumberFromString })

const decodePayments = Schema.decodeUnknown(Schema.Array(PaymentRow))
const decodeStats = Schema.decodeUnknown(Schema.Tuple(StatsRow))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { before, endsAt, laterBy, now } = SqlTime.make(sql)

  return PendingPayments.of({
    releaseStale: (limit) =>
      database.use(sql<PaymentKey>`
          WITH stale AS MATERIALIZED (
            SELECT network, asset, payer, nonce FROM payments
            WHERE state = 'reserved' AND lease_until < ${now} ORDER BY lease_until LIMIT ${limit}
            FOR UPDATE SKIP LOCKED)
          UPDATE payments SET state = 'released', payment_id = NULL, signature = '', faults = payments.faults + 1 FROM stale
          WHERE (payments.network, payments.asset, payments.payer, payments.nonce) =
            (stale.network, stale.asset, stale.payer, stale.nonce)
          RETURNING stale.network, stale.asset, stale.payer, stale.nonce`),

    takeDue: ({ network, asset, attempt, lease, limit }) =>
      database
        .use(sql<{ readonly was: string }>`
          WITH due AS MATERIALIZED (
            SELECT ${Answers.columns(sql)}, state AS was, (${endsAt})::text AS "endsAt" FROM payments
            WHERE state IN ('settling', 'unknown') AND lease_until < ${now}
              AND network = ${network} AND asset = ${asset}
              AND (state = 'settling' OR created_at > ${before(unknownRetention)})
            ORDER BY lease_until LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          UPDATE payments AS taken SET state = 'unknown', attempt = ${attempt}, looks = taken.looks + 1,
            lease_until = ${laterBy(lease)}
          FROM due LEFT JOIN answers ON ${Answers.isOf(sql, "due")}
          WHERE (taken.network, taken.asset, taken.payer, taken.nonce) =
            (due.network, due.asset, due.payer, due.nonce)
          RETURNING taken.network, taken.asset, taken.payer, taken.nonce, amount::text AS amount, pay_to AS "payTo",
            valid_before::text AS "validBefore", "endsAt", COALESCE(payload, '') AS payload, facilitator, request_id AS "requestId", transaction,
            nonce_used AS "nonceUsed", looks, created_at AS "createdAt", was,
            EXTRACT(EPOCH FROM ${now} - receipt_at)::float AS "receiptSeconds",
            EXTRACT(EPOCH FROM ${now})::float AS "takenAt"`)
        .pipe(
          Effect.tap((rows) => Metrics.count("unknown", rows.filter(({ was }) => was === "settling").length)),
          Effect.flatMap((rows) => Effect.orDie(decodePayments(rows)))
        ),

    stats: database
      .use(sql`
        SELECT
          (COUNT(*) FILTER (WHERE state = 'reserved'))::integer AS reserved,
          (COUNT(*) FILTER (WHERE state = 'settling'))::integer AS settling,
          (COUNT(*) FILTER (WHERE state = 'unknown'))::integer AS unknown,
          COALESCE(EXTRACT(EPOCH FROM
            ${now} - MIN(created_at) FILTER (WHERE state IN ('settling', 'unknown'))), 0)::float
            AS "oldestPendingSeconds",
          COALESCE(SUM(amount), 0)::text AS exposure,
          (SELECT COUNT(*) FROM payments
            WHERE settled_at > ${before(retention)} AND answered_at IS NULL)::integer AS "settledWithoutAnswer"
        FROM payments WHERE state IN ('reserved', 'settling', 'unknown')`)
      .pipe(
        Effect.flatMap((rows) => Effect.orDie(decodeStats(rows))),
        Effect.map(([stats]) => stats)
      )
  })
})

/** In the process's database. */
export const layer = Layer.effect(PendingPayments, make)
