/**
 * Statements in few words, which spans are named by.
 */
import { expect, it } from "vitest"
import { summarise } from "../../src/Telemetry/otlp/SqlSummary.ts"

it.each([
  ["SELECT 1", "SELECT", undefined, "SELECT"],
  ["BEGIN", "BEGIN", undefined, "BEGIN"],
  [
    "\n  SELECT network, amount::text AS amount FROM payments WHERE payer = $1",
    "SELECT",
    "payments",
    "SELECT payments"
  ],
  ["SELECT * FROM almanac_reserve($1, $2)", "SELECT", "almanac_reserve", "SELECT almanac_reserve"],
  ["UPDATE payments SET state = 'settled' WHERE nonce = $1", "UPDATE", "payments", "UPDATE payments"],
  [
    `WITH released AS (UPDATE payments SET state = 'released' WHERE nonce = $1 RETURNING payer)
     INSERT INTO payers (payer, uncharged) SELECT payer, 1 FROM released
     ON CONFLICT (payer) DO UPDATE SET uncharged = 2 RETURNING payer`,
    "UPDATE",
    "payments",
    "UPDATE payments INSERT payers"
  ],
  [
    "DELETE FROM payments WHERE ctid IN (SELECT ctid FROM payments LIMIT 5)",
    "DELETE",
    "payments",
    "DELETE payments SELECT payments"
  ],
  [
    `UPDATE payments SET state = 'released' WHERE nonce IN (SELECT nonce FROM payments FOR UPDATE SKIP LOCKED)`,
    "UPDATE",
    "payments",
    "UPDATE payments SELECT payments"
  ],
  ["SELECT EXTRACT(EPOCH FROM created_at) AS age FROM payments", "SELECT", "payments", "SELECT payments"],
  [
    'INSERT INTO "almanac_migrations" VALUES ($1)',
    "INSERT",
    "almanac_migrations",
    "INSERT almanac_migrations"
  ],
  ["CREATE TABLE IF NOT EXISTS notes (id integer)", "CREATE", "notes", "CREATE notes"]
] as const)("%s", (text, operation, table, summary) => {
  expect(summarise(text)).toEqual({ operation, table, summary })
})
