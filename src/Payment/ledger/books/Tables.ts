/**
 * The tables of the books: what is counted of payments whose rows go, what providers were asked, and what people have
 * changed by hand.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * How the runs of a payment ended that have charged nothing, on the payment's own row: `uncharged` ran and gave an answer
 * for nothing (or what it ran for was refused, or its caller went away), `faults` ended by a fault of a provider, the
 * facilitator or ours, `failures` made an answer whose settlement failed. A row that is deleted leaves its counts in
 * `payment_days`, by the UTC day of its last reservation, with the payments of unknown outcome that were given up
 * (`undecided`). A payer that never paid is no one there (`''`): anybody can make payers up.
 *
 * `provider_calls` is what all processes have asked, by UTC day.
 *
 * `changes_by_hand` only grows: a trigger refuses to change or delete a row. A payment is refunded once.
 */
export const createTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE payments
    ADD COLUMN uncharged integer NOT NULL DEFAULT 0,
    ADD COLUMN faults integer NOT NULL DEFAULT 0,
    ADD COLUMN failures integer NOT NULL DEFAULT 0`
  yield* sql`UPDATE payments SET failures = 1 WHERE state = 'failed'`
  yield* sql`
    CREATE TABLE payment_days (
      day date NOT NULL,
      capability text NOT NULL,
      payer text NOT NULL,
      uncharged bigint NOT NULL,
      faults bigint NOT NULL,
      failures bigint NOT NULL,
      undecided bigint NOT NULL,
      PRIMARY KEY (day, capability, payer)
    )`
  yield* sql`
    CREATE TABLE provider_calls (
      day date NOT NULL,
      operation text NOT NULL,
      calls bigint NOT NULL,
      PRIMARY KEY (day, operation)
    )`
  yield* sql`
    CREATE TABLE changes_by_hand (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      made_at timestamptz NOT NULL DEFAULT almanac_now(),
      made_by text NOT NULL CHECK (made_by <> ''),
      kind text NOT NULL CHECK (kind IN ('refund', 'accepted', 'other')),
      what text NOT NULL CHECK (what <> ''),
      why text NOT NULL CHECK (why <> ''),
      network text,
      asset text,
      payer text,
      nonce text,
      amount numeric(78, 0),
      CHECK (kind = 'other' OR (network IS NOT NULL AND asset IS NOT NULL AND payer IS NOT NULL AND nonce IS NOT NULL)),
      CHECK (kind <> 'refund' OR amount > 0)
    )`
  yield* sql`CREATE UNIQUE INDEX changes_by_hand_refund ON changes_by_hand (network, asset, payer, nonce)
    WHERE kind = 'refund'`
  yield* sql`
    CREATE FUNCTION almanac_keep_change() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      RAISE EXCEPTION 'what was changed by hand stays on record' USING ERRCODE = 'integrity_constraint_violation';
    END
    $function$`
  yield* sql`CREATE TRIGGER changes_by_hand_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON changes_by_hand
    FOR EACH STATEMENT EXECUTE FUNCTION almanac_keep_change()`
})
