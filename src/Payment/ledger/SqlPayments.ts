/**
 * The table `payments`, as the statements of several files use it: the columns of an `Entry`, what payments have earned, and
 * the unique rules. A write that comes too late breaks such a rule: another payment took the value first, perhaps at the same
 * moment. The write then has changed nothing. The column `payment_id` is the idempotency key.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { StatementRejected } from "../../Storage/Database.ts"
import * as Metrics from "../Metrics.ts"
import { Entry } from "./Ledger.ts"

/** By their names in an `Entry`. */
export const entryColumns = (sql: SqlClient.SqlClient) => sql`network, asset, payer, nonce, state,
  request_hash AS "requestHash", request_id AS "requestId", signature, payment_id AS "idempotencyKey",
  lease_until >= almanac_now() AS "isLeased", replays, transaction, amount::text AS amount`

/** Reads rows of these columns. */
export const decodeEntries = Schema.decodeUnknown(Schema.Array(Entry))

/** What was paid for, and its price in atomic units. */
const SoldRow = Schema.Struct({ capability: Schema.String, amount: Schema.String })

const decodeSold = Schema.decodeUnknownSync(Schema.Array(SoldRow))

/** Counts what payments have earned, by rows of what was paid for and its price. */
export const countEarned = (rows: ReadonlyArray<unknown>): void => {
  for (const { amount, capability } of decodeSold(rows)) Metrics.earned(capability, amount)
}

const taken =
  (constraint: string) =>
  <A, E>(otherwise: Effect.Effect<A, E>) =>
  (defect: unknown): Option.Option<Effect.Effect<A, E>> =>
    defect instanceof StatementRejected && defect.constraint === constraint
      ? Option.some(otherwise)
      : Option.none()

/** Recognises a write that broke the rule that one payment of a payer has an idempotency key. For `Effect.catchSomeDefect`. */
export const idempotencyKeyTaken = taken("payments_payment_id")

/** Recognises a write that broke the rule that a transaction is one payment's own. For `Effect.catchSomeDefect`. */
export const transactionTaken = taken("payments_transaction")
