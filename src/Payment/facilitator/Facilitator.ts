/**
 * The port to the facilitator, which verifies payments and settles them on the chain.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Authorization, PaymentRequirements } from "../../Resources/X402.ts"

/** What the facilitator gets: the buyer's payload as it came, and our requirements. */
export interface Submission {
  /** The decoded `PAYMENT-SIGNATURE` header, with the members that we do not read. */
  readonly paymentPayload: unknown
  /** `paymentPayload` as JSON: a facilitator gets the same text for verify and settle, today and on a retry. */
  readonly payloadText: string
  readonly paymentRequirements: PaymentRequirements
  /** The checked part of `paymentPayload`. */
  readonly authorization: Authorization
  readonly signature: string
  /**
   * Who has the settlement, as the ledger keeps it (`Facilitator.settlerOf`); the first where it keeps `null`. Absent in a
   * verification.
   */
  readonly facilitator?: string | null
}

/** The facilitator's answer to `verify`. */
export type Verdict =
  | { readonly isValid: true }
  | {
      readonly isValid: false
      /** The protocol's code: an open set. */
      readonly reason: string
    }

/** The transfer is on the chain, by a receipt that counts (`Replies`). `transaction` is its hash. */
export interface Settlement {
  readonly transaction: string
}

/** The facilitator could not be reached, or its reply is not the protocol's, or about another payer. No money moved. */
export class FacilitatorUnavailable extends Schema.TaggedError<FacilitatorUnavailable>()(
  "FacilitatorUnavailable",
  {
    /** `descriptors`: this process had none left to connect with. */
    reason: Schema.Literal("timeout", "connection", "descriptors", "status", "malformed"),
    status: Schema.optional(Schema.Number)
  }
) {}

/** The facilitator says that the transfer will not happen, with a code that proves it (`SettleErrorCodes`). */
export class SettlementFailed extends Schema.TaggedError<SettlementFailed>()("SettlementFailed", {
  reason: Schema.String,
  transaction: Schema.optional(Schema.String)
}) {}

/**
 * What a receipt of success says that proves nothing. `unusable`: it is about this payment, but names no transaction
 * that counts, or another network. `contradicting`: it is about another payer or amount.
 */
export const UnprovenReceipt = Schema.Literal("unusable", "contradicting")
export type UnprovenReceipt = typeof UnprovenReceipt.Type

/**
 * It is unknown whether the transfer happens: it may have been sent. Never tell a buyer that it failed. `receipt`: the
 * facilitator calls it a success, but its receipt proves nothing.
 */
export class SettlementUnknown extends Schema.TaggedError<SettlementUnknown>()("SettlementUnknown", {
  reason: Schema.String,
  transaction: Schema.optional(Schema.String),
  receipt: Schema.optional(UnprovenReceipt)
}) {}

/** Verifies and settles x402 payments. */
export class Facilitator extends Context.Tag("almanac/Facilitator")<
  Facilitator,
  {
    readonly verify: (submission: Submission) => Effect.Effect<Verdict, FacilitatorUnavailable>
    readonly settle: (
      submission: Submission
    ) => Effect.Effect<Settlement, SettlementFailed | SettlementUnknown>
    /** Who settles a payment, where there may be two. The ledger keeps it with what is to be settled. */
    readonly settlerOf?: (submission: Submission) => string | null
  }
>() {}
