/**
 * What spans and the log tell of a payment: which one it is.
 */
import { hash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { annotate } from "../Runtime/Span.ts"
import * as Attributes from "../Telemetry/Attributes.ts"
import * as Call from "../Telemetry/Call.ts"
import { keyOf, type PaymentKey } from "./ledger/Ledger.ts"
import * as PaymentHeader from "./request/PaymentHeader.ts"

/** 32 hexadecimal digits. A nonce has 32 random bytes: the hash does not lead back to the payment. */
export const hashOf = ({ network, asset, payer, nonce }: PaymentKey): string =>
  hash("sha256", `${network}:${asset}:${payer}:${nonce}`, "hex").slice(0, 32)

/** Names the payment that the current call brings, on its line and on its span. */
export const identify = (key: PaymentKey) => Effect.suspend(() => Call.note({ payment: hashOf(key) }))

/** The same of a header that is refused, by what can be read of it: its buyer may ask why. */
export const identifyRefused = (chain: Parameters<typeof keyOf>[0], header: string) =>
  Option.match(PaymentHeader.identityOf(header), {
    onNone: () => Effect.void,
    onSome: (identity) => identify(keyOf(chain, identity))
  })

/** Names the payment that the current span is about. */
export const name = (key: PaymentKey) => annotate(() => ({ [Attributes.paymentId]: hashOf(key) }))
