/**
 * The ledger's tables, in steps that only go forward.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as SqlPauseStore from "../pause/SqlPauseStore.ts"
import { splitAnswers } from "./answers/Table.ts"
import { createTables } from "./books/Tables.ts"
import { addAliasFunction, createTable, findAliasFunction } from "./SqlPayerRecords.ts"
import { reserveFunction, reservePaymentFunction } from "./SqlReserve.ts"
import { clockFunction } from "./SqlTime.ts"

/**
 * One row per payment. `attempt` names the attempt that holds the reservation until `lease_until`; one that lost it can no
 * longer change the row. `payload` and the response are in `answers` since `splitAnswers`. `presumed_settled` and the index
 * on open payments serve the reconciler, `payment_id` and its index serve idempotency keys.
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

/**
 * What the reconciler records of a payment: how often it was taken up (`looks`), and whether the facilitator said
 * that the nonce is used. `payers` holds what is remembered of a payer, for ten minutes at most: runs that ended
 * without a charge, a settlement that failed, a balance that was too small. The indices serve the sum of a payer's
 * open payments, the sweeper, and the count of settled payments without their response, which is always 0.
 */
const reconciliation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE payments ADD COLUMN looks integer NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE payments ADD COLUMN nonce_used boolean NOT NULL DEFAULT false`
  yield* sql`
    CREATE TABLE payers (
      payer text PRIMARY KEY,
      uncharged integer NOT NULL DEFAULT 0,
      uncharged_since timestamptz,
      refused_until timestamptz,
      short_until timestamptz,
      short_amount numeric(78, 0),
      short_reason text,
      changed_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX payers_changed_at ON payers (changed_at)`
  yield* sql`CREATE INDEX payments_exposure ON payments (payer)
    WHERE state IN ('reserved', 'settling', 'unknown')`
  yield* sql`CREATE INDEX payments_released ON payments (valid_before) WHERE state = 'released'`
  yield* sql`CREATE INDEX payments_kept ON payments (settled_at)
    WHERE settled_at IS NOT NULL AND response IS NOT NULL`
  yield* sql`CREATE INDEX payments_swept ON payments (settled_at)
    WHERE settled_at IS NOT NULL AND response IS NULL`
})

/**
 * Times are the database's. Rows that were given up under older rules lose what is
 * of no use any more. `failed_at` and the indices serve the deletion of released payments, an hour after their
 * reservation, and of failed ones, a day after their failure.
 */
const bounds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* clockFunction(sql)
  yield* sql`ALTER TABLE payments ADD COLUMN failed_at timestamptz`
  yield* sql`UPDATE payments SET failed_at = almanac_now() WHERE state = 'failed'`
  yield* sql`UPDATE payments SET signature = '', payload = '' WHERE state IN ('released', 'failed')`
  yield* sql`CREATE INDEX payments_failed ON payments (COALESCE(failed_at, created_at)) WHERE state = 'failed'`
  yield* sql`DROP INDEX payments_released`
  yield* sql`CREATE INDEX payments_released ON payments (created_at) WHERE state = 'released'`
})

/** Other names of purchases. */
const aliases = Effect.flatMap(SqlClient.SqlClient, createTable)

/**
 * A transaction proves one payment: `owns_transaction` says that no other payment may be settled by a receipt that names
 * it. `receipt_at` is when the facilitator first called a payment settled in a receipt that proves nothing. Of older
 * payments with the same transaction, the one that was settled first keeps it as its own.
 */
const receipts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE payments ADD COLUMN owns_transaction boolean NOT NULL DEFAULT false`
  yield* sql`ALTER TABLE payments ADD COLUMN receipt_at timestamptz`
  yield* sql`
    UPDATE payments SET owns_transaction = true
    FROM (
      SELECT DISTINCT ON (network, lower(transaction)) network, asset, payer, nonce
      FROM payments WHERE transaction IS NOT NULL AND transaction <> ''
      ORDER BY network, lower(transaction), settled_at NULLS LAST, created_at
    ) AS first
    WHERE payments.network = first.network AND payments.asset = first.asset
      AND payments.payer = first.payer AND payments.nonce = first.nonce`
  yield* sql`CREATE UNIQUE INDEX payments_transaction ON payments (network, lower(transaction))
    WHERE owns_transaction`
})

/** What migrations held that made functions alone: `functions` makes them now. */
const heldFunctions = Effect.void

/** What the operator has paused. */
const pauses = Effect.flatMap(SqlClient.SqlClient, SqlPauseStore.createTable)

/** Which facilitator was asked to settle, where it was not the first: it alone is asked again. */
const facilitators = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`ALTER TABLE payments ADD COLUMN facilitator text`
)

/**
 * The functions of the statements, as they are now: made by the last migration that changed one of them, and by no earlier
 * one, whose tables are not yet those that today's functions read. Whoever changes one moves this into a new migration.
 */
const functions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* addAliasFunction(sql)
  yield* findAliasFunction(sql)
  yield* reserveFunction(sql)
  yield* reservePaymentFunction(sql)
})

/** By name, in order. */
export const migrations = {
  "0001_payments": payments,
  "0002_reconciliation": reconciliation,
  "0003_bounds": bounds,
  "0004_receipts": receipts,
  "0005_aliases": aliases,
  "0006_named": heldFunctions,
  "0007_books": createTables,
  "0008_pauses": pauses,
  "0009_facilitators": facilitators,
  "0010_answers": splitAnswers,
  "0011_chain_first": heldFunctions,
  "0012_reservations": functions
}
