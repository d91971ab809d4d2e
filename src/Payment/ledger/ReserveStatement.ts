/**
 * The statement that reserves a payment within the limits of its payer.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { before, later } from "../../Runtime/Clock.ts"
import * as Prepared from "../../Storage/Prepared.ts"
import { maxExposure, maxUncharged, unchargedWindow } from "../Limits.ts"
import { leaseDuration, type Reservation, ReserveResult } from "./Ledger.ts"

const ResultRow = Schema.Struct({
  reserved: Schema.Boolean,
  rejection: Schema.NullOr(
    Schema.Literal("RecentFailure", "UnchargedLimit", "InsufficientBalance", "ExposureLimit")
  ),
  /** Whole seconds. */
  retryAfter: Schema.NullOr(Schema.Number),
  reason: Schema.NullOr(Schema.String)
})

const decode = Schema.decodeUnknownSync(Schema.Tuple(ResultRow))

const asResult = ({ rejection, reason, reserved, retryAfter }: typeof ResultRow.Type): ReserveResult => {
  if (reserved) return ReserveResult.Reserved()
  switch (rejection) {
    case null:
      return ReserveResult.AlreadyReserved()
    case "ExposureLimit":
      return ReserveResult.ExposureLimit()
    case "InsufficientBalance":
      return ReserveResult.InsufficientBalance({ reason: reason ?? "" })
    case "RecentFailure":
      return ReserveResult.RecentFailure({ retryAfter: retryAfter ?? 1 })
    case "UnchargedLimit":
      return ReserveResult.UnchargedLimit({ retryAfter: retryAfter ?? 1 })
  }
}

/**
 * Reads the rows of `statement`. Its sums see what was committed when the statement began, so they miss what other
 * replicas reserve at the same moment.
 */
export const resultOf = (rows: ReadonlyArray<unknown>): ReserveResult => asResult(decode(rows)[0])

/**
 * Reserves at the moment `now`, unless the payment or its idempotency key is taken or a limit is reached. Uses
 * `synchronous_commit=off` for this statement only. If the server crashes we can lose a reservation, never a charge.
 */
export const statement = (sql: SqlClient.SqlClient) => {
  const reserve = Prepared.template(
    [
      "network",
      "asset",
      "payer",
      "nonce",
      "attempt",
      "leaseUntil",
      "requestHash",
      "paymentId",
      "capability",
      "amount",
      "payTo",
      "validBefore",
      "signature",
      "payload",
      "requestId",
      "now",
      "seconds",
      "uncommitted",
      "windowStart"
    ],
    (the) => sql`
    WITH standing AS (
      SELECT memory.*, (
        SELECT COALESCE(SUM(open.amount), 0) FROM payments AS open
        WHERE open.payer = ${the.payer} AND open.state IN ('reserved', 'settling', 'unknown')
          AND open.valid_before > ${the.seconds}::numeric AND open.nonce <> ${the.nonce}
      ) + ${the.uncommitted}::numeric AS exposure
      FROM (VALUES (1)) AS present (one) LEFT JOIN payers AS memory ON memory.payer = ${the.payer}
    ), verdict AS (
      SELECT CASE
        WHEN refused_until > ${the.now}::timestamptz THEN 'RecentFailure'
        WHEN uncharged >= ${sql.literal(String(maxUncharged))} AND uncharged_since > ${the.windowStart}::timestamptz
          THEN 'UnchargedLimit'
        WHEN short_until > ${the.now}::timestamptz AND short_amount <= ${the.amount}::numeric
          THEN 'InsufficientBalance'
        WHEN exposure > 0 AND exposure + ${the.amount}::numeric > ${sql.literal(maxExposure.toString())}
          THEN 'ExposureLimit'
        END AS rejection,
        CASE
          WHEN refused_until > ${the.now}::timestamptz THEN refused_until
          ELSE uncharged_since + ${sql.literal(String(Duration.toSeconds(unchargedWindow)))} * INTERVAL '1 second'
        END AS free_at,
        short_reason
      FROM standing
    ), reservation AS (
      INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, payment_id,
        capability, amount, pay_to, valid_before, signature, payload, request_id, created_at)
      SELECT ${the.network}, ${the.asset}, ${the.payer}, ${the.nonce}, ${the.attempt}, 'reserved',
        ${the.leaseUntil}::timestamptz, ${the.requestHash}, ${the.paymentId}, ${the.capability},
        ${the.amount}::numeric, ${the.payTo}, ${the.validBefore}::numeric,
        ${the.signature}, ${the.payload}, ${the.requestId}, ${the.now}::timestamptz
      FROM verdict WHERE rejection IS NULL AND (${the.paymentId}::text IS NULL OR NOT EXISTS (
        SELECT 1 FROM payments AS named WHERE named.payer = ${the.payer} AND named.payment_id = ${the.paymentId}
          AND named.nonce <> ${the.nonce}))
      ON CONFLICT (network, asset, payer, nonce) DO UPDATE SET
        attempt = EXCLUDED.attempt, state = 'reserved', lease_until = EXCLUDED.lease_until,
        request_hash = EXCLUDED.request_hash, payment_id = EXCLUDED.payment_id, capability = EXCLUDED.capability,
        amount = EXCLUDED.amount, pay_to = EXCLUDED.pay_to, valid_before = EXCLUDED.valid_before,
        signature = EXCLUDED.signature, payload = EXCLUDED.payload, request_id = EXCLUDED.request_id,
        reason = NULL, transaction = NULL, owns_transaction = false, receipt_at = NULL, looks = 0, nonce_used = false
      WHERE payments.state IN ('released', 'failed')
        OR (payments.state = 'reserved' AND payments.lease_until < ${the.now}::timestamptz)
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM reservation) AS reserved, rejection, short_reason AS reason,
      CEIL(EXTRACT(EPOCH FROM free_at - ${the.now}::timestamptz))::integer AS "retryAfter"
    FROM verdict, set_config('synchronous_commit', 'off', true) AS soon`
  )
  return ({ key, paymentId, ...reservation }: Reservation, uncommitted: bigint, now: Date) =>
    reserve({
      ...key,
      ...reservation,
      paymentId: Option.getOrNull(paymentId),
      leaseUntil: later(now, leaseDuration).toISOString(),
      now: now.toISOString(),
      seconds: String(Math.floor(now.getTime() / 1000)),
      uncommitted: uncommitted.toString(),
      windowStart: before(now, unchargedWindow).toISOString()
    })
}
