/**
 * One attempt at a purchase: reserve the payment, verify it, run the capability, then settle or release. A payment whose
 * signature we could not check has been verified already (`Judgement`).
 */
import * as Cause from "effect/Cause"
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
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Failures from "./Failures.ts"
import type { Facilitator } from "./facilitator/Facilitator.ts"
import { isInsufficientBalance } from "./facilitator/SettleErrorCodes.ts"
import { leaseDuration, type PaymentKey, ReleaseReason, ReserveResult } from "./ledger/Ledger.ts"
import { type Order, type PurchaseResult, submission, type Work } from "./Order.ts"
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

/**
 * Runs the capability, cut where no time would be left to settle; it does not begin after that. `began`: it begins.
 * `cut`: it was cut.
 */
const run = <E>({ payment }: Order, work: Work<E>, { began, cut }: { began: () => void; cut: () => void }) =>
  withNow((now) => {
    const left = Number(BigInt(payment.authorization.validBefore)) - settleBudget - now / 1000
    if (left <= 0) return Effect.failSync(work.windowEnded)
    began()
    const onTimeout = () => {
      cut()
      return work.windowEnded()
    }
    return Call.phase("run")(TimeLimit.cut({ duration: Duration.seconds(left), onTimeout })(work.run))
  })

/** The reservation of an order, under a name for this attempt. */
const reservation = ({ payment, key, challenge, requestHash, idempotencyKey, requestId }: Order) =>
  Effect.map(Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER), (number) => ({
    key,
    attempt: number.toString(36),
    requestHash,
    idempotencyKey,
    capability: challenge.offer.facts.id,
    amount: challenge.requirements.amount,
    payTo: challenge.requirements.payTo,
    validBefore: payment.authorization.validBefore,
    signature: payment.signature,
    requestId
  }))

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

/**
 * How an attempt ended: with a result, or without one of its own, because the payment could not be reserved or another run
 * has taken it over meanwhile.
 */
type AttemptResult = Either.Either<PurchaseResult, Failures.ReserveRejection>
const rejected = (rejection: Failures.ReserveRejection): AttemptResult => Either.left(rejection)
const bought = (result: PurchaseResult): AttemptResult => Either.right(result)

/** Whether a failure invites its buyer to sign another payment. */
const invitesPayment = (failure: unknown) =>
  failure instanceof PaymentRejected || failure instanceof PaymentInvalid

/** A reserved payment, as its attempt holds it. */
interface Hold {
  readonly attempt: string
  /** A moment before its lease began, in Unix milliseconds. */
  readonly since: number
}

const leaseMillis = Duration.toMillis(leaseDuration)

/** Whether no other run can have taken the payment: its first lease has not ended, whatever became of the ledger. */
const isLeased = ({ since }: Hold) => withNow((now) => Effect.succeed(now - since < leaseMillis))

/**
 * How an attempt fails, once it has released its payment. A run that held the payment no longer (`false`) says nothing
 * of its own: another run may have charged it. Where the ledger cannot say so, that nothing was charged is said only of a
 * payment that no other run can have taken, and nobody is invited to sign another one.
 */
const failureOf = <E>(
  cause: Cause.Cause<E>,
  released: Either.Either<boolean, DatabaseUnavailable>,
  hold: Hold
): Effect.Effect<AttemptResult, E | LedgerDown> => {
  if (Either.isLeft(released)) {
    const failure = Cause.failureOption(cause)
    const unread = Effect.fail(Failures.ledgerUnread(released.left))
    if (Option.isNone(failure)) return Effect.failCause(cause)
    if (invitesPayment(failure.value)) return unread
    return Effect.if(isLeased(hold), { onTrue: () => Effect.failCause(cause), onFalse: () => unread })
  }
  if (released.right || Cause.isInterrupted(cause)) return Effect.failCause(cause)
  const logged = Cause.isDie(cause)
    ? Effect.logError("a run that lost its payment met a fault", cause)
    : Effect.void
  return Effect.as(logged, rejected(ReserveResult.AlreadyReserved()))
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

  /** A run that ends while the database is away is released, and counted where it counts, when that is back. */
  const releaseLater = (
    key: PaymentKey,
    attempt: string,
    write: Effect.Effect<boolean, DatabaseUnavailable>
  ) =>
    Effect.retry(write, releaseRetries).pipe(
      Effect.zipRight(ended(key)),
      // The reconciler releases what is left.
      Effect.catchAllCause(Effect.logDebug),
      holdLease(key, attempt),
      lifecycle.forkTracked
    )

  /** Verifies and runs what is reserved, then settles or releases it. */
  const fulfil = <E>(order: Order, work: Work<E>, hold: Hold, steps: Steps, restore: Restore) =>
    Effect.gen(function* () {
      const { attempt } = hold
      let reason: ReleaseReason = ReleaseReason.NotRun()
      const release = Effect.suspend(() => {
        const write = ledger.release(order.key, attempt, reason)
        return Effect.either(Effect.tapError(write, () => releaseLater(order.key, attempt, write)))
      }).pipe(Call.phase("release"))
      // A payment that only the facilitator can judge was judged before it could be reserved.
      const verdict = order.payment.proven ? verify(order) : Effect.void
      const verification = Effect.tapError(verdict, (failure) =>
        Effect.sync(() => {
          if (failure._tag === "PAYMENT_REJECTED") reason = refusal(failure.details?.reason ?? "")
        })
      )
      const ran = Effect.suspend(() => {
        // The payer has chosen its window: a run that the window ends is a run for nothing.
        let isCut = false
        const began = () => {
          reason = ReleaseReason.RanUncharged()
        }
        const cut = () => {
          isCut = true
        }
        return Effect.tapErrorCause(run(order, work, { began, cut }), (cause) =>
          Effect.sync(() => {
            if (reason._tag === "RanUncharged" && !isCut) reason = releaseReasonOf(cause)
          })
        )
      })
      const verifyAndRun = Effect.zipRight(verification, Effect.zipRight(steps.onVerified, ran))
      const exit = yield* Effect.exit(restore(verifyAndRun))
      if (Exit.isFailure(exit)) {
        return yield* Effect.flatMap(release, (released) => failureOf(exit.cause, released, hold))
      }
      const { answer, charged } = exit.value
      if (charged) {
        return Option.match(yield* settle(order, attempt, answer), {
          onNone: () => rejected(ReserveResult.AlreadyReserved()),
          onSome: bought
        })
      }
      const released = yield* release
      if (Either.isLeft(released)) {
        if (!(yield* isLeased(hold))) return yield* Failures.ledgerUnread(released.left)
      } else if (!released.right) return rejected(ReserveResult.AlreadyReserved())
      yield* Call.note({ outcome: "given" })
      return bought({
        answer,
        settlement: undefined,
        replayed: false,
        payment: order.key,
        requestId: order.requestId
      })
    })

  /** `restore` makes the part that may be interrupted interruptible. */
  const attemptOnce = <E>(order: Order, work: Work<E>, steps: Steps, restore: Restore) =>
    withNow((since) =>
      Effect.gen(function* () {
        const terms = yield* reservation(order)
        const { attempt } = terms
        const reserved = yield* Effect.mapError(ledger.reserve(terms), Failures.ledgerDown).pipe(
          Call.phase("reserve")
        )
        if (reserved._tag !== "Reserved") return rejected(reserved)
        yield* steps.onReserved
        return yield* holdLease(order.key, attempt)(fulfil(order, work, { attempt, since }, steps, restore))
      })
    )

  /** Attempts a purchase. An end with a result or a failure of its own wakes the calls that wait for the payment. */
  return <E>(order: Order, work: Work<E>, steps: Steps) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.exit(attemptOnce(order, work, steps, restore)), (exit) =>
        Exit.isSuccess(exit) && Either.isLeft(exit.value) ? exit : Effect.zipRight(ended(order.key), exit)
      )
    )
}
