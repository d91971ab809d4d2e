/**
 * How a payment of unknown outcome is resolved: by asking the chain where a node is configured, and by asking the
 * facilitator for the identical settlement once more. The payment stays unknown until the answer is certain.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AuthorizationStatus, type Chain, type ChainUnavailable, searchWindow } from "../chain/Chain.ts"
import type { Facilitator, Submission } from "../facilitator/Facilitator.ts"
import { isNonceUsed } from "../facilitator/SettleErrorCodes.ts"
import type { SettlementFailure, TransferProof } from "../ledger/Outcomes.ts"
import type { PendingPayment } from "../ledger/PendingPayments.ts"

/** What a payment of unknown outcome has come to. */
export type Resolution = Data.TaggedEnum<{
  Settled: { readonly transaction: string; readonly by: TransferProof }
  /** The transfer will certainly not happen. */
  Failed: SettlementFailure
  /**
   * Without a chain we know no more: the authorization has ended and the facilitator said that its nonce is used, or the
   * facilitator has called the payment settled twice, in receipts without a transaction that counts.
   */
  Presumed: object
  /** Nothing is certain. `alarm`: asking again may never help. */
  Inconclusive: {
    readonly reason: string
    readonly transaction: string | undefined
    readonly nonceUsed: boolean
    readonly unusableReceipt: boolean
    readonly alarm: boolean
  }
}>

/** Constructors and matchers of `Resolution`. */
export const Resolution = Data.taggedEnum<Resolution>()

const inconclusive = (reason: string, alarm = false) =>
  Resolution.Inconclusive({ reason, transaction: undefined, nonceUsed: false, unusableReceipt: false, alarm })

/** Clock-skew and block-time margin added to the end of a payment, in seconds. */
export const endMargin = 30

/** A facilitator settles no authorization that ends sooner, in seconds. Source: `@x402/evm` 2.27. */
const leastTimeLeft = 6

/** The services that a resolution consults. `chain`: `None` where no node is configured. */
export interface Sources {
  readonly facilitator: Facilitator["Type"]
  readonly chain: Option.Option<Chain["Type"]>
  /** The payment as the facilitator first got it; `None` when the ledger's text cannot be read. */
  readonly submission: (payment: PendingPayment) => Option.Option<Submission>
}

const BigIntSeconds = Schema.decodeSync(Schema.BigInt)

/** Between two receipts that prove nothing: the second within the same moment may be the first one's echo, in seconds. */
const receiptDistance = 10

/** The receipt names no transaction that counts. Without a chain, the second one that is told 10 s after the first is believed. */
const afterUnusable = (
  payment: PendingPayment,
  hasChain: boolean,
  told: Extract<Resolution, { readonly _tag: "Inconclusive" }>
): Resolution =>
  !hasChain && payment.receiptSeconds !== null && payment.receiptSeconds >= receiptDistance
    ? Resolution.Presumed()
    : told

/** The receipt's transaction is another payment's: it proves nothing of this one, however often it is told. */
export const reused: Resolution = inconclusive("receipt_reused", true)

/** Resolves one payment, by the ledger's time at which it was taken up. Never fails. */
export const make = ({ facilitator, chain, submission }: Sources) => {
  const hasChain = Option.isSome(chain)

  const asking = (
    payment: PendingPayment,
    ask: (submission: Submission) => Effect.Effect<Resolution>
  ): Effect.Effect<Resolution> =>
    Option.match(submission(payment), {
      onNone: () => Effect.succeed(inconclusive("payload_unreadable", true)),
      onSome: ask
    })

  /** Asks for the identical settlement once more. A refusal says nothing about the earlier attempts. */
  const settleAgain = (payment: PendingPayment) =>
    asking(payment, (submission) =>
      Effect.match(facilitator.settle(submission), {
        onSuccess: ({ transaction }): Resolution => Resolution.Settled({ transaction, by: "receipt" }),
        onFailure: (failure) => {
          const receipt = failure._tag === "SettlementUnknown" ? failure.receipt : undefined
          const told = Resolution.Inconclusive({
            reason: failure.reason,
            transaction: failure.transaction,
            nonceUsed: isNonceUsed(failure.reason),
            unusableReceipt: receipt === "unusable",
            alarm: receipt === "contradicting"
          })
          return receipt === "unusable" ? afterUnusable(payment, hasChain, told) : told
        }
      })
    )

  /** Asks whether the nonce is used, without asking for a settlement. */
  const verifyAgain = (payment: PendingPayment) =>
    asking(payment, (submission) =>
      Effect.match(facilitator.verify(submission), {
        onSuccess: (verdict): Resolution =>
          !verdict.isValid && isNonceUsed(verdict.reason)
            ? Resolution.Presumed()
            : inconclusive(verdict.isValid ? "not_settled" : verdict.reason, true),
        onFailure: ({ reason }) => inconclusive(reason, true)
      })
    )

  const byFacilitator = (payment: PendingPayment, now: bigint): Effect.Effect<Resolution> => {
    const end = BigIntSeconds(payment.endsAt)
    const isOver = now >= end + BigInt(endMargin)
    if (payment.nonceUsed && isOver) return Effect.succeed(Resolution.Presumed())
    // The token itself refuses an authorization that has ended; one of older rules could still be charged.
    if (now >= end && end < BigIntSeconds(payment.validBefore)) return verifyAgain(payment)
    return Effect.map(settleAgain(payment), (resolution) => {
      if (resolution._tag !== "Inconclusive" || !isOver) return resolution
      return resolution.nonceUsed ? Resolution.Presumed() : { ...resolution, alarm: true }
    })
  }

  const byChain = (
    payment: PendingPayment,
    status: Either.Either<AuthorizationStatus, ChainUnavailable>,
    now: bigint
  ) => {
    const end = BigIntSeconds(payment.endsAt)
    const isSettleable = now + BigInt(leastTimeLeft) < end
    const tryAgain = (reason: string, alarm = false) =>
      isSettleable ? settleAgain(payment) : Effect.succeed(inconclusive(reason, alarm))
    // A node that refuses the question refuses it for ever: somebody has to know while it can still be answered.
    if (Either.isLeft(status)) return tryAgain("chain_unavailable", now >= end + BigInt(endMargin))
    return AuthorizationStatus.$match(status.right, {
      Transferred: ({ transaction }) =>
        Effect.succeed<Resolution>(Resolution.Settled({ transaction, by: "chain" })),
      Cancelled: () =>
        Effect.succeed(Resolution.Failed({ reason: "authorization_cancelled", refusePayer: true })),
      UsedElsewhere: () =>
        Effect.succeed(Resolution.Failed({ reason: "authorization_diverted", refusePayer: true })),
      UsedUntraceable: () => Effect.succeed(inconclusive("nonce_used_untraced", true)),
      // Only the chain's own clock proves that it can no longer be used.
      Unused: ({ asOf }) =>
        BigInt(asOf) >= end
          ? Effect.succeed(Resolution.Failed({ reason: "authorization_expired", refusePayer: false }))
          : tryAgain("awaiting_expiry")
    })
  }

  return (payment: PendingPayment): Effect.Effect<Resolution> =>
    Effect.gen(function* () {
      const now = BigInt(Math.floor(payment.takenAt))
      if (Option.isNone(chain)) return yield* byFacilitator(payment, now)
      const status = yield* Effect.either(
        chain.value.authorization({
          key: payment,
          payTo: payment.payTo,
          amount: payment.amount,
          window: searchWindow(payment.validBefore, Math.floor(payment.createdAt.getTime() / 1000))
        })
      )
      return yield* byChain(payment, status, now)
    })
}

const firstDelay = Duration.seconds(5)
const longestDelay = Duration.minutes(10)

/**
 * How long to wait before the payment is resolved again, after `times`: twice as long each time, but not past the
 * moment at which the end of the payment makes it certain. `now` and `endsAt` in Unix seconds.
 */
export const delayAfter = (times: number, now: number, endsAt: number): Duration.Duration => {
  const usual = Duration.min(Duration.times(firstDelay, 2 ** Math.min(times, 20)), longestDelay)
  const end = endsAt + endMargin - now
  return end > 0 ? Duration.max(Duration.min(usual, Duration.seconds(end)), firstDelay) : usual
}
