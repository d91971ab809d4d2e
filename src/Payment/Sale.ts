/**
 * The words of a sale: what is ordered, what was made, what the buyer gets.
 */
import type { Effect, Option } from "effect"
import type { SaleFailure, TimedOut } from "../Api/Failure.ts"
import type { Payment } from "../Api/Payment.ts"
import type { SettleResponse } from "../Resources/X402.ts"
import * as InFlight from "../Runtime/SingleFlight.ts"
import type { Challenge } from "./challenge/Challenge.ts"
import type { Submission } from "./facilitator/Facilitator.ts"
import type { StoredResponse } from "./ledger/Ledger.ts"

/** What is bought. */
export interface PurchaseOrder<E, R> {
  readonly payment: Payment
  readonly challenge: Challenge
  readonly requestHash: string
  /** The buyer's name for this purchase. */
  readonly paymentId: Option.Option<string>
  readonly requestId: string
  /** The capability at work. An answer that is not charged is given away: nothing is settled. */
  readonly run: Effect.Effect<Product, E, R>
}

/** What the capability made. */
export interface Product {
  readonly answer: StoredResponse
  readonly charged: boolean
}

/** What the buyer gets; `settlement` is absent when nothing was charged. */
export interface PurchaseResult {
  readonly answer: StoredResponse
  readonly settlement: SettleResponse | undefined
  readonly replayed: boolean
  /** Of the call that made the answer. */
  readonly requestId: string
}

/** What a caller must share with a running sale to join it. */
interface Claim {
  readonly requestHash: string
  readonly signature: string
}

/** The sales under way at one endpoint. A sale whose callers have all gone is interrupted, until money moves. */
export type RunningPurchases<E> = InFlight.SingleFlight<PurchaseResult, E | SaleFailure | TimedOut, Claim>

export const runningPurchases = <E>(): RunningPurchases<E> => InFlight.make("interrupt")

/** An order's payment as the facilitator sees it. */
export const submission = <E, R>({ payment, challenge }: PurchaseOrder<E, R>): Submission => ({
  paymentPayload: payment.payload,
  payloadText: payment.text,
  paymentRequirements: challenge.requirements,
  authorization: payment.authorization,
  signature: payment.signature
})
