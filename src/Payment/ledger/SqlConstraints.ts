/**
 * The unique rules of the table `payments`, for writes that may come too late: another payment took the value first,
 * perhaps at the same moment. The write then has changed nothing.
 */
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { StatementRejected } from "../../Storage/Database.ts"

const taken =
  (constraint: string) =>
  <A, E>(otherwise: Effect.Effect<A, E>) =>
  (defect: unknown): Option.Option<Effect.Effect<A, E>> =>
    defect instanceof StatementRejected && defect.constraint === constraint
      ? Option.some(otherwise)
      : Option.none()

/** One payment of a payer has an idempotency key. For `Effect.catchSomeDefect`. */
export const idempotencyKeyTaken = taken("payments_payment_id")

/** One payment has a transaction as its own. For `Effect.catchSomeDefect`. */
export const transactionTaken = taken("payments_transaction")
