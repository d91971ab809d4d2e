/**
 * What is bought, what the capability makes of it, and what the buyer gets.
 */
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Payment } from "../Api/Payment.ts"
import type { SettleResponse } from "../Resources/X402.ts"
import type { Challenge } from "./challenge/Challenge.ts"
import type { Submission } from "./facilitator/Facilitator.ts"
import type { PaymentKey, StoredResponse } from "./ledger/Ledger.ts"

/** What is bought, and with which payment. */
export interface Order {
  readonly payment: Payment
  /** Names the payment in the ledger. */
  readonly key: PaymentKey
  readonly challenge: Challenge
  readonly requestHash: string
  /** The buyer's name for this purchase. */
  readonly idempotencyKey: Option.Option<string>
  readonly requestId: string
}

/** What a capability makes. Nothing is settled for an answer that is not charged. */
export interface Product {
  readonly answer: StoredResponse
  readonly charged: boolean
}

/** The capability's part of a purchase. */
export interface Work<E> {
  readonly run: Effect.Effect<Product, E>
  /** How the call fails when the payment's time window ends before `run` does. */
  readonly windowEnded: () => E
}

/** What the buyer gets; `settlement` is absent when nothing was charged. */
export interface PurchaseResult {
  readonly answer: StoredResponse
  readonly settlement: SettleResponse | undefined
  readonly replayed: boolean
  /** Of the call that made the answer. */
  readonly requestId: string
}

/** An order's payment as the facilitator sees it. */
export const submission = ({ payment, challenge }: Order): Submission => ({
  paymentPayload: payment.payload,
  payloadText: payment.text,
  paymentRequirements: challenge.requirements,
  authorization: payment.authorization,
  signature: payment.signature
})
