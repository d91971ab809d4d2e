/**
 * The migration that made the table of answers, apart from the payments: rows of settled payments stay small and are kept
 * for ever, answers are large and go after a day. It ends the sales of older versions.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * One row per stored answer: the response as it was or will be delivered (`body`, and `headers` as JSON), and the buyer's
 * `payload` as text, to repeat a settlement with. `stored_at` is the database's time. A payment names the moment of its
 * answer in `answered_at`, and the database refuses one that has no such row. The moment comes first in the key: new rows
 * are neighbours in the index, and the table can be partitioned by it. The key of `payments` has no moment: it alone
 * keeps a payment from a second charge.
 */
const createTable = (sql: SqlClient.SqlClient) =>
  Effect.all(
    [
      sql`
        CREATE TABLE answers (
          stored_at timestamptz NOT NULL,
          network text NOT NULL,
          asset text NOT NULL,
          payer text NOT NULL,
          nonce text NOT NULL,
          body bytea NOT NULL,
          headers text NOT NULL,
          payload text NOT NULL,
          PRIMARY KEY (stored_at, network, asset, payer, nonce)
        )`,
      sql`ALTER TABLE payments ADD COLUMN answered_at timestamptz`
    ],
    { discard: true }
  )

/** Answers of older versions count as stored now. */
const moveAnswers = (sql: SqlClient.SqlClient) => sql`
  WITH answered AS (
    UPDATE payments SET answered_at = almanac_now()
    WHERE response IS NOT NULL AND state IN ('settling', 'unknown', 'settled', 'presumed_settled')
    RETURNING answered_at, network, asset, payer, nonce, response, response_headers, payload
  )
  INSERT INTO answers (stored_at, network, asset, payer, nonce, body, headers, payload)
  SELECT answered_at, network, asset, payer, nonce, response, COALESCE(response_headers, '{}'), payload FROM answered`

/**
 * The function by which replicas of older versions reserve. They know nothing of the new table, so they sell nothing any
 * more. The code is one by which they see a database that is away: their buyers are told 503 and charged nothing.
 */
const refuseOlderVersions = (sql: SqlClient.SqlClient) =>
  Effect.all(
    [
      sql`DROP FUNCTION IF EXISTS almanac_reserve_named`,
      sql`
        CREATE FUNCTION almanac_reserve_named(
          text, text, text, text, text, text, text, text, numeric, text, numeric, text, text,
          interval, interval, numeric, integer, integer, integer, interval
        ) RETURNS TABLE (reserved boolean, rejection text, reason text, retry_after integer)
        LANGUAGE plpgsql AS $function$
        BEGIN
          RAISE EXCEPTION 'this replica of Almanac is older than its ledger: stop it' USING ERRCODE = '57A10';
        END
        $function$`
    ],
    { discard: true }
  )

/**
 * Moves the answers into their table, and makes anew the indices of the columns that go. The lock comes first: who
 * has changed rows and then waits for it would wait for others that wait for these rows.
 */
export const splitAnswers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`LOCK TABLE payments IN ACCESS EXCLUSIVE MODE`
  yield* createTable(sql)
  yield* moveAnswers(sql)
  yield* sql`DROP INDEX payments_kept, payments_swept`
  yield* sql`ALTER TABLE payments DROP COLUMN response, DROP COLUMN response_headers, DROP COLUMN payload`
  yield* sql`ALTER TABLE payments ADD CONSTRAINT payments_answer
    FOREIGN KEY (answered_at, network, asset, payer, nonce) REFERENCES answers`
  yield* sql`CREATE INDEX payments_kept ON payments (settled_at)
    WHERE settled_at IS NOT NULL AND answered_at IS NOT NULL`
  yield* sql`CREATE INDEX payments_swept ON payments (settled_at)
    WHERE settled_at IS NOT NULL AND answered_at IS NULL`
  yield* refuseOlderVersions(sql)
})
