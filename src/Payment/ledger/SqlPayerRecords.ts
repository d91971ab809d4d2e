/**
 * The statements of `PayerRecords`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../../Storage/Database.ts"
import * as Prepared from "../../Storage/Prepared.ts"
import { maxReplays, retention } from "./Ledger.ts"
import { maxAliases, PayerRecords } from "./PayerRecords.ts"
import { decodeEntries, entryColumns } from "./SqlPayments.ts"
import * as SqlTime from "./SqlTime.ts"

/** The table of aliases. */
export const createTable = (sql: SqlClient.SqlClient) =>
  Effect.all(
    [
      sql`
        CREATE TABLE payment_aliases (
          network text NOT NULL,
          asset text NOT NULL,
          payer text NOT NULL,
          nonce text NOT NULL,
          alias text NOT NULL,
          PRIMARY KEY (payer, alias, nonce, network, asset),
          FOREIGN KEY (network, asset, payer, nonce) REFERENCES payments ON DELETE CASCADE
        )`,
      sql`CREATE INDEX payment_aliases_payment ON payment_aliases (network, asset, payer, nonce)`
    ],
    { discard: true }
  )

/**
 * The function that adds an alias where a payment has an answer or may get one. It returns whether the alias is kept. A
 * payer's aliases are added one after the other, so that their number holds whatever is sent at once.
 */
export const addAliasFunction = (sql: SqlClient.SqlClient) => sql`
  CREATE OR REPLACE FUNCTION almanac_add_alias(its_network text, its_asset text, its_payer text, its_nonce text,
    its_alias text, most integer) RETURNS boolean LANGUAGE plpgsql AS $function$
  BEGIN
    ${SqlTime.boundLocks(sql)}
    PERFORM pg_advisory_xact_lock(hashtextextended('almanac alias ' || its_payer, 0));
    INSERT INTO payment_aliases (network, asset, payer, nonce, alias)
    SELECT network, asset, payer, nonce, its_alias FROM payments
    WHERE network = its_network AND asset = its_asset AND payer = its_payer AND nonce = its_nonce
      AND payment_id IS NULL AND (state IN ('reserved', 'settling', 'unknown') OR answered_at IS NOT NULL)
      AND most > (
        SELECT COUNT(*) FROM payment_aliases
        WHERE network = its_network AND asset = its_asset AND payer = its_payer AND nonce = its_nonce)
    -- A payment that the facilitator refuses is deleted, and an answer dropped, perhaps at this moment.
    FOR KEY SHARE
    ON CONFLICT DO NOTHING;
    RETURN EXISTS (
      SELECT 1 FROM payment_aliases
      WHERE network = its_network AND asset = its_asset AND payer = its_payer AND nonce = its_nonce
        AND alias = its_alias);
  END
  $function$`

/**
 * The function that finds a payer's purchase of a request under an alias: see `PayerRecords.findByAlias`. What a dead attempt
 * has reserved is found by nobody. Of its changes the same holds as of those of `almanac_reserve`.
 */
export const findAliasFunction = (sql: SqlClient.SqlClient) => sql`
  CREATE OR REPLACE FUNCTION almanac_find_alias(its_payer text, its_alias text, its_request_hash text, most_replays integer,
    kept interval) RETURNS SETOF payments LANGUAGE sql STABLE AS $function$
    SELECT payments.* FROM payment_aliases JOIN payments USING (network, asset, payer, nonce)
    WHERE payer = its_payer AND alias = its_alias AND request_hash = its_request_hash AND payment_id IS NULL
      AND (state IN ('settling', 'unknown') OR (state = 'reserved' AND lease_until >= almanac_now()) OR (
        state IN ('settled', 'presumed_settled') AND answered_at IS NOT NULL
          AND replays < most_replays AND settled_at > almanac_now() - kept))
    ORDER BY created_at DESC LIMIT 1
  $function$`

const decodeKept = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ kept: Schema.Boolean })))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { interval } = SqlTime.make(sql)
  const run = (statement: Parameters<typeof Prepared.query>[0]) => database.run(Prepared.query(statement))

  return PayerRecords.of({
    hasPaid: ({ asset, network, payer }) =>
      Effect.map(
        run(sql`
          SELECT 1 AS one FROM payments
          WHERE network = ${network} AND asset = ${asset} AND payer = ${payer}
            AND state IN ('settled', 'presumed_settled') LIMIT 1`),
        ({ count }) => count > 0
      ),

    addAlias: ({ asset, network, nonce, payer }, alias) =>
      run(sql`
          SELECT almanac_add_alias(${network}, ${asset}, ${payer}, ${nonce}, ${alias}, ${maxAliases}) AS kept`).pipe(
        Effect.flatMap(({ rows }) => Effect.orDie(decodeKept(rows))),
        Effect.map(([{ kept }]) => kept)
      ),

    findByAlias: (payer, alias, requestHash) =>
      run(sql`
          SELECT ${entryColumns(sql)} FROM almanac_find_alias(${payer}, ${alias}, ${requestHash}, ${maxReplays},
            ${interval(retention)})`).pipe(
        Effect.flatMap(({ rows }) => Effect.orDie(decodeEntries(rows))),
        Effect.map(([first]) => Option.fromNullable(first))
      )
  })
})

/** In the process's database. */
export const layer = Layer.effect(PayerRecords, make)
