/**
 * How a sale fails, in the buyer's words. What is known of the money differs from case to case, so each case has a
 * sentence of its own.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  CapabilityPaused,
  FacilitatorDown,
  LedgerDown,
  Overloaded,
  PaymentConflict,
  PaymentRejected,
  TooManyRequests
} from "../Api/Failure.ts"
import type { Pause } from "../Pauses.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import type { Challenge } from "./challenge/Challenge.ts"
import type { FacilitatorUnavailable } from "./facilitator/Facilitator.ts"
import { isNonceUsed } from "./facilitator/SettleErrorCodes.ts"
import { shortageMemory } from "./Limits.ts"
import { ReserveResult } from "./ledger/Outcomes.ts"
import type { Order } from "./Order.ts"
import * as PaymentHeader from "./request/PaymentHeader.ts"

const ledgerIsDown = (message: string) => (failure: DatabaseUnavailable | Overloaded) =>
  new LedgerDown({
    message,
    retryAfter: 5,
    why: failure._tag === "OVERLOADED" ? failure.why : failure.problem
  })

/** A payment cannot be reserved. It may be a repeat of one that was charged, so only this call is spoken of. */
export const ledgerDown = ledgerIsDown(
  "Payments cannot be recorded at the moment; this call charged nothing."
)

/** An earlier payment cannot be looked up. This call does not change what was charged for it. */
export const ledgerUnread = ledgerIsDown(
  "Payments cannot be looked up at the moment; this call charged nothing."
)

/** The operator has paused the capability. The ledger has nothing that the payment has bought. */
export const capabilityPaused = ({ kind, name, retryAfter }: Pause) =>
  new CapabilityPaused({
    message: "The operator has paused this capability; nothing was charged.",
    why: `the ${kind} ${name} is paused`,
    retryAfter
  })

/** The facilitator does not answer a verification. */
export const facilitatorDown = ({ reason, status }: FacilitatorUnavailable) =>
  new FacilitatorDown({
    message: "Payments cannot be checked at the moment; nothing was charged.",
    why: status === undefined ? reason : `${reason} ${status}`,
    retryAfter: 10
  })

const rejected = (challenge: Challenge, message: string, reason: string, retryAfter?: number) =>
  new PaymentRejected({ message, details: { reason }, challenge: challenge.because(reason), retryAfter })

/** What the payer had to sign under (EIP-712), for one whose wallet signed something else. */
const domainOf = ({ requirements: { asset, extra, network } }: Challenge) =>
  `name ${JSON.stringify(extra.name)}, version ${JSON.stringify(extra.version)}, chain ${network.replace("eip155:", "")}, contract ${asset}`

/**
 * The facilitator calls the payment bad. Where we could not recover the payer from the signature, the wallet may have
 * signed under another domain.
 */
export const refusedByFacilitator = ({ challenge, payment }: Order, reason: string) => {
  const refusal = isNonceUsed(reason)
    ? "The facilitator says that the payment was used before; this call charged nothing."
    : "The facilitator refuses the payment; nothing was charged."
  return rejected(
    challenge,
    payment.proven
      ? refusal
      : `${refusal} We could not recover the payer from its signature. The domain to be signed: ${domainOf(challenge)}.`,
    reason
  )
}

/** The payer's other purchases did not end while the call could wait, or too many calls of the payer wait. */
export const payerAtLimit = new Overloaded({
  message: "Too many of your other purchases are not settled yet; this call charged nothing.",
  why: "the payer's limits",
  retryAfter: 5
})

/** One payment buys one request, and only its payer may have the answer. */
export const paymentUsedForAnother = (challenge: Challenge) =>
  PaymentHeader.refuse(challenge, "nonce_already_used")

/** The answer that the payment bought cannot be given again. */
export const paymentUsedUp = (challenge: Challenge) =>
  PaymentHeader.refuse(
    challenge,
    "nonce_already_used",
    "This payment was used; its answer is no longer kept, or was given too often."
  )

const conflict = (message: string) =>
  new PaymentConflict({ message: `${message} This call charged nothing.` })

/** The purchase has a key, and the call has another one or none. No challenge: signing anew would pay once more. */
export const keyRequired = new PaymentConflict({
  message:
    "This payment was used under an idempotency key. Send the same key again to get its answer; this call charged nothing.",
  details: { reason: "idempotency_key_required" }
})

/**
 * The payment has as many keys that came later as are kept. No challenge: a payment signed anew under this key would be
 * charged as well.
 */
export const keyNotKept = new PaymentConflict({
  message:
    "This payment was sent under too many other idempotency keys, so this key could not be kept. Send the same payment again without a key to get its answer; this call charged nothing.",
  details: { reason: "too_many_idempotency_keys" }
})

/** The idempotency key stands for another request of the same payer. */
export const keyUsedForAnother = conflict("This idempotency key was used for another request.")

/** The answer under an idempotency key cannot be given again. */
export const keyUsedUp = conflict(
  "The answer under this idempotency key is no longer kept, or was given too often."
)

/** Why a payment could not be reserved. */
export type ReserveRejection = Exclude<ReserveResult, { readonly _tag: "Reserved" }>

/** Fails when waiting does not help: the payer is refused. Succeeds when it may help. */
export const refuseUnlessTemporary = (challenge: Challenge, rejection: ReserveRejection) =>
  ReserveResult.$match({
    Reserved: () => Effect.void,
    AlreadyReserved: () => Effect.void,
    AtLimit: () => Effect.void,
    TransactionSent: () =>
      Effect.fail(
        PaymentHeader.refuse(
          challenge,
          "nonce_already_used",
          "The transaction of this payment failed on the chain, where anybody can read it: it buys nothing any more."
        )
      ),
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
          "The facilitator has just called the balance too small, and is asked again after half a minute; nothing was charged.",
          reason,
          Duration.toSeconds(shortageMemory)
        )
      ),
    UnchargedLimit: ({ retryAfter }) =>
      Effect.fail(
        new TooManyRequests({
          message: "Too many runs of this payer ended without a charge; nothing was charged.",
          retryAfter
        })
      )
  })(rejection)
