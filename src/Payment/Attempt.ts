/**
 * One attempt at a purchase: reserve the payment, verify it, run the capability, then settle or release.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { withNow } from "../Runtime/Clock.ts"
import * as TimeLimit from "../Runtime/TimeLimit.ts"
import * as Call from "../Telemetry/Call.ts"
import { facilitatorDown, ledgerDown, type ReserveRejection, refusedByFacilitator } from "./Failures.ts"
import type { Facilitator } from "./facilitator/Facilitator.ts"
import { isInsufficientBalance } from "./facilitator/SettleErrorCodes.ts"
import { ReleaseReason, ReserveResult } from "./ledger/Ledger.ts"
import { type Order, type PurchaseResult, submission, type Work } from "./Order.ts"
import * as Settlement from "./Settlement.ts"

/** Seconds before the end of a payment's window by which the capability must have answered. */
const settleBudget = 22

/** Runs the capability, cut where no time would be left to settle. */
const run = <E>({ payment }: Order, work: Work<E>) =>
  withNow((now) => {
    const left = Number(BigInt(payment.authorization.validBefore)) - settleBudget - now / 1000
    return TimeLimit.cut({ duration: Duration.seconds(Math.max(0, left)), onTimeout: work.windowEnded })(
      Call.phase("run")(work.run)
    )
  })

/** The reservation of an order, under a name for this attempt. */
const reservation = ({ payment, key, challenge, requestHash, idempotencyKey, requestId }: Order) =>
  Effect.map(Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER), (number) => ({
    key,
    attempt: number.toString(36),
    requestHash,
    paymentId: idempotencyKey,
    capability: challenge.offer.facts.id,
    amount: challenge.requirements.amount,
    payTo: challenge.requirements.payTo,
    validBefore: payment.authorization.validBefore,
    signature: payment.signature,
    payload: payment.text,
    requestId
  }))

/** Succeeds for an order whose payment the facilitator calls good. */
export const verifier = (facilitator: Facilitator["Type"]) => (order: Order) =>
  Effect.mapError(facilitator.verify(submission(order)), facilitatorDown).pipe(
    Call.phase("verify"),
    Effect.flatMap((verdict) =>
      verdict.isValid ? Effect.void : Effect.fail(refusedByFacilitator(order.challenge, verdict.reason))
    )
  )

/**
 * What this process is reserving at the moment, by payer, in atomic units: the ledger's sum of a payer's open payments
 * cannot see it yet. For a moment after its commit an amount counts twice, which errs on the safe side.
 */
const inFlightExposure = () => {
  const amounts = new Map<string, bigint>()
  const add = (payer: string, amount: bigint) => {
    const sum = (amounts.get(payer) ?? 0n) + amount
    if (sum === 0n) amounts.delete(payer)
    else amounts.set(payer, sum)
  }
  /** Runs `reserve` with the sum of the payer's other payments. */
  return <A, E>(payer: string, amount: bigint, reserve: (uncommitted: bigint) => Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const uncommitted = amounts.get(payer) ?? 0n
      add(payer, amount)
      return Effect.ensuring(
        reserve(uncommitted),
        Effect.sync(() => add(payer, -amount))
      )
    })
}

/** How an attempt ended: with a result, or before it began. */
type AttemptResult = Either.Either<PurchaseResult, ReserveRejection>
const rejected = (rejection: ReserveRejection): AttemptResult => Either.left(rejection)
const bought = (result: PurchaseResult): AttemptResult => Either.right(result)

/** Lets interruptions in. */
type Restore = <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/** The attempts of one process. */
export const make = (dependencies: Settlement.Dependencies) => {
  const { facilitator, leases, ledger } = dependencies
  const settle = Settlement.make(dependencies)
  const verify = verifier(facilitator)
  const countingExposure = inFlightExposure()

  /** Verifies and runs what is reserved, then settles or releases it. */
  const sell = <E>(order: Order, work: Work<E>, attempt: string, restore: Restore) =>
    Effect.gen(function* () {
      let reason: ReleaseReason = ReleaseReason.NotRun()
      const release = Effect.suspend(() =>
        Effect.ignoreLogged(ledger.release(order.key, attempt, reason))
      ).pipe(Call.phase("release"))
      const verified = Effect.tapError(verify(order), ({ details }) =>
        Effect.sync(() => {
          const refusal = details?.reason ?? ""
          if (isInsufficientBalance(refusal)) reason = ReleaseReason.InsufficientBalance({ reason: refusal })
        })
      )
      const ran = Effect.suspend(() => {
        reason = ReleaseReason.RanUncharged()
        return run(order, work)
      })
      const { answer, charged } = yield* Effect.catchAllCause(
        restore(Effect.zipRight(verified, ran)),
        (cause) => Effect.zipRight(release, Effect.failCause(cause))
      )
      if (charged) {
        return Option.match(yield* settle(order, attempt, answer), {
          onNone: () => rejected(ReserveResult.AlreadyReserved()),
          onSome: bought
        })
      }
      yield* release
      yield* Call.note({ outcome: "given" })
      return bought({ answer, settlement: undefined, replayed: false, requestId: order.requestId })
    })

  /** To be run in an uninterruptible region; `restore` makes the part that may be interrupted interruptible. */
  return <E>(order: Order, work: Work<E>, restore: Restore) =>
    Effect.gen(function* () {
      const terms = yield* reservation(order)
      const { attempt } = terms
      const reserved = yield* countingExposure(order.key.payer, BigInt(terms.amount), (uncommitted) =>
        Effect.mapError(ledger.reserve(terms, uncommitted), ledgerDown)
      ).pipe(Call.phase("reserve"))
      if (reserved._tag !== "Reserved") return rejected(reserved)
      return yield* leases(order.key, attempt)(sell(order, work, attempt, restore))
    })
}
