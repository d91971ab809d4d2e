/**
 * One attempt at a purchase: reserve, verify, run, then settle or give back.
 */
import { Duration, Effect, Either, Option, Random } from "effect"
import { TimedOut } from "../Api/Failure.ts"
import * as Now from "../Runtime/Clock.ts"
import * as Call from "../Telemetry/Call.ts"
import { isInsufficientBalance } from "./facilitator/SettleErrorCodes.ts"
import * as InFlightExposure from "./InFlightExposure.ts"
import type * as Leases from "./ledger/Leases.ts"
import { type PaymentKey, ReleaseReason, ReserveResult } from "./ledger/Ledger.ts"
import { ledgerDown } from "./ledger/LedgerDown.ts"
import type { ReserveRejection } from "./ReserveRejection.ts"
import type { PurchaseOrder, PurchaseResult } from "./Sale.ts"
import * as Settlement from "./Settlement.ts"
import * as Verification from "./Verification.ts"

/** Seconds before the end of a payment's window by which the capability must have answered. Source: decisions. */
const settleBudget = 22

/** Seconds that no capability takes: the longest provider deadline, and as much again. */
const longestRun = 60

/** Runs the capability, cut where there would be no time left to settle. */
const run = <E, R>(order: PurchaseOrder<E, R>) =>
  Now.withNow((now) => {
    const left = Number(BigInt(order.payment.authorization.validBefore)) - settleBudget - now / 1000
    const work = Call.phase("run")(order.run)
    // No capability takes that long: a timer would only cost.
    if (left > longestRun) return work
    return Effect.timeoutFail(work, {
      duration: Duration.seconds(Math.max(0, left)),
      onTimeout: () =>
        new TimedOut({
          message: "The payment's time window ended before the answer was there; nothing was charged."
        })
    })
  })

/** The reservation of an order, under the name of its run. */
const reservation = <E, R>(
  { payment, challenge, requestHash, paymentId, requestId }: PurchaseOrder<E, R>,
  key: PaymentKey
) =>
  Effect.map(Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER), (number) => ({
    key,
    attempt: number.toString(36),
    requestHash,
    paymentId,
    capability: challenge.offer.facts.id,
    amount: challenge.requirements.amount,
    payTo: challenge.requirements.payTo,
    validBefore: payment.authorization.validBefore,
    signature: payment.signature,
    payload: payment.text,
    requestId
  }))

/** How an attempt ended: with a receipt, or before it began. */
export type Outcome = Either.Either<PurchaseResult, ReserveRejection>
const hindered = (hindrance: ReserveRejection): Outcome => Either.left(hindrance)
const sold = (receipt: PurchaseResult): Outcome => Either.right(receipt)

/** What an attempt works with. */
export interface Dependencies extends Settlement.Dependencies {
  readonly leases: Effect.Effect.Success<ReturnType<typeof Leases.make>>
}

/** Lets interruptions in. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The attempts of one process. */
export const make = (desk: Dependencies) => {
  const { leases, ledger } = desk
  const settle = Settlement.make(desk)
  const verify = Verification.make(desk.facilitator)
  const reserving = InFlightExposure.make()

  /** What is reserved is settled or given back. */
  const sell = <E, R>(order: PurchaseOrder<E, R>, key: PaymentKey, attempt: string, restore: Restore) =>
    Effect.gen(function* () {
      let memory: ReleaseReason = ReleaseReason.NotRun()
      const release = Effect.suspend(() => Effect.ignoreLogged(ledger.release(key, attempt, memory))).pipe(
        Call.phase("release")
      )
      const verified = Effect.tapError(verify(order), ({ details }) =>
        Effect.sync(() => {
          const reason = details?.reason ?? ""
          if (isInsufficientBalance(reason)) memory = ReleaseReason.InsufficientBalance({ reason })
        })
      )
      const worked = Effect.suspend(() => {
        memory = ReleaseReason.RanUncharged()
        return run(order)
      })
      const { answer, charged } = yield* Effect.catchAllCause(
        restore(Effect.zipRight(verified, worked)),
        (cause) => Effect.zipRight(release, Effect.failCause(cause))
      )
      if (charged) {
        const receipt = yield* settle(order, key, attempt, answer)
        return Option.match(receipt, {
          onNone: () => hindered(ReserveResult.AlreadyReserved()),
          onSome: sold
        })
      }
      yield* release
      yield* Call.note({ outcome: "given" })
      return sold({ answer, settlement: undefined, replayed: false, requestId: order.requestId })
    })

  /** To be run where nothing interrupts; what may be interrupted is in `restore`. */
  return <E, R>(order: PurchaseOrder<E, R>, key: PaymentKey, restore: Restore) =>
    Effect.gen(function* () {
      const terms = yield* reservation(order, key)
      const { attempt } = terms
      const admission = yield* reserving(key.payer, BigInt(terms.amount), (others) =>
        Effect.mapError(ledger.reserve(terms, others), ledgerDown)
      ).pipe(Call.phase("reserve"))
      if (admission._tag !== "Reserved") return hindered(admission)
      return yield* leases(key, attempt)(sell(order, key, attempt, restore))
    })
}
