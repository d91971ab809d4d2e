/**
 * How a payment is reserved within the limits of its payer: the functions in the database that decide, the statement that
 * calls them, and what its row says.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Database } from "../../Storage/Database.ts"
import * as Prepared from "../../Storage/Prepared.ts"
import { maxExposure, maxOpenRuns, maxUncharged, unchargedWindow } from "../Limits.ts"
import * as Metrics from "../Metrics.ts"
import { type Ledger, leaseDuration, maxReplays, retention } from "./Ledger.ts"
import { ReserveResult } from "./Outcomes.ts"
import { idempotencyKeyTaken } from "./SqlPayments.ts"
import * as SqlTime from "./SqlTime.ts"

const ResultRow = Schema.Struct({
  reserved: Schema.Boolean,
  rejection: Schema.NullOr(
    Schema.Literal("RecentFailure", "UnchargedLimit", "InsufficientBalance", "AtLimit", "TransactionSent")
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
    case "AtLimit":
      return ReserveResult.AtLimit()
    case "InsufficientBalance":
      return ReserveResult.InsufficientBalance({ reason: reason ?? "" })
    case "RecentFailure":
      return ReserveResult.RecentFailure({ retryAfter: retryAfter ?? 1 })
    case "TransactionSent":
      return ReserveResult.TransactionSent()
    case "UnchargedLimit":
      return ReserveResult.UnchargedLimit({ retryAfter: retryAfter ?? 1 })
  }
}

/**
 * The function in the database that reserves. Holding a lock of the payer, it counts what the payer has under way and
 * writes the reservation: each of its statements sees what was committed before it began, so the limits hold for
 * payments that are sent at the same moment to different replicas. The lock ends with the transaction.
 *
 * Uses `synchronous_commit=off` for its transaction only. If the server crashes we can lose a reservation, never a
 * charge.
 *
 * The column `payment_id` is the idempotency key, of which there may be none.
 *
 * Replicas of two versions use one database for a while: a change of this function gets a migration (`functions` in
 * `migrations.ts`), and a new name where older versions could not call it. A migration may also end their sales
 * (`answers/Table.ts`).
 */
export const reserveFunction = (sql: SqlClient.SqlClient) => sql`
  CREATE OR REPLACE FUNCTION almanac_reserve(
    its_network text, its_asset text, its_payer text, its_nonce text, its_attempt text, its_request_hash text,
    its_payment_id text, its_capability text, its_amount numeric, its_pay_to text, its_valid_before numeric,
    its_signature text, its_request_id text,
    lease interval, uncharged_window interval, max_exposure numeric, max_open integer, max_uncharged integer
  ) RETURNS TABLE (reserved boolean, rejection text, reason text, retry_after integer)
  LANGUAGE plpgsql AS $function$
  #variable_conflict use_column
  DECLARE
    present timestamptz;
  BEGIN
    ${SqlTime.boundLocks(sql)}
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_advisory_xact_lock(hashtextextended('almanac payer ' || its_payer, 0));
    present := almanac_now();
    reserved := false;
    SELECT
      CASE
        -- Anybody can read such a payment on the chain: it takes no place in its payer's line.
        WHEN EXISTS (
          SELECT 1 FROM payments AS sent
          WHERE sent.network = its_network AND sent.asset = its_asset AND sent.payer = its_payer
            AND sent.nonce = its_nonce AND sent.state = 'failed' AND sent.transaction IS NOT NULL
        ) THEN 'TransactionSent'
        WHEN memory.refused_until > present THEN 'RecentFailure'
        WHEN memory.recent >= max_uncharged THEN 'UnchargedLimit'
        WHEN memory.short_until > present AND memory.short_amount <= its_amount THEN 'InsufficientBalance'
        WHEN open.exposure > 0 AND open.exposure + its_amount > max_exposure THEN 'AtLimit'
        WHEN open.runs >= max_open THEN 'AtLimit'
        WHEN memory.recent > 0 AND memory.recent + open.runs >= max_uncharged THEN 'AtLimit'
      END,
      memory.short_reason,
      CEIL(EXTRACT(EPOCH FROM CASE
        WHEN memory.refused_until > present THEN memory.refused_until
        ELSE memory.uncharged_since + uncharged_window
      END - present))::integer
    INTO rejection, reason, retry_after
    FROM (
      SELECT
        COALESCE(SUM(amount) FILTER (WHERE ${SqlTime.make(sql).endsAt} > FLOOR(EXTRACT(EPOCH FROM present))), 0)
          AS exposure,
        COUNT(*) FILTER (WHERE state IN ('reserved', 'settling') AND lease_until >= present) AS runs
      FROM payments
      WHERE payer = its_payer AND state IN ('reserved', 'settling', 'unknown') AND nonce <> its_nonce
    ) AS open LEFT JOIN (
      SELECT *, CASE WHEN uncharged_since > present - uncharged_window THEN uncharged ELSE 0 END AS recent
      FROM payers WHERE payer = its_payer
    ) AS memory ON true;
    IF rejection IS NULL AND (its_payment_id IS NULL OR NOT EXISTS (
      SELECT 1 FROM payments AS named
      WHERE named.payer = its_payer AND named.payment_id = its_payment_id AND named.nonce <> its_nonce
    )) THEN
      INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, payment_id,
        capability, amount, pay_to, valid_before, signature, request_id, created_at)
      VALUES (its_network, its_asset, its_payer, its_nonce, its_attempt, 'reserved', present + lease,
        its_request_hash, its_payment_id, its_capability, its_amount, its_pay_to, its_valid_before, its_signature, its_request_id, present)
      ON CONFLICT (network, asset, payer, nonce) DO UPDATE SET
        attempt = EXCLUDED.attempt, state = 'reserved', lease_until = EXCLUDED.lease_until,
        request_hash = EXCLUDED.request_hash, payment_id = EXCLUDED.payment_id, capability = EXCLUDED.capability,
        amount = EXCLUDED.amount, pay_to = EXCLUDED.pay_to, valid_before = EXCLUDED.valid_before,
        signature = EXCLUDED.signature, request_id = EXCLUDED.request_id,
        created_at = EXCLUDED.created_at, failed_at = NULL, reason = NULL, transaction = NULL,
        owns_transaction = false, receipt_at = NULL, looks = 0, nonce_used = false,
        -- An attempt that has died is a fault of ours, whoever finds it.
        faults = payments.faults + (payments.state = 'reserved')::integer
      WHERE payments.state = 'released' OR (payments.state = 'failed' AND payments.transaction IS NULL)
        OR (payments.state = 'reserved' AND payments.lease_until < present);
      reserved := FOUND;
    END IF;
    RETURN NEXT;
  END
  $function$`

/**
 * What every sale calls. Under an idempotency key it does two things before: where the key is an alias that finds a purchase
 * of this request, nothing is reserved; and what a dead attempt has reserved under the key is released, as the reconciler
 * would: one that only seems dead finds that it has lost its payment.
 */
export const reservePaymentFunction = (sql: SqlClient.SqlClient) => sql`
  CREATE OR REPLACE FUNCTION almanac_reserve_payment(
    its_network text, its_asset text, its_payer text, its_nonce text, its_attempt text, its_request_hash text,
    its_payment_id text, its_capability text, its_amount numeric, its_pay_to text, its_valid_before numeric,
    its_signature text, its_request_id text,
    lease interval, uncharged_window interval, max_exposure numeric, max_open integer, max_uncharged integer,
    most_replays integer, kept interval
  ) RETURNS TABLE (reserved boolean, rejection text, reason text, retry_after integer)
  LANGUAGE plpgsql AS $function$
  BEGIN
    IF its_payment_id IS NOT NULL THEN
      ${SqlTime.boundLocks(sql)}
      PERFORM set_config('synchronous_commit', 'off', true);
      PERFORM pg_advisory_xact_lock(hashtextextended('almanac payer ' || its_payer, 0));
      IF EXISTS (
        SELECT 1 FROM almanac_find_alias(its_payer, its_payment_id, its_request_hash, most_replays, kept)
      ) THEN
        reserved := false;
        RETURN NEXT;
        RETURN;
      END IF;
      UPDATE payments SET state = 'released', payment_id = NULL, signature = '', faults = payments.faults + 1
      WHERE payments.payer = its_payer AND payments.payment_id = its_payment_id
        AND (payments.network, payments.asset, payments.nonce) <> (its_network, its_asset, its_nonce)
        AND payments.state = 'reserved' AND payments.lease_until < almanac_now();
    END IF;
    RETURN QUERY SELECT * FROM almanac_reserve(its_network, its_asset, its_payer, its_nonce, its_attempt,
      its_request_hash, its_payment_id, its_capability, its_amount, its_pay_to, its_valid_before, its_signature,
      its_request_id, lease, uncharged_window, max_exposure, max_open, max_uncharged);
  END
  $function$`

/** Reserves, unless the payment or its idempotency key is taken or a limit is reached. */
const statement = (sql: SqlClient.SqlClient) => {
  const limit = (value: number | bigint) => sql.literal(String(value))
  const { interval } = SqlTime.make(sql)
  return Prepared.template(
    [
      "network",
      "asset",
      "payer",
      "nonce",
      "attempt",
      "requestHash",
      "idempotencyKey",
      "capability",
      "amount",
      "payTo",
      "validBefore",
      "signature",
      "requestId"
    ],
    (the) => sql`
    SELECT reserved, rejection, reason, retry_after AS "retryAfter" FROM almanac_reserve_payment(
      ${the.network}, ${the.asset}, ${the.payer}, ${the.nonce}, ${the.attempt}, ${the.requestHash},
      ${the.idempotencyKey}, ${the.capability}, ${the.amount}::numeric, ${the.payTo}, ${the.validBefore}::numeric,
      ${the.signature}, ${the.requestId},
      ${interval(leaseDuration)}, ${interval(unchargedWindow)}, ${limit(maxExposure)}, ${limit(maxOpenRuns)}, ${limit(maxUncharged)},
      ${limit(maxReplays)}, ${interval(retention)})`
  )
}

/** `Ledger.reserve`. */
export const make = (
  sql: SqlClient.SqlClient,
  { run }: Pick<Database["Type"], "run">
): Ledger["Type"]["reserve"] => {
  const reserve = statement(sql)
  return ({ idempotencyKey, key, ...reservation }) =>
    run(reserve({ ...key, ...reservation, idempotencyKey: Option.getOrNull(idempotencyKey) })).pipe(
      Effect.map(({ rows }) => {
        const result = asResult(decode(rows)[0])
        if (result._tag === "Reserved") Metrics.count("reserved")
        return result
      }),
      Effect.catchSomeDefect(idempotencyKeyTaken(Effect.succeed(ReserveResult.AlreadyReserved())))
    )
}
