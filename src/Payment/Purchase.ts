/**
 * One purchase, from its payment to its result. However often the same payment is sent, and to whichever process, it is
 * charged once at most and comes to the same result. The ledger's states, the line that makes each transition, and what
 * the same payment gets when it comes again meanwhile:
 *
 * ```
 * transition                            made by                              the same payment again
 * ∅ | released | failed → reserved      Attempt, `ledger.reserve`            waits for the end of that attempt (`InProgress`)
 * reserved → released | ∅               Attempt, `ledger.release`            a new attempt
 * reserved → settling                   Settlement, `ledger.storeAnswer`     waits for the end of that attempt
 * reserved | settling → released        Settlement, `ledger.giveBack`        a new attempt
 * settling → settled                    Settlement, `ledger.recordTransfer`  the stored answer (`Done`)
 * settling → failed                     Settlement, `ledger.recordFailure`   a new attempt; 402: a transaction was sent, or the payer's fault
 * settling → unknown                    Settlement, `ledger.recordUnknown`   503 PAYMENT_SETTLEMENT_PENDING
 * unknown → settled | presumed_settled  Reconciler                           the stored answer (`Done`)
 * unknown → failed | ∅ (90 days)        Reconciler | Sweeper                 402: its window has ended, or its nonce is used
 *
 * where the attempt's process has died (its lease has ended):
 * reserved → reserved | released        another Attempt | Reconciler         waits | a new attempt
 * settling → unknown                    Reconciler                           503 PAYMENT_SETTLEMENT_PENDING
 * ```
 *
 * A purchase goes in rounds until one is `Done` or fails: `next` attempts it, and when the payment cannot be reserved,
 * `EarlierPurchase.find` tells what became of it: to wait, the stored answer, and 503 are cases of its `replay`. Only a
 * round that may buy has a place among the sales, until it knows what became of it: a purchase that waits has none.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SaleFailure } from "../Api/Failure.ts"
import { AdmissionControl } from "../Http/limits/AdmissionControl.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { type Pause, Pauses } from "../Pauses.ts"
import { withMonotonic } from "../Runtime/Clock.ts"
import { Settings } from "../Settings.ts"
import { until, WakeUps } from "../Storage/WakeUps.ts"
import * as Attempt from "./Attempt.ts"
import * as AttemptEnd from "./AttemptEnd.ts"
import { Chain } from "./chain/Chain.ts"
import * as EarlierPurchase from "./EarlierPurchase.ts"
import * as Failures from "./Failures.ts"
import * as Judgement from "./Judgement.ts"
import { exposureWait } from "./Limits.ts"
import * as FreeLookups from "./ledger/FreeLookups.ts"
import * as Leases from "./ledger/Leases.ts"
import { Ledger, type PaymentKey, type StoredResponse } from "./ledger/Ledger.ts"
import { PayerRecords } from "./ledger/PayerRecords.ts"
import { measuredFacilitator } from "./Metrics.ts"
import { type Order, type PurchaseResult, Round, type Work } from "./Order.ts"
import * as PayerLine from "./PayerLine.ts"

/** How long a purchase waits before it looks again where something has changed under its hands. */
const betweenRounds = Duration.millis(100)

/** Buys answers; each payment is charged at most once. */
export class Purchase extends Context.Tag("almanac/Purchase")<
  Purchase,
  {
    /** Makes an order's purchase, in rounds, until it has its result. `SharedPurchases` calls it once for equal calls. */
    readonly buy: <E>(order: Order, work: Work<E>) => Effect.Effect<PurchaseResult, E | SaleFailure>
    /** The stored answer of a settled payment, counted as given once more; `None` when it can no longer be given. */
    readonly answerOf: (payment: PaymentKey) => Effect.Effect<Option.Option<StoredResponse>, SaleFailure>
  }
>() {}

/** What a purchase knows from its earlier rounds. */
interface Progress {
  /** Whether the payment's signature is the payer's: by our own recovery, or by the facilitator's word. */
  isJudged: boolean
  /** When it stops waiting for its payer's limits, in monotonic milliseconds. */
  deadline: number | undefined
}

const make = Effect.gen(function* () {
  const { settleTimeout } = (yield* Settings).payment
  const ledger = yield* Ledger
  const records = yield* PayerRecords
  const admission = yield* AdmissionControl
  const facilitator = yield* measuredFacilitator
  const lifecycle = yield* Lifecycle
  const pauses = yield* Pauses
  const wakeUps = yield* WakeUps
  const holdLease = yield* Leases.make(ledger)
  const chain = yield* Effect.serviceOption(Chain)
  const attempt = Attempt.make({
    ledger,
    holdLease,
    facilitator,
    chain,
    lifecycle,
    settleTimeout,
    ended: AttemptEnd.tell(wakeUps)
  })
  const earlier = EarlierPurchase.make(ledger, records)
  const lookups = FreeLookups.make()
  const seen = EarlierPurchase.seenPayments()
  const remember = ({ key }: Order) => Effect.sync(() => seen.add(key))
  const lookUp = (order: Order) => lookups(earlier.byNonce(order))
  /** The only way to a place among the sales: one of a payer's for a purchase, one of a connection's for a judgement. */
  const withPlace: AdmissionControl["Type"]["enter"] = (holder, work) => admission.enter(holder, work)
  const judge = Judgement.make({ verify: Attempt.verifier(facilitator), records, withPlace, lookUp })
  const waitInLine = PayerLine.make(wakeUps)

  /** Another attempt has the payment, or has had it: what became of it, or else it may be tried again. */
  const followOther = (order: Order): Effect.Effect<Round, SaleFailure> =>
    Effect.zipRight(
      remember(order),
      Effect.map(
        earlier.find(order),
        Option.getOrElse(() => Round.Again())
      )
    )

  /** The payment cannot be reserved: what became of it, or else whether it may be tried again. */
  const afterRejection = (
    order: Order,
    progress: Progress,
    rejection: Failures.ReserveRejection
  ): Effect.Effect<Round, SaleFailure> =>
    Effect.gen(function* () {
      if (rejection._tag === "AlreadyReserved") return yield* followOther(order)
      const existing = yield* earlier.find(order)
      if (Option.isSome(existing)) return existing.value
      yield* Failures.refuseUnlessTemporary(order.challenge, rejection)
      if (rejection._tag !== "AtLimit") return Round.Again()
      const now = yield* withMonotonic(Effect.succeed)
      progress.deadline ??= now + Duration.toMillis(exposureWait)
      const { deadline } = progress
      return now < deadline ? Round.AtLimit({ deadline }) : yield* Failures.payerAtLimit
    })

  /**
   * What can be told of a payment before it takes a place of its payer's: anybody may repeat one that was read from the
   * chain. A payment that does not meet the current terms gets the answer that it has bought, or is refused (`find`). A
   * payment that only the facilitator can judge reserves nothing before it is judged.
   */
  const beforeReserving = (
    order: Order,
    progress: Progress
  ): Effect.Effect<Option.Option<Round>, SaleFailure> => {
    if (Either.isLeft(order.payment.meetsTerms)) return lookups(earlier.find(order))
    if (progress.isJudged && !seen.has(order.key)) return Effect.succeedNone
    return Effect.flatMap(lookUp(order), (existing) => {
      if (Option.isSome(existing) || progress.isJudged) return Effect.succeed(existing)
      return Effect.tap(judge(order), (meanwhile) =>
        Effect.sync(() => {
          progress.isJudged = Option.isNone(meanwhile)
        })
      )
    })
  }

  /**
   * A round while the operator has paused the capability: the payment gets what it has bought before, and buys nothing
   * new. One that only the facilitator can judge is judged before it is told of a purchase under its key.
   */
  const nextWhilePaused = (
    order: Order,
    progress: Progress,
    pause: Pause
  ): Effect.Effect<Round, SaleFailure> =>
    Effect.gen(function* () {
      const isToBeJudged = !progress.isJudged && Option.isSome(order.idempotencyKey)
      const meanwhile = yield* isToBeJudged ? beforeReserving(order, progress) : Effect.succeedNone
      if (Option.isSome(meanwhile)) return meanwhile.value
      const existing = yield* lookups(earlier.find(order))
      return Option.isSome(existing) ? existing.value : yield* Failures.capabilityPaused(pause)
    })

  /** One round; what it buys has a place among the sales. `onReserved`: it has got past its payer's limits. */
  const next = <E>(
    order: Order,
    work: Work<E>,
    progress: Progress,
    onReserved: Effect.Effect<void> = Effect.void
  ): Effect.Effect<Round, E | SaleFailure> => {
    const pause = pauses.ofCapability(order.challenge.offer.facts)
    if (pause !== undefined) return nextWhilePaused(order, progress, pause)
    return Effect.flatMap(
      beforeReserving(order, progress),
      Option.match({
        onSome: (round) => Effect.succeed(round),
        onNone: () =>
          withPlace(order.key.payer, (onVerified) =>
            Effect.flatMap(
              attempt(order, work, { onReserved, onVerified }),
              Attempt.AttemptResult.$match({
                Bought: ({ result }) => Effect.as(remember(order), Round.Done({ result })),
                NotReserved: ({ rejection }) => afterRejection(order, progress, rejection),
                Lost: () => followOther(order)
              })
            )
          )
      })
    )
  }

  /** Rounds until one is done. */
  const buy = <E>(order: Order, work: Work<E>): Effect.Effect<PurchaseResult, E | SaleFailure> =>
    Effect.suspend(() => {
      const progress: Progress = { isJudged: order.payment.proven, deadline: undefined }
      const again = Effect.suspend(() => next(order, work, progress))
      const follow: (round: Round) => Effect.Effect<PurchaseResult, E | SaleFailure> = Round.$match({
        Done: ({ result }) => Effect.succeed(result),
        // Goes on as soon as a round says something else than that the same payment is in progress.
        InProgress: ({ payment }) => {
          const hasMoved = (now: Round) =>
            now._tag !== "InProgress" || AttemptEnd.topicOf(now.payment) !== AttemptEnd.topicOf(payment)
          const moved = until(
            wakeUps,
            AttemptEnd.topicOf(payment),
            Effect.map(again, Option.liftPredicate(hasMoved))
          )
          return Effect.flatMap(moved, follow)
        },
        AtLimit: ({ deadline }) => {
          const tryAgain = (leave: Effect.Effect<void>) =>
            Effect.map(
              next(order, work, progress, leave),
              Option.liftPredicate(({ _tag }: Round) => _tag !== "AtLimit")
            )
          return Effect.flatMap(waitInLine({ payer: order.key.payer, deadline, tryAgain }), follow)
        },
        Again: () => Effect.flatMap(Effect.delay(again, betweenRounds), follow)
      })
      return Effect.flatMap(next(order, work, progress), follow)
    })

  return Purchase.of({ buy, answerOf: earlier.answerOf })
})

/** The purchases of this process. */
export const layer = Layer.scoped(Purchase, make)
