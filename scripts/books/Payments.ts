/**
 * Rows of payments, as the programs of the books read them.
 */
import { SqlClient } from "@effect/sql"
import type { Fragment } from "@effect/sql/Statement"
import { Effect, Schema } from "effect"
import { PaymentState } from "../../src/Resources/PaymentStatus.ts"
import { Settings } from "../../src/Settings.ts"
import type { PaymentRef } from "./Options.ts"

/** A payment on the settings' chain. Times in Unix seconds. */
export const Payment = Schema.Struct({
  payer: Schema.String,
  nonce: Schema.String,
  state: PaymentState,
  capability: Schema.String,
  amount: Schema.BigInt,
  payTo: Schema.Lowercase,
  transaction: Schema.NullOr(Schema.Lowercase),
  validBefore: Schema.String,
  createdAt: Schema.Number,
  settledAt: Schema.NullOr(Schema.Number)
})
export type Payment = typeof Payment.Type

const decode = Schema.decodeUnknown(Schema.Array(Payment))

/** Whether the ledger counts it as paid. */
export const isCounted = ({ state }: Payment): boolean => state === "settled" || state === "presumed_settled"

/** Whether it is not decided yet whether it is paid: a call has it under way, or the reconciler decides. */
export const isPending = ({ state }: Payment): boolean =>
  state === "reserved" || state === "settling" || state === "unknown"

/** How the settings' token is named in the ledger. */
export const token = Effect.map(Settings, ({ payment: { chain } }) => ({
  network: chain.network,
  asset: chain.asset.address.toLowerCase()
}))

const select = (condition: Fragment) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { asset, network } = yield* token
    const rows = yield* sql`
      SELECT payer, nonce, state, capability, amount::text AS amount, pay_to AS "payTo", transaction,
        valid_before::text AS "validBefore", EXTRACT(EPOCH FROM created_at)::float8 AS "createdAt",
        EXTRACT(EPOCH FROM settled_at)::float8 AS "settledAt"
      FROM payments WHERE network = ${network} AND asset = ${asset} AND ${condition}
      ORDER BY COALESCE(settled_at, created_at), payer, nonce`
    return yield* Effect.orDie(decode(rows))
  })

/** Those that were settled, or presumed so, at a moment (Unix seconds) or later. */
export const countedSince = (since: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    select(sql`state IN ('settled', 'presumed_settled') AND settled_at >= to_timestamp(${since})`)
  )

/** Those that were settled in one of these transactions. */
export const byTransactions = (transactions: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    transactions.length === 0
      ? Effect.succeed([])
      : select(
          sql`lower(transaction) IN (SELECT jsonb_array_elements_text(${JSON.stringify(transactions)}::jsonb))`
        )
  )

/** Those of these names. */
export const byNames = (names: ReadonlyArray<PaymentRef>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    names.length === 0
      ? Effect.succeed([])
      : select(sql`(payer, nonce) IN (
          SELECT payer, nonce FROM jsonb_to_recordset(${JSON.stringify(names.map(({ nonce, payer }) => ({ nonce, payer })))}::jsonb) AS named (payer text, nonce text))`)
  )

/** The addresses that payments were made out to. */
export const payees = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { asset, network } = yield* token
  const { payTo } = (yield* Settings).payment
  const rows = yield* sql<{ readonly payTo: string }>`
    SELECT DISTINCT lower(pay_to) AS "payTo" FROM payments WHERE network = ${network} AND asset = ${asset}`
  return [...new Set([payTo.toLowerCase(), ...rows.map(({ payTo }) => payTo)])]
})
