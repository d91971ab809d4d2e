/**
 * The messages that tell of the end of a payment's run, over all processes: one to the calls that wait for the payment,
 * one to those that wait until its payer has less under way.
 */
import * as Effect from "effect/Effect"
import type { WakeUps } from "../Storage/WakeUps.ts"
import type { PaymentKey } from "./ledger/Ledger.ts"
import * as PayerLine from "./PayerLine.ts"
import * as Trace from "./Trace.ts"

/** The topic on which the end of a payment's run is published. */
export const topicOf = (payment: PaymentKey) => `payment:${Trace.hashOf(payment)}`

/** Wakes those that wait for this payment, or for its payer. */
export const tell =
  (wakeUps: WakeUps["Type"]) =>
  (payment: PaymentKey): Effect.Effect<void> =>
    Effect.zipRight(wakeUps.publish(topicOf(payment)), wakeUps.publish(PayerLine.topicOf(payment.payer)))
