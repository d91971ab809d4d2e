/**
 * How a call ends that the contract has no error for. The contract's own errors come as they are declared there, and
 * only where nothing was charged, or the code itself says that nobody knows (`PAYMENT_SETTLEMENT_PENDING`).
 */
import * as Data from "effect/Data"
import type * as Client from "../Errors.ts"

/** The name of the purchase, and of its payment where it has one. */
interface Named {
  readonly message: string
  readonly key: string | undefined
  readonly nonce: string | undefined
  /** Whether money has moved; `"unknown"`: the purchase stays open under its key. */
  readonly charged: Client.Charged
}

/** The call would exceed a limit of the budget; nothing was signed. Amounts are decimal USDC. */
export class BudgetExceeded extends Data.TaggedError("BUDGET_EXCEEDED")<
  Named & { readonly limit: Client.Limit; readonly asked: string; readonly left: string }
> {}

/** The terms are not those that this client takes; they were not signed. */
export class NotOffered extends Data.TaggedError("NOT_OFFERED")<
  Named & { readonly reason: Client.Refusal }
> {}

/** No answer came. Call again under the same key: the purchase is made once. */
export class ConnectionLost extends Data.TaggedError("CONNECTION_LOST")<Named> {}

/** The call has failed in another way, or a failure of the service leaves open whether the purchase is charged. */
export class PurchaseFailed extends Data.TaggedError("PURCHASE_FAILED")<
  Named & { readonly code: Client.Code; readonly retryable: boolean; readonly cause: Client.AlmanacError }
> {}

export type PaymentError = BudgetExceeded | NotOffered | ConnectionLost | PurchaseFailed
