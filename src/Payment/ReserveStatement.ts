/**
 * The statement that reserves a payment, and holds it to the limits of its payer in the same breath.
 */
import type { SqlClient } from "@effect/sql"
import { Duration, Option, Schema } from "effect"
import { Admission, leaseDuration, type Reservation } from "./Ledger.ts"
import { maxExposure, maxUncharged, unchargedWindow } from "./Limits.ts"
import { before, later } from "./Moments.ts"

const Outcome = Schema.Struct({
  reserved: Schema.Boolean,
  hindrance: Schema.NullOr(Schema.Literal("distrusted", "throttled", "short", "exposed")),
  /** Whole seconds. */
  retryAfter: Schema.NullOr(Schema.Number),
  reason: Schema.NullOr(Schema.String)
})

const decode = Schema.decodeUnknownSync(Schema.Tuple(Outcome))

const admission = ({ hindrance, reason, reserved, retryAfter }: typeof Outcome.Type): Admission => {
  if (reserved) return Admission.Reserved()
  switch (hindrance) {
    case null:
      return Admission.Taken()
    case "exposed":
      return Admission.Exposed()
    case "short":
      return Admission.Short({ reason: reason ?? "" })
    case "distrusted":
      return Admission.Distrusted({ retryAfter: retryAfter ?? 1 })
    case "throttled":
      return Admission.Throttled({ retryAfter: retryAfter ?? 1 })
  }
}

/**
 * Reads the answer of `statement`. The sums see what was committed when the statement began; reservations of other
 * replicas in that very moment are not among them.
 */
export const outcome = (rows: ReadonlyArray<unknown>): Admission => admission(decode(rows)[0])

/** Reserves, at the moment `now`, unless the payment or its name is taken or a limit is reached. */
export const statement = (
  sql: SqlClient.SqlClient,
  { key, paymentId, ...reservation }: Reservation,
  unseen: bigint,
  now: Date
) => {
  const { network, asset, payer, nonce } = key
  const name = Option.getOrNull(paymentId)
  const unnamed = Option.isNone(paymentId)
    ? sql`TRUE`
    : sql`NOT EXISTS (SELECT 1 FROM payments AS named WHERE named.payer = ${payer} AND named.payment_id = ${name}
        AND named.nonce <> ${nonce})`
  return sql`
    WITH standing AS (
      SELECT memory.*, (
        SELECT COALESCE(SUM(open.amount), 0) FROM payments AS open
        WHERE open.payer = ${payer} AND open.state IN ('reserved', 'settling', 'unknown')
          AND open.valid_before > ${Math.floor(now.getTime() / 1000)}::numeric AND open.nonce <> ${nonce}
      ) + ${unseen.toString()}::numeric AS exposure
      FROM (VALUES (1)) AS present (one) LEFT JOIN payers AS memory ON memory.payer = ${payer}
    ), verdict AS (
      SELECT CASE
        WHEN refused_until > ${now}::timestamptz THEN 'distrusted'
        WHEN uncharged >= ${maxUncharged} AND uncharged_since > ${before(now, unchargedWindow)}::timestamptz
          THEN 'throttled'
        WHEN short_until > ${now}::timestamptz AND short_amount <= ${reservation.amount}::numeric THEN 'short'
        WHEN exposure > 0 AND exposure + ${reservation.amount}::numeric > ${maxExposure.toString()}::numeric
          THEN 'exposed'
        END AS hindrance,
        CASE
          WHEN refused_until > ${now}::timestamptz THEN refused_until
          ELSE uncharged_since + ${Duration.toSeconds(unchargedWindow)} * INTERVAL '1 second'
        END AS free_at,
        short_reason
      FROM standing
    ), reservation AS (
      INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, payment_id,
        capability, amount, pay_to, valid_before, signature, payload, request_id, created_at)
      SELECT ${network}, ${asset}, ${payer}, ${nonce}, ${reservation.attempt}, 'reserved',
        ${later(now, leaseDuration)}::timestamptz, ${reservation.requestHash}, ${name}, ${reservation.capability},
        ${reservation.amount}::numeric, ${reservation.payTo}, ${reservation.validBefore}::numeric,
        ${reservation.signature}, ${reservation.payload}, ${reservation.requestId}, ${now}::timestamptz
      FROM verdict WHERE hindrance IS NULL AND ${unnamed}
      ON CONFLICT (network, asset, payer, nonce) DO UPDATE SET
        attempt = EXCLUDED.attempt, state = 'reserved', lease_until = EXCLUDED.lease_until,
        request_hash = EXCLUDED.request_hash, payment_id = EXCLUDED.payment_id, capability = EXCLUDED.capability,
        amount = EXCLUDED.amount, pay_to = EXCLUDED.pay_to, valid_before = EXCLUDED.valid_before,
        signature = EXCLUDED.signature, payload = EXCLUDED.payload, request_id = EXCLUDED.request_id,
        reason = NULL, transaction = NULL, looks = 0, nonce_used = false
      WHERE payments.state IN ('released', 'failed')
        OR (payments.state = 'reserved' AND payments.lease_until < ${now}::timestamptz)
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM reservation) AS reserved, hindrance, short_reason AS reason,
      CEIL(EXTRACT(EPOCH FROM free_at - ${now}::timestamptz))::integer AS "retryAfter"
    FROM verdict`
}
