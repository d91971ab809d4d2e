/**
 * The record of what was changed by hand. It only grows.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { PaymentRef } from "../Options.ts"
import { token } from "../Payments.ts"

/** `accepted`: a difference between chain and ledger that somebody has looked into. `other`: anything else. */
const Kind = Schema.Literal("refund", "accepted", "other")

/** A change. `amount` of a refund, atomic units. */
export const Change = Schema.Struct({
  id: Schema.String,
  madeAt: Schema.DateFromSelf,
  madeBy: Schema.String,
  kind: Kind,
  what: Schema.String,
  why: Schema.String,
  payer: Schema.NullOr(Schema.String),
  nonce: Schema.NullOr(Schema.String),
  amount: Schema.NullOr(Schema.BigInt)
})
export type Change = typeof Change.Type

const decode = Schema.decodeUnknown(Schema.Array(Change))

const columns = `id::text AS id, made_at AS "madeAt", made_by AS "madeBy", kind, what, why, payer, nonce, amount::text AS amount`

/** All changes, the oldest first: those of the settings' chain, and those of no payment. */
export const all = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { asset, network } = yield* token
  const rows = yield* sql`
    SELECT ${sql.literal(columns)} FROM changes_by_hand
    WHERE network IS NULL OR (network = ${network} AND asset = ${asset}) ORDER BY changes_by_hand.id`
  return yield* Effect.orDie(decode(rows))
})

/** What is recorded of a change. */
export interface Entry {
  readonly kind: Change["kind"]
  readonly what: string
  readonly why: string
  readonly who: string
  readonly payment?: PaymentRef | undefined
  readonly amount?: bigint | undefined
}

/** Records a change, and returns it. `undefined`: the payment has a refund already, which was there first. */
export const record = ({ amount, kind, payment, what, who, why }: Entry) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { asset, network } = yield* token
    const rows = yield* sql`
      INSERT INTO changes_by_hand (made_by, kind, what, why, network, asset, payer, nonce, amount)
      VALUES (${who}, ${kind}, ${what}, ${why}, ${payment === undefined ? null : network},
        ${payment === undefined ? null : asset}, ${payment?.payer ?? null}, ${payment?.nonce ?? null},
        ${amount === undefined ? null : String(amount)}::numeric)
      ON CONFLICT (network, asset, payer, nonce) WHERE kind = 'refund' DO NOTHING
      RETURNING ${sql.literal(columns)}`
    const [change] = yield* Effect.orDie(decode(rows))
    return change
  })
