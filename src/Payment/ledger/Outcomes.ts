/**
 * How the operations of the ledger end, what they are told of a payment's end, and what the ledger tells of a payment.
 */
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { PaymentState } from "../../Resources/PaymentStatus.ts"

/** The result of `reserve`. */
export type ReserveResult = Data.TaggedEnum<{
  /** The attempt holds the payment now. */
  Reserved: object
  /** Another attempt holds the payment or its idempotency key, or one of them has been used. */
  AlreadyReserved: object
  /**
   * The payment has failed, and a transaction was sent for it: whoever reads that on the chain has the payment, with its
   * signature. It buys nothing any more.
   */
  TransactionSent: object
  /**
   * The payer has too much under way: the sum of its open payments, its open runs, or these and its runs without a
   * charge. It may be tried again when a payment of the payer has ended.
   */
  AtLimit: object
  /** A settlement of the payer's has certainly failed; in seconds. */
  RecentFailure: { readonly retryAfter: number }
  /** The facilitator said that the payer's balance is too small, for this amount or less. */
  InsufficientBalance: { readonly reason: string }
  /** Too many runs of the payer were not charged; in seconds. */
  UnchargedLimit: { readonly retryAfter: number }
}>

/** Constructors and matchers of `ReserveResult`. */
export const ReserveResult = Data.taggedEnum<ReserveResult>()

/** Why a reservation is given up. The ledger remembers some of it of the payer. */
export type ReleaseReason = Data.TaggedEnum<{
  /** The payer caused nothing: nothing ran, or what ran ended by a fault of a provider, of ours, or of the ledger. */
  NotRun: object
  /** The capability ran, and nothing is charged for it. Counts against `maxUncharged`. */
  RanUncharged: object
  /** The facilitator refused the payment: it is deleted, because anyone can make up such payments. */
  Refused: object
  /** The facilitator said that the balance is too small, with this reason code. Deleted like a refused payment. */
  InsufficientBalance: { readonly reason: string }
}>

/** Constructors and matchers of `ReleaseReason`. */
export const ReleaseReason = Data.taggedEnum<ReleaseReason>()

/** A settlement of unknown outcome. */
export interface UnknownOutcome {
  readonly reason: string
  readonly transaction: string | undefined
  /** The facilitator said that the nonce is used. */
  readonly nonceUsed: boolean
  /** The facilitator called it settled, in a receipt about it that proves nothing. */
  readonly unusableReceipt?: boolean
  /** When the reconciler is to resolve it next. */
  readonly resolveAfter: Duration.Duration
}

/** How it is known that a transfer has happened: by the facilitator's receipt, or from the chain. */
export type TransferProof = "receipt" | "chain"

/** Why a transfer will certainly not happen. */
export interface SettlementFailure {
  readonly reason: string
  /** Whether the payer caused it: then `reserve` answers `RecentFailure` for a while. */
  readonly refusePayer: boolean
  /** The one that was sent for it, and reverted. */
  readonly transaction?: string | undefined
}

/** What the ledger tells the payer of a payment. `amount` in atomic units, `validBefore` in Unix seconds. */
export const PaymentRecord = Schema.Struct({
  state: PaymentState,
  amount: Schema.String,
  transaction: Schema.NullOr(Schema.String),
  createdAt: Schema.DateFromSelf,
  settledAt: Schema.NullOr(Schema.DateFromSelf),
  validBefore: Schema.String,
  responseHash: Schema.NullOr(Schema.String)
})

export type PaymentRecord = typeof PaymentRecord.Type
