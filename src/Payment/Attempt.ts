/**
 * One attempt at a purchase: reserve the payment, verify it, run the capability, then settle or release. A payment whose
 * signature we could not check has been verified already (`Judgement`).
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import {
  type FacilitatorDown,
  isProviderFailure,
  type LedgerDown,
  PaymentInvalid,
  PaymentRejected
} from "../Api/Failure.ts"
import { withNow } from "../Runtime/Clock.ts"
import * as TimeLimit from "../Runtime/TimeLimit.ts"
import { DatabaseUnavailable } from "../Storage/Database.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Failures from "./Failures.ts"
import type { Facilitator } from "./facilitator/Facilitator.ts"
import { isInsufficientBalance } from "./facilitator/SettleErrorCodes.ts"
import * as Hold from "./Hold.ts"
import type { PaymentKey } from "./ledger/Ledger.ts"
import { ReleaseReason } from "./ledger/Outcomes.ts"
import { type Order, type PurchaseResult, reservationOf, submission, type Work } from "./Order.ts"
import * as Settlement from "./settlement/Settlement.ts"

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

/** Seconds before the end of a payment's window by which the capability must have answered. */
const settleBudget = 22

/** Why a payment is released that the facilitator refuses with this reason code. */
const refusal = (reason: string) =>
  isInsufficientBalance(reason) ? ReleaseReason.InsufficientBalance({ reason }) : ReleaseReason.Refused()

/**
 * Why a payment is released whose capability ended so. What a provider or we are to blame for counts for nothing; a
 * refusal by the provider and a caller that goes away count against the payer.
 */
const releaseReasonOf = (cause: Cause.Cause<unknown>) =>
  Option.exists(Cause.failureOption(cause), isProviderFailure) || Cause.isDie(cause)
    ? ReleaseReason.NotRun()
    : ReleaseReason.RanUncharged()

/** Sets why the payment is released if nothing is charged; the last call wins. */
type SetReason = (reason: ReleaseReason) => void

/** Runs the capability, cut where no time would be left to settle; it does not begin after that. */
const run = <E>({ payment }: Order, work: Work<E>, setReason: SetReason) =>
  withNow((now) => {
    const left = Number(BigInt(payment.authorization.validBefore)) - settleBudget - now / 1000
    if (left <= 0) return Effect.failSync(work.windowEnded)
    setReason(ReleaseReason.RanUncharged())
    // The payer has chosen its window: a run that the window ends is a run for nothing.
    let isCut = false
    const onTimeout = () => {
      isCut = true
      return work.windowEnded()
    }
    return TimeLimit.cut({ duration: Duration.seconds(left), onTimeout })(work.run).pipe(
      Call.phase("run"),
      Effect.tapErrorCause((cause) =>
        Effect.sync(() => {
          if (!isCut) setReason(releaseReasonOf(cause))
        })
      )
    )
  })

/** How an attempt ended that did not fail. */
export type AttemptResult = Data.TaggedEnum<{
  Bought: { readonly result: PurchaseResult }
  /** The payment could not be reserved. */
  NotReserved: { readonly rejection: Failures.ReserveRejection }
  /** The payment was reserved, and another attempt has taken it meanwhile: the ledger says what became of it. */
  Lost: object
}>

/** Constructors and matchers of `AttemptResult`. */
export const AttemptResult = Data.taggedEnum<AttemptResult>()

/** Whether a failure invites its buyer to sign another payment. */
const invitesPayment = (failure: unknown) =>
  failure instanceof PaymentRejected || failure instanceof PaymentInvalid

/**
 * How an attempt fails, once it has released its payment. One that held the payment no longer (`false`) says nothing of
 * its own: another one may have charged it. Where the ledger cannot say so, that nothing was charged is said only of a
 * payment that no other attempt can have taken, and nobody is invited to sign another one.
 */
const failureOf = <E>(
  cause: Cause.Cause<E>,
  released: Either.Either<boolean, DatabaseUnavailable>,
  hold: Hold.Hold
): Effect.Effect<AttemptResult, E | LedgerDown> => {
  if (Either.isLeft(released)) {
    const failure = Cause.failureOption(cause)
    const unread = Effect.fail(Failures.ledgerUnread(released.left))
    if (Option.isNone(failure)) return Effect.failCause(cause)
    if (invitesPayment(failure.value)) return unread
    return Effect.if(Hold.isLeased(hold), { onTrue: () => Effect.failCause(cause), onFalse: () => unread })
  }
  if (released.right || Cause.isInterrupted(cause)) return Effect.failCause(cause)
  const logged = Cause.isDie(cause)
    ? Effect.logError("an attempt that lost its payment met a fault", cause)
    : Effect.void
  return Effect.as(logged, AttemptResult.Lost())
}

/** Lets interruptions in. */
type Restore = <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/** What is done while an attempt is under way. */
export interface Steps {
  /** The payment is reserved. */
  readonly onReserved: Effect.Effect<void>
  /** The facilitator calls the payment good: it leaves the payer's share of unverified places (`AdmissionControl.enter`). */
  readonly onVerified: Effect.Effect<void>
}

/** How often a release is tried again: for ten seconds. */
const releaseRetries = Schedule.intersect(Schedule.spaced(Duration.millis(625)), Schedule.recurs(16))

/** The attempts of one process. */
export const make = (dependencies: Settlement.Dependencies) => {
  const { ended, facilitator, holdLease, ledger, lifecycle } = dependencies
  const settle = Settlement.make(dependencies)
  const verify = verifier(facilitator)

  /**
   * Releases a payment, and counts its run where that counts; where the database is away, when it is back. A fault of the
   * ledger is logged, and is to the call as if the database were away.
   */
  const release = (key: PaymentKey, attempt: string, reason: ReleaseReason) => {
    const write = ledger.release(key, attempt, reason)
    const fault = (cause: Cause.Cause<never>) => Effect.logError("a payment could not be released", cause)
    const later = Effect.retry(write, releaseRetries).pipe(
      Effect.zipRight(ended(key)),
      // The reconciler releases what is left.
      Effect.ignore,
      Effect.catchAllCause(fault),
      holdLease(key, attempt),
      lifecycle.forkTracked
    )
    return Effect.tapError(write, () => later).pipe(
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(fault(Cause.die(defect)), new DatabaseUnavailable({ reason: "refused" }))
      ),
      Effect.either,
      Call.phase("release")
    )
  }

  /** Verifies the payment, then runs the capability. */
  const verifyAndRun = <E>(
    order: Order,
    work: Work<E>,
    onVerified: Effect.Effect<void>,
    setReason: SetReason
  ) => {
    // A payment that only the facilitator can judge was judged before it could be reserved.
    const verification = Effect.tapError(order.payment.proven ? verify(order) : Effect.void, (failure) =>
      Effect.sync(() => {
        if (failure._tag === "PAYMENT_REJECTED") setReason(refusal(failure.details?.reason ?? ""))
      })
    )
    return Effect.zipRight(verification, Effect.zipRight(onVerified, run(order, work, setReason)))
  }

  /** Verifies and runs what is reserved, then settles or releases it. */
  const fulfil = <E>(order: Order, work: Work<E>, hold: Hold.Hold, steps: Steps, restore: Restore) =>
    Effect.gen(function* () {
      const { key, requestId } = order
      const { attempt } = hold
      let reason: ReleaseReason = ReleaseReason.NotRun()
      const setReason: SetReason = (said) => {
        reason = said
      }
      const exit = yield* Effect.exit(restore(verifyAndRun(order, work, steps.onVerified, setReason)))
      if (Exit.isSuccess(exit) && exit.value.charged) {
        return Option.match(yield* settle(order, attempt, exit.value.answer), {
          onNone: () => AttemptResult.Lost(),
          onSome: (result) => AttemptResult.Bought({ result })
        })
      }
      const released = yield* release(key, attempt, reason)
      if (Exit.isFailure(exit)) return yield* failureOf(exit.cause, released, hold)
      if (Either.isLeft(released)) {
        if (!(yield* Hold.isLeased(hold))) return yield* Failures.ledgerUnread(released.left)
      } else if (!released.right) return AttemptResult.Lost()
      yield* Call.note({ outcome: "given" })
      const { answer } = exit.value
      return AttemptResult.Bought({
        result: { answer, settlement: undefined, replayed: false, payment: key, requestId }
      })
    })

  /** `restore` makes the part that may be interrupted interruptible. */
  const attemptOnce = <E>(order: Order, work: Work<E>, steps: Steps, restore: Restore) =>
    Hold.withMoment((since) =>
      Effect.gen(function* () {
        const number = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
        const attempt = number.toString(36)
        const reserved = yield* Effect.mapError(
          ledger.reserve(reservationOf(order, attempt)),
          Failures.ledgerDown
        ).pipe(Call.phase("reserve"))
        if (reserved._tag !== "Reserved") return AttemptResult.NotReserved({ rejection: reserved })
        yield* steps.onReserved
        return yield* holdLease(order.key, attempt)(fulfil(order, work, { attempt, since }, steps, restore))
      })
    )

  /** Attempts a purchase. An end with a result or a failure of its own wakes the calls that wait for the payment. */
  return <E>(order: Order, work: Work<E>, steps: Steps) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.exit(attemptOnce(order, work, steps, restore)), (exit) =>
        Exit.isFailure(exit) || AttemptResult.$is("Bought")(exit.value)
          ? Effect.zipRight(ended(order.key), exit)
          : exit
      )
    )
}
