/**
 * Asks the facilitator for a settlement, a second time where the outcome is unknown, and the chain where the
 * facilitator's word proves nothing: what a settlement has come to, from everything that the two have said.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { AuthorizationStatus } from "../chain/Chain.ts"
import {
  type Facilitator,
  type SettlementFailed,
  SettlementUnknown,
  type Submission
} from "../facilitator/Facilitator.ts"
import { isNonceUsed, isPayersFault } from "../facilitator/SettleErrorCodes.ts"
import type { SettlementFailure, TransferProof } from "../ledger/Outcomes.ts"
import type { Order } from "../Order.ts"
import { hashOf } from "../Trace.ts"
import type { ChainCheck } from "./ChainCheck.ts"

/** What a settlement has come to. */
export type SettlementOutcome = Data.TaggedEnum<{
  /** The transfer has happened. */
  Settled: { readonly transaction: string; readonly by: TransferProof }
  /** The transfer will certainly not happen. */
  Failed: SettlementFailure
  /** It may have happened. `transaction`: one that was sent. */
  Unknown: {
    readonly reason: string
    readonly transaction: string | undefined
    readonly nonceUsed: boolean
    readonly unusableReceipt: boolean
  }
}>

/** Constructors and matchers of `SettlementOutcome`. */
const SettlementOutcome = Data.taggedEnum<SettlementOutcome>()

/** A failure that is certain. */
const failed = ({ reason, transaction }: SettlementFailed) =>
  SettlementOutcome.Failed({
    reason,
    transaction,
    refusePayer: isPayersFault(reason, transaction !== undefined)
  })

/** What is known when one try has an unknown outcome. */
const unknown = ({ reason, receipt, transaction }: SettlementUnknown) =>
  SettlementOutcome.Unknown({
    reason,
    transaction,
    nonceUsed: isNonceUsed(reason),
    unusableReceipt: receipt === "unusable"
  })

/** A receipt that proves nothing of this payment. */
const unproven = (reason: string) =>
  SettlementOutcome.Unknown({ reason, transaction: undefined, nonceUsed: false, unusableReceipt: false })

/** What is known when a receipt names another payment's transaction: nothing of this one, however often it is told. */
export const reused = unproven("receipt_reused")

/** What is known when the ledger could not say whose the transaction of a receipt is. */
export const unconfirmed = unproven("receipt_unconfirmed")

/**
 * Whether the second try reports that the transaction of the first one reverted. No other failure of the second says
 * anything about the first.
 */
const isRevertOfFirst = (first: SettlementUnknown, second: SettlementFailed): boolean =>
  second.transaction !== undefined && second.transaction === first.transaction

/** What is known when the second try has not succeeded either. */
const unknownAfterBoth = (first: SettlementUnknown, second: SettlementFailed | SettlementUnknown) =>
  SettlementOutcome.Unknown({
    reason: second.reason,
    transaction: first.transaction ?? second.transaction,
    nonceUsed: isNonceUsed(second.reason),
    unusableReceipt:
      first.receipt === "unusable" || (second._tag === "SettlementUnknown" && second.receipt === "unusable")
  })

/** Between a settlement of unknown outcome and its repetition: a block of Base takes 2 s, a lost connection less. */
const repeatAfter = Duration.millis(500)

/** What must be left of a payment's window beside the repetition's own time-out. */
const repeatMargin = Duration.seconds(2)

/** Whom a settlement asks. `chain`: `None` where no node is configured. */
export interface Sources {
  readonly facilitator: Facilitator["Type"]
  readonly chain: Option.Option<ChainCheck>
  readonly settleTimeout: Duration.Duration
}

const byReceipt = ({ transaction }: { readonly transaction: string }) =>
  SettlementOutcome.Settled({ transaction, by: "receipt" })
const byChain = (transaction: string) => SettlementOutcome.Settled({ transaction, by: "chain" })

/** The transfer, where the chain shows it, in place of an outcome that is unknown. */
export const orOnChain =
  (chain: Option.Option<ChainCheck>) =>
  (order: Order, otherwise: SettlementOutcome): Effect.Effect<SettlementOutcome> =>
    Option.match(chain, {
      onNone: () => Effect.succeed(otherwise),
      onSome: ({ transfer }) =>
        Effect.map(transfer(order), Option.match({ onNone: () => otherwise, onSome: byChain }))
    })

/**
 * Asks the facilitator that `submitted` names to settle an order. Never fails and is never interrupted: every reply, even a
 * malformed one, becomes an outcome.
 */
export const make = ({ facilitator, chain, settleTimeout }: Sources) => {
  const orFound = orOnChain(chain)

  // A defect says nothing about the transfer either: the facilitator may have been asked.
  const once = (submitted: Submission) =>
    Effect.catchAllDefect(facilitator.settle(submitted), (defect) =>
      Effect.zipRight(
        Effect.logError("a settlement met a fault of ours", Cause.die(defect)),
        Effect.fail(new SettlementUnknown({ reason: "fault" }))
      )
    )

  /** Nobody reads a receipt of another's payment as this one's: somebody has to look at the facilitator. */
  const warn = (order: Order, { reason, receipt }: SettlementUnknown) =>
    receipt === "contradicting"
      ? Effect.logError("the facilitator calls a payment settled in a receipt of another one").pipe(
          Effect.annotateLogs({ reason, payment: hashOf(order.key), requestId: order.requestId })
        )
      : Effect.void

  const onChain = (order: Order, failure: SettlementFailed, check: ChainCheck) => {
    const payersFault = () => SettlementOutcome.Failed({ ...failed(failure), refusePayer: true })
    const unclear = () =>
      unknown(new SettlementUnknown({ reason: failure.reason, transaction: failure.transaction }))
    return Effect.map(
      check.fate(order),
      Option.match({
        onNone: unclear,
        onSome: AuthorizationStatus.$match({
          Transferred: ({ transaction }) => byChain(transaction),
          Unused: (): SettlementOutcome => failed(failure),
          Cancelled: payersFault,
          UsedElsewhere: payersFault,
          UsedUntraceable: unclear
        })
      })
    )
  }

  /**
   * What a failure comes to. A transfer that has happened makes others fail: the simulation of another one, the payer's
   * balance, a transaction that carries out the same authorization, the checks of a facilitator that asks itself again, as
   * the window gets shorter. So where a node is configured, it decides, whatever the reason is.
   */
  const afterFailure = (order: Order, failure: SettlementFailed): Effect.Effect<SettlementOutcome> =>
    Option.isSome(chain) ? onChain(order, failure, chain.value) : Effect.succeed(failed(failure))

  const repeat = (order: Order, submitted: Submission, first: SettlementUnknown) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const needed = Duration.toMillis(Duration.sum(settleTimeout, repeatMargin))
      if (Number(order.payment.authorization.validBefore) * 1000 - now < needed) {
        return Effect.succeed(unknown(first))
      }
      return Effect.matchEffect(Effect.delay(once(submitted), repeatAfter), {
        onSuccess: (settlement) => Effect.succeed(byReceipt(settlement)),
        onFailure: (second) => {
          const outcome = unknownAfterBoth(first, second)
          if (second._tag === "SettlementFailed") {
            return isRevertOfFirst(first, second) ? afterFailure(order, second) : Effect.succeed(outcome)
          }
          return Effect.zipRight(
            warn(order, second),
            second.receipt === undefined ? Effect.succeed(outcome) : orFound(order, outcome)
          )
        }
      })
    })

  const afterUnknown = (order: Order, submitted: Submission, first: SettlementUnknown) =>
    Effect.zipRight(
      warn(order, first),
      first.receipt !== undefined && Option.isSome(chain)
        ? orFound(order, unknown(first))
        : repeat(order, submitted, first)
    )

  return (order: Order, submitted: Submission): Effect.Effect<SettlementOutcome> =>
    Effect.matchEffect(once(submitted), {
      onSuccess: (settlement) => Effect.succeed(byReceipt(settlement)),
      onFailure: (failure) =>
        failure._tag === "SettlementUnknown"
          ? afterUnknown(order, submitted, failure)
          : afterFailure(order, failure)
    })
}
