/**
 * The facilitator's judgement of a payment: is the signature the payer's, and has the payer the money?
 */
import * as Effect from "effect/Effect"
import type { FacilitatorDown, PaymentRejected, SaleFailure } from "../Api/Failure.ts"
import * as SingleFlight from "../Runtime/SingleFlight.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Failures from "./Failures.ts"
import type { Facilitator } from "./facilitator/Facilitator.ts"
import type { PayerRecords } from "./ledger/PayerRecords.ts"
import { type Order, submission } from "./Order.ts"
import * as UnverifiedSignatureLimit from "./UnverifiedSignatureLimit.ts"

/** Succeeds for an order whose payment the facilitator calls good. */
export const verifier =
  (facilitator: Facilitator["Type"]) =>
  (order: Order): Effect.Effect<void, FacilitatorDown | PaymentRejected> =>
    Effect.mapError(facilitator.verify(submission(order)), Failures.facilitatorDown).pipe(
      Call.phase("verify"),
      Effect.flatMap((verdict) =>
        verdict.isValid ? Effect.void : Effect.fail(Failures.refusedByFacilitator(order, verdict.reason))
      )
    )

/** What a question to the facilitator is about: a payment for an endpoint, whatever is asked there. */
const questionOf = ({ challenge, payment: { authorization, signature } }: Order) =>
  JSON.stringify([challenge.offer.path, authorization, signature])

/**
 * Judges payments whose signature we cannot check ourselves. Equal ones that come at once are one question, and the
 * questions are limited.
 */
export const make = (facilitator: Facilitator["Type"], records: PayerRecords["Type"]) => {
  const verify = verifier(facilitator)
  const withinLimit = UnverifiedSignatureLimit.make(records)
  const questions = SingleFlight.make<void, SaleFailure>("interrupt")

  return (order: Order): Effect.Effect<void, SaleFailure> =>
    questions.join({
      key: questionOf(order),
      work: Effect.catchTag(withinLimit(order, verify(order)), "DatabaseUnavailable", (error) =>
        Effect.fail(Failures.ledgerUnread(error))
      )
    })
}
