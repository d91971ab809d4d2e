/**
 * The end of an attempt, as all processes are told of it: one message goes to the calls that wait for the payment itself,
 * another to those whose payer has as much under way as it may have.
 */
import * as Effect from "effect/Effect"
import type { WakeUps } from "../Storage/WakeUps.ts"
import type { PaymentKey } from "./ledger/Ledger.ts"
import * as Trace from "./Trace.ts"

/** The topic on which the end of a payment's attempt is published. */
export const topicOf = (payment: PaymentKey) => `payment:${Trace.hashOf(payment)}`

/** The topic on which the end of any payment of a payer is published. */
export const topicOfPayer = (payer: string) => `payer:${payer}`

/** Wakes those that wait for this payment, or for its payer. */
export const tell =
  (wakeUps: WakeUps["Type"]) =>
  (payment: PaymentKey): Effect.Effect<void> =>
    Effect.zipRight(wakeUps.publish(topicOf(payment)), wakeUps.publish(topicOfPayer(payment.payer)))
