/**
 * The facilitator's judgement of a payment: is the signature the payer's, and has the payer the money?
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { FacilitatorDown, PaymentRejected, SaleFailure } from "../Api/Failure.ts"
import type { AdmissionControl } from "../Http/limits/AdmissionControl.ts"
import * as SingleFlight from "../Runtime/SingleFlight.ts"
import * as Failures from "./Failures.ts"
import type { PayerRecords } from "./ledger/PayerRecords.ts"
import type { Order } from "./Order.ts"
import * as UnverifiedSignatureLimit from "./UnverifiedSignatureLimit.ts"

/** What a question to the facilitator is about: a payment for an endpoint, whatever is asked there. */
const questionOf = ({ challenge, payment: { authorization, signature } }: Order) =>
  JSON.stringify([challenge.offer.path, authorization, signature])

/**
 * What judging works with. `verify`: succeeds for an order whose payment the facilitator calls good; `withPlace`: works in
 * a place among the sales; `lookUp`: what the ledger has under an order's nonce.
 */
interface Dependencies<A> {
  readonly verify: (order: Order) => Effect.Effect<void, FacilitatorDown | PaymentRejected>
  readonly records: PayerRecords["Type"]
  readonly withPlace: AdmissionControl["Type"]["enter"]
  readonly lookUp: (order: Order) => Effect.Effect<Option.Option<A>, SaleFailure>
}

/**
 * Judges payments whose signature we cannot check ourselves. Equal ones that come at once are one question, and the
 * questions are limited. A question has a place among the sales, of its connection's and not of the payer's: anybody can
 * forge payments in the payer's name. A call that joins a question takes no place.
 */
export const make = <A>({ withPlace, lookUp, records, verify }: Dependencies<A>) => {
  const withinLimit = UnverifiedSignatureLimit.make(records)
  const ask = (order: Order) => withPlace(order.connection, () => verify(order))
  const questions = SingleFlight.make<void, SaleFailure>("interrupt")

  const judge = (order: Order): Effect.Effect<void, SaleFailure> =>
    questions.join({
      key: questionOf(order),
      work: Effect.catchTag(withinLimit(order, ask(order)), "DatabaseUnavailable", (error) =>
        Effect.fail(Failures.ledgerUnread(error))
      )
    })

  /**
   * `None`: the payment is good. While it was judged, another attempt may have bought with it, and a refusal may be no more
   * than that attempt's doing: then what became of the payment is told, and only otherwise the refusal.
   */
  return (order: Order): Effect.Effect<Option.Option<A>, SaleFailure> =>
    Effect.matchEffect(judge(order), {
      onSuccess: () => Effect.succeedNone,
      onFailure: (refusal) =>
        Effect.flatMap(
          lookUp(order),
          Option.match({ onNone: () => Effect.fail(refusal), onSome: Effect.succeedSome })
        )
    })
}
