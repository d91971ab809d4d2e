/**
 * The answers to a payer who is at a limit.
 */
import { Effect } from "effect"
import { Overloaded, PaymentRejected, TooManyRequests } from "../Api/Failure.ts"
import type { Challenge } from "./challenge/Challenge.ts"
import { Admission } from "./ledger/Ledger.ts"

/** An admission that is none. */
export type Hindrance = Exclude<Admission, { readonly _tag: "Reserved" }>

const rejected = (challenge: Challenge, message: string, reason: string, retryAfter?: number) =>
  new PaymentRejected({ message, details: { reason }, challenge: challenge.because(reason), retryAfter })

/** The 503 of a payer whose earlier purchases did not settle while the call could wait. */
export const overloaded = new Overloaded({
  message: "Your other purchases are not settled yet; nothing was charged.",
  retryAfter: 5
})

/** Fails for a payer who is refused; what may pass by waiting is left to the caller. */
export const refuse = (challenge: Challenge, hindrance: Hindrance) =>
  Admission.$match({
    Reserved: () => Effect.void,
    Taken: () => Effect.void,
    Exposed: () => Effect.void,
    Distrusted: ({ retryAfter }) =>
      Effect.fail(
        rejected(
          challenge,
          "A payment of this payer failed to settle a short while ago; nothing was charged.",
          "recent_settlement_failure",
          retryAfter
        )
      ),
    Short: ({ reason }) =>
      Effect.fail(
        rejected(
          challenge,
          "The facilitator has just called the balance too small; nothing was charged.",
          reason
        )
      ),
    Throttled: ({ retryAfter }) =>
      Effect.fail(
        new TooManyRequests({
          message: "Too many runs of this payer ended without a charge; nothing was charged.",
          retryAfter
        })
      )
  })(hindrance)
