/**
 * The facilitator's word on a payment, before anything runs.
 */
import { Effect } from "effect"
import { FacilitatorDown, PaymentRejected } from "../Api/Failure.ts"
import * as Call from "../Telemetry/Call.ts"
import type { Facilitator, FacilitatorUnavailable } from "./facilitator/Facilitator.ts"
import { type PurchaseOrder, submission } from "./Sale.ts"

const facilitatorDown = (_: FacilitatorUnavailable) =>
  new FacilitatorDown({
    message: "Payments cannot be checked at the moment; nothing was charged.",
    retryAfter: 10
  })

/** Lets an order through whose payment the facilitator calls good. */
export const make =
  (facilitator: Facilitator["Type"]) =>
  <E, R>(order: PurchaseOrder<E, R>) =>
    Effect.mapError(facilitator.verify(submission(order)), facilitatorDown).pipe(
      Call.phase("verify"),
      Effect.flatMap((verdict) =>
        verdict.isValid
          ? Effect.void
          : Effect.fail(
              new PaymentRejected({
                message: "The facilitator refuses the payment; nothing was charged.",
                details: { reason: verdict.reason },
                challenge: order.challenge.because(verdict.reason)
              })
            )
      )
    )
