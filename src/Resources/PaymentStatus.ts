/**
 * What a payer can ask about a payment: facts of the transfer and the hash of what it bought, never what that was.
 */
import * as Schema from "effect/Schema"
import { Moment } from "./Moment.ts"

/** Where a payment stands. Only `settled` and `presumed_settled` have moved money. */
export const PaymentState = Schema.Literal(
  "reserved",
  "settling",
  "settled",
  "presumed_settled",
  "failed",
  "unknown",
  "released"
).annotations({
  title: "PaymentState",
  description:
    "reserved: the request runs, nothing is charged yet. settling: the answer is stored, the transfer is under way. " +
    "settled: paid. presumed_settled: by the facilitator's word alone; it counts as paid. " +
    "unknown: the transfer may have happened, it is being found out. failed: the transfer will not happen. " +
    "released: nothing was charged. After failed and released the same payment can be used again while it is valid, " +
    "unless a transaction was sent for it and failed"
})
export type PaymentState = typeof PaymentState.Type

/** The status of one payment. Hexadecimal values are in lower case, but for the asset's checksum. */
export const PaymentStatus = Schema.Struct({
  state: PaymentState,
  network: Schema.String.annotations({ description: "CAIP-2 chain identifier", examples: ["eip155:84532"] }),
  asset: Schema.String.annotations({
    description: "Address of the token, with its checksum (EIP-55)",
    examples: ["0x036CbD53842c5426634e7929541eC2318f3dCF7e"]
  }),
  payer: Schema.String.annotations({ description: "Address of the payer" }),
  nonce: Schema.String.annotations({ description: "Nonce of the payer's authorization (EIP-3009)" }),
  amount: Schema.Struct({
    atomic: Schema.String.annotations({ description: "In the token's smallest unit", examples: ["2000"] }),
    decimal: Schema.String.annotations({ description: "The same as a decimal", examples: ["0.002"] }),
    currency: Schema.Literal("USDC").annotations({ description: "The token" })
  }).annotations({ description: "What was signed for" }),
  transaction: Schema.NullOr(Schema.String).annotations({
    description:
      "Hash of the transaction of the transfer: in a failed payment, of one that was sent and moved nothing. Null while " +
      "none is known"
  }),
  createdAt: Moment.annotations({ description: "When the payment was first taken" }),
  settledAt: Schema.NullOr(Moment).annotations({ description: "When it settled; null while it has not" }),
  validBefore: Moment.annotations({ description: "End of the authorization as the payer signed it" }),
  contentDigest: Schema.NullOr(Schema.String).annotations({
    description:
      "The header Content-Digest (RFC 9530) of the answer that was bought, null while there is none: a proof of " +
      "what was delivered for this payment"
  })
}).annotations({
  title: "PaymentStatus",
  description: "The status of one payment"
})
export type PaymentStatus = typeof PaymentStatus.Type
