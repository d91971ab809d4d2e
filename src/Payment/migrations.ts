/**
 * The ledger's tables, in steps that only go forward.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * One row per payment. `attempt` names the run that holds the reservation until `lease_until`; a run that lost it
 * can change nothing any more. `payload` is the buyer's payload as text, to repeat a settlement with; `response`
 * is the answer as it was or will be delivered. `presumed_settled`, `payment_id` and the second index serve the
 * reconciler and idempotency keys.
 */
const payments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE payments (
      network text NOT NULL,
      asset text NOT NULL,
      payer text NOT NULL,
      nonce text NOT NULL,
      attempt text NOT NULL,
      state text NOT NULL CHECK (state IN
        ('reserved', 'settling', 'settled', 'presumed_settled', 'failed', 'unknown', 'released')),
      lease_until timestamptz NOT NULL,
      request_hash text NOT NULL,
      payment_id text,
      capability text NOT NULL,
      amount numeric(78, 0) NOT NULL,
      pay_to text NOT NULL,
      valid_before numeric(78, 0) NOT NULL,
      signature text NOT NULL,
      payload text NOT NULL,
      request_id text NOT NULL,
      response bytea,
      response_headers text,
      response_hash text,
      transaction text,
      reason text,
      replays integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      settled_at timestamptz,
      PRIMARY KEY (network, asset, payer, nonce)
    )`
  yield* sql`CREATE UNIQUE INDEX payments_payment_id ON payments (payer, payment_id) WHERE payment_id IS NOT NULL`
  yield* sql`CREATE INDEX payments_open ON payments (state, lease_until)
    WHERE state IN ('reserved', 'settling', 'unknown')`
})

/** By name, in order. */
export const migrations = { "0001_payments": payments }
