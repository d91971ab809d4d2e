/**
 * The payments that have not come to their end, as the reconciler takes them up: claimed by a lease, so that of several
 * replicas one at a time looks at a payment.
 */
import { SqlClient } from "@effect/sql"
import { Context, type Duration, Effect, Layer, Schema } from "effect"
import { Database, type DatabaseUnavailable } from "../../Storage/Database.ts"
import { retention } from "./Ledger.ts"
import { atPresent, before, later } from "./Moments.ts"

/** A payment of unknown outcome. `amount` in atomic units, `validBefore` in Unix seconds, `looks` counts this one. */
export const PendingPayment = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  payer: Schema.String,
  nonce: Schema.String,
  amount: Schema.String,
  payTo: Schema.String,
  validBefore: Schema.String,
  payload: Schema.String,
  requestId: Schema.String,
  transaction: Schema.NullOr(Schema.String),
  nonceUsed: Schema.Boolean,
  looks: Schema.Number,
  createdAt: Schema.DateFromSelf
})
export type PendingPayment = typeof PendingPayment.Type

/** The ledger in figures: counts, seconds, and atomic units. */
export const LedgerStats = Schema.Struct({
  reserved: Schema.Number,
  settling: Schema.Number,
  unknown: Schema.Number,
  oldestPendingSeconds: Schema.Number,
  exposure: Schema.NumberFromString,
  settledWithoutAnswer: Schema.Number
})
export type LedgerStats = typeof LedgerStats.Type

/** What the reconciler asks of the ledger beside its transitions. */
export class PendingPayments extends Context.Tag("almanac/PendingPayments")<
  PendingPayments,
  {
    /** Gives back what is reserved by runs that have died; how many. At most `limit`. */
    readonly releaseStale: (limit: number) => Effect.Effect<number, DatabaseUnavailable>
    /**
     * Takes up payments of one token that are due: of unknown outcome, and settling ones whose process has died, which
     * are unknown from now on. They are the claimant's (`attempt`) for the length of `lease`. At most `limit`.
     */
    readonly takeDue: (options: {
      readonly network: string
      readonly asset: string
      readonly attempt: string
      readonly lease: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<PendingPayment>, DatabaseUnavailable>
    readonly stats: Effect.Effect<LedgerStats, DatabaseUnavailable>
  }
>() {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const decodePayments = Schema.decodeUnknown(Schema.Array(PendingPayment))
  const decodeFigures = Schema.decodeUnknown(Schema.Tuple(LedgerStats))

  return PendingPayments.of({
    releaseStale: (limit) =>
      atPresent((now) =>
        database.use(sql`
          UPDATE payments SET state = 'released', payment_id = NULL
          WHERE (network, asset, payer, nonce) IN (
            SELECT network, asset, payer, nonce FROM payments
            WHERE state = 'reserved' AND lease_until < ${now} ORDER BY lease_until LIMIT ${limit}
            FOR UPDATE SKIP LOCKED)
          RETURNING 1 AS one`)
      ).pipe(Effect.map((rows) => rows.length)),

    takeDue: ({ network, asset, attempt, lease, limit }) =>
      atPresent((now) =>
        database.use(sql`
          UPDATE payments SET state = 'unknown', attempt = ${attempt}, looks = looks + 1,
            lease_until = ${later(now, lease)}
          WHERE (network, asset, payer, nonce) IN (
            SELECT network, asset, payer, nonce FROM payments
            WHERE state IN ('settling', 'unknown') AND lease_until < ${now}
              AND network = ${network} AND asset = ${asset}
            ORDER BY lease_until LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          RETURNING network, asset, payer, nonce, amount::text AS amount, pay_to AS "payTo",
            valid_before::text AS "validBefore", payload, request_id AS "requestId", transaction,
            nonce_used AS "nonceUsed", looks, created_at AS "createdAt"`)
      ).pipe(Effect.flatMap((rows) => Effect.orDie(decodePayments(rows)))),

    stats: atPresent((now) =>
      database.use(sql`
        SELECT
          (COUNT(*) FILTER (WHERE state = 'reserved'))::integer AS reserved,
          (COUNT(*) FILTER (WHERE state = 'settling'))::integer AS settling,
          (COUNT(*) FILTER (WHERE state = 'unknown'))::integer AS unknown,
          COALESCE(EXTRACT(EPOCH FROM
            ${now}::timestamptz - MIN(created_at) FILTER (WHERE state IN ('settling', 'unknown'))), 0)::float
            AS "oldestPendingSeconds",
          COALESCE(SUM(amount), 0)::text AS exposure,
          (SELECT COUNT(*) FROM payments
            WHERE settled_at > ${before(now, retention)} AND response IS NULL)::integer AS "settledWithoutAnswer"
        FROM payments WHERE state IN ('reserved', 'settling', 'unknown')`)
    ).pipe(
      Effect.flatMap((rows) => Effect.orDie(decodeFigures(rows))),
      Effect.map(([figures]) => figures)
    )
  })
})

/** Of the process's database. */
export const layer = Layer.effect(PendingPayments, make)
