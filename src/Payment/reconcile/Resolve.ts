/**
 * How a payment of unknown outcome is found out about: from the chain where it can be asked, from the facilitator by
 * the identical settlement once more. Whatever is not certain leaves the payment as unknown as it was.
 */
import { Clock, Data, Duration, Effect, Either, Option, Schema } from "effect"
import { AuthorizationStatus, type Chain, type ChainUnavailable } from "../chain/Chain.ts"
import type { Facilitator, Submission } from "../facilitator/Facilitator.ts"
import { isNonceUsed } from "../facilitator/SettleErrorCodes.ts"
import type { PendingPayment } from "../ledger/PendingPayments.ts"

/** What was found out. */
export type Resolution = Data.TaggedEnum<{
  Settled: { readonly transaction: string }
  /** Certain. `distrust`: by the payer's own doing. */
  Failed: { readonly reason: string; readonly distrust: boolean }
  /** The authorization is over and its nonce was called used; no chain can be asked for what. */
  Presumed: object
  /** Nothing for certain. `alarm`: looking again may never help. */
  Inconclusive: {
    readonly reason: string
    readonly transaction: string | undefined
    readonly nonceUsed: boolean
    readonly alarm: boolean
  }
}>

/** Constructors and matchers of `Finding`. */
export const Resolution = Data.taggedEnum<Resolution>()

const doubtful = (reason: string, alarm = false) =>
  Resolution.Inconclusive({ reason, transaction: undefined, nonceUsed: false, alarm })

/** Seconds after which nobody's clock doubts that a window has ended, and a transfer of its last moment is seen. */
export const endMargin = 30

/** Seconds before the end in which no facilitator settles any more. Source: `@x402/evm` 2.27. */
const leastTimeLeft = 6

/** What a resolution works with; `chain` where a node is configured. */
export interface Sources {
  readonly facilitator: Facilitator["Type"]
  readonly chain: Option.Option<Chain["Type"]>
  /** The payment as it was first shown to the facilitator; `None` when the ledger's text cannot be read. */
  readonly submission: (payment: PendingPayment) => Option.Option<Submission>
}

const BigIntSeconds = Schema.decodeSync(Schema.BigInt)

/** Finds out about one payment. */
export const make = ({ facilitator, chain, submission }: Sources) => {
  /** The identical settlement once more. A refusal proves nothing of the tries before it. */
  const settleAgain = (payment: PendingPayment) =>
    Option.match(submission(payment), {
      onNone: () => Effect.succeed(doubtful("payload_unreadable", true)),
      onSome: (submission) =>
        Effect.match(facilitator.settle(submission), {
          onSuccess: ({ transaction }) => Resolution.Settled({ transaction }),
          onFailure: ({ reason, transaction }) =>
            Resolution.Inconclusive({ reason, transaction, nonceUsed: isNonceUsed(reason), alarm: false })
        })
    })

  const byFacilitator = (payment: PendingPayment, isOver: boolean) =>
    payment.nonceUsed && isOver
      ? Effect.succeed(Resolution.Presumed())
      : Effect.map(settleAgain(payment), (finding) => {
          if (finding._tag !== "Inconclusive" || !isOver) return finding
          return finding.nonceUsed ? Resolution.Presumed() : { ...finding, alarm: true }
        })

  const byChain = (
    payment: PendingPayment,
    fate: Either.Either<AuthorizationStatus, ChainUnavailable>,
    isSettleable: boolean
  ) => {
    const tryAgain = (reason: string) =>
      isSettleable ? settleAgain(payment) : Effect.succeed(doubtful(reason))
    if (Either.isLeft(fate)) return tryAgain("chain_unavailable")
    return AuthorizationStatus.$match(fate.right, {
      Transferred: ({ transaction }) => Effect.succeed<Resolution>(Resolution.Settled({ transaction })),
      Cancelled: () =>
        Effect.succeed(Resolution.Failed({ reason: "authorization_cancelled", distrust: true })),
      UsedElsewhere: () =>
        Effect.succeed(Resolution.Failed({ reason: "authorization_diverted", distrust: true })),
      UsedUntraceable: () => Effect.succeed(doubtful("nonce_used_untraced", true)),
      // Nobody's clock but the chain's own tells that it never will be used.
      Unused: ({ asOf }) =>
        BigInt(asOf) >= BigIntSeconds(payment.validBefore)
          ? Effect.succeed(Resolution.Failed({ reason: "authorization_expired", distrust: false }))
          : tryAgain("awaiting_expiry")
    })
  }

  return (payment: PendingPayment): Effect.Effect<Resolution> =>
    Effect.gen(function* () {
      const now = BigInt(Math.floor((yield* Clock.currentTimeMillis) / 1000))
      const validBefore = BigIntSeconds(payment.validBefore)
      if (Option.isNone(chain)) return yield* byFacilitator(payment, now > validBefore + BigInt(endMargin))
      const fate = yield* Effect.either(
        chain.value.authorization({
          key: payment,
          payTo: payment.payTo,
          amount: payment.amount,
          since: Math.floor(payment.createdAt.getTime() / 1000)
        })
      )
      return yield* byChain(payment, fate, now + BigInt(leastTimeLeft) < validBefore)
    })
}

const firstDelay = Duration.seconds(5)
const longestDelay = Duration.minutes(10)

/**
 * How long to wait before the next look, after `looks` of them: twice as long each time, but not past the moment at
 * which the end of the payment's window makes it certain. `now` and `validBefore` in Unix seconds.
 */
export const delayAfter = (looks: number, now: number, validBefore: number): Duration.Duration => {
  const usual = Duration.min(Duration.times(firstDelay, 2 ** Math.min(looks, 20)), longestDelay)
  const end = validBefore + endMargin - now
  return end > 0 ? Duration.max(Duration.min(usual, Duration.seconds(end)), firstDelay) : usual
}
