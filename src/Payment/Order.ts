/**
 * What is bought, what the capability makes of it, and what the buyer gets.
 */
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Option from "effect/Option"
import type { PaymentInvalid, SaleFailure } from "../Api/Failure.ts"
import type { Authorization, SettleResponse } from "../Resources/X402.ts"
import type { Challenge } from "./challenge/Challenge.ts"
import type { Submission } from "./facilitator/Facilitator.ts"
import type { PaymentKey, Reservation, StoredResponse } from "./ledger/Ledger.ts"

/** A payment that is well-formed and meant for this service. */
export interface Payment {
  readonly authorization: Authorization
  readonly signature: string
  /** Whether our own recovery shows that the payer signed. Only the facilitator can judge contract wallets. */
  readonly proven: boolean
  /** The decoded header, as the facilitator expects it. */
  readonly payload: unknown
  /** `payload` as JSON, for the ledger. */
  readonly text: string
  /**
   * Whether the payment meets the current terms (amount, payee, resource, time window). A payment that does not can
   * still fetch an answer that it has already bought.
   */
  readonly meetsTerms: Either.Either<void, PaymentInvalid>
}

/** What one call asks for, whatever way it came in: over HTTP (`request/HttpCall.ts`), or by another protocol. */
export interface PurchaseRequest {
  /** What the payment is held to, and what a refusal tells. */
  readonly challenge: Challenge
  /** The payment as the header PAYMENT-SIGNATURE has it: base64 of JSON. */
  readonly payment: string | undefined
  /** How the call is refused that has no payment. */
  readonly unpaid: Effect.Effect<never, SaleFailure>
  /** The bytes of the request, JSON in UTF-8. They may still be on their way: they are awaited after the payment. */
  readonly body: (payment: Payment) => Effect.Effect<Uint8Array, SaleFailure>
  /** The buyer's own key for the purchase, where it was sent beside the payment. */
  readonly idempotencyKey: string | undefined
  /** The connection that the call came in on: unproven payments are limited by connection, for any name can be forged. */
  readonly connection: object
  /**
   * How long the caller waits. Then its run is interrupted, unless other calls share it or its answer is stored. The same
   * payment gets that answer later, or buys anew.
   */
  readonly deadline: Option.Option<Duration.Duration>
}

/** What is bought, and with which payment. */
export interface Order {
  readonly payment: Payment
  /** Names the payment in the ledger. */
  readonly key: PaymentKey
  readonly challenge: Challenge
  readonly requestHash: string
  /** The buyer's own key for this purchase, where it has sent one. */
  readonly idempotencyKey: Option.Option<string>
  readonly requestId: string
  /** The connection that the call came in on (`PurchaseRequest`). */
  readonly connection: object
}

/** What a capability makes. Nothing is settled for an answer that is not charged. */
export interface Product {
  readonly answer: StoredResponse
  readonly charged: boolean
}

/** The capability's part of a purchase, as the paywall makes it of a capability and a request (`Paywall.protect`). */
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
  /** The payment that has bought the answer. */
  readonly payment: PaymentKey
  /** Of the call that made the answer. */
  readonly requestId: string
}

/** Where a purchase stands after one round. */
export type Round = Data.TaggedEnum<{
  Done: { readonly result: PurchaseResult }
  /** Another attempt works on this payment: wait for the signal that it has ended. */
  InProgress: { readonly payment: PaymentKey }
  /** The payer has too much under way: wait until a payment of the payer has ended, or until then (Unix milliseconds). */
  AtLimit: { readonly deadline: number }
  /** What stood in the way has gone meanwhile. */
  Again: object
}>

/** Constructors and matchers of `Round`. */
export const Round = Data.taggedEnum<Round>()

/** What the ledger reserves for an attempt at an order. */
export const reservationOf = (
  { payment, key, challenge, requestHash, idempotencyKey, requestId }: Order,
  attempt: string
): Reservation => ({
  key,
  attempt,
  requestHash,
  idempotencyKey,
  capability: challenge.offer.facts.id,
  amount: challenge.requirements.amount,
  payTo: challenge.requirements.payTo,
  validBefore: payment.authorization.validBefore,
  signature: payment.signature,
  requestId
})

/** An order's payment as the facilitator sees it. */
export const submission = ({ payment, challenge }: Order): Submission => ({
  paymentPayload: payment.payload,
  payloadText: payment.text,
  paymentRequirements: challenge.requirements,
  authorization: payment.authorization,
  signature: payment.signature
})

/**
 * Which payment a body is for that is still to arrive. A signature that we could not prove is part of it: a forged
 * payment is another one.
 */
export const bodyKeyOf = ({ authorization: { from, nonce }, proven, signature }: Payment) =>
  [from, nonce, ...(proven ? [] : [signature])].join(":").toLowerCase()

/**
 * What is equal in equal calls. A signature that we could not check is part of it: nobody shares a purchase with one
 * that is forged.
 */
export const equalityOf = ({
  idempotencyKey,
  key,
  payment: { proven, signature },
  requestHash
}: Order): string =>
  JSON.stringify([key.payer, key.nonce, requestHash, idempotencyKey, proven ? null : signature])
