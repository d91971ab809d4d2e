/**
 * The answers to a payer who is at a limit.
 */
import { Effect } from "effect"
import { Overloaded, PaymentRejected, TooManyRequests } from "../Api/Failure.ts"
import type { Challenge } from "./challenge/Challenge.ts"
import { ReserveResult } from "./ledger/Ledger.ts"

/** An admission that is none. */
export type ReserveRejection = Exclude<ReserveResult, { readonly _tag: "Reserved" }>

const rejected = (challenge: Challenge, message: string, reason: string, retryAfter?: number) =>
  new PaymentRejected({ message, details: { reason }, challenge: challenge.because(reason), retryAfter })

/** The 503 of a payer whose earlier purchases did not settle while the call could wait. */
export const overloaded = new Overloaded({
  message: "Your other purchases are not settled yet; nothing was charged.",
  retryAfter: 5
})

/** Fails for a payer who is refused; what may pass by waiting is left to the caller. */
export const refuse = (challenge: Challenge, hindrance: ReserveRejection) =>
  ReserveResult.$match({
    Reserved: () => Effect.void,
    AlreadyReserved: () => Effect.void,
    ExposureLimit: () => Effect.void,
    RecentFailure: ({ retryAfter }) =>
      Effect.fail(
        rejected(
          challenge,
          "A payment of this payer failed to settle a short while ago; nothing was charged.",
          "recent_settlement_failure",
          retryAfter
        )
      ),
    InsufficientBalance: ({ reason }) =>
      Effect.fail(
        rejected(
          challenge,
          "The facilitator has just called the balance too small; nothing was charged.",
          reason
        )
      ),
    UnchargedLimit: ({ retryAfter }) =>
      Effect.fail(
        new TooManyRequests({
          message: "Too many runs of this payer ended without a charge; nothing was charged.",
          retryAfter
        })
      )
  })(hindrance)
