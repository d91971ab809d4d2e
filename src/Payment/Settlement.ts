/**
 * The moment when money moves: the answer is stored, the facilitator settles, the ledger records how it ended. Nothing
 * interrupts this, and an unknown outcome is never told as a failure. Where it is not certain that the answer is stored,
 * nobody is asked to settle (`GiveBack`).
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { PaymentSettlementFailed, SettlementPending } from "../Api/Failure.ts"
import type { SettleResponse } from "../Resources/X402.ts"
import { withNow } from "../Runtime/Clock.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import * as Call from "../Telemetry/Call.ts"
import { type Facilitator, type SettlementFailed, SettlementUnknown } from "./facilitator/Facilitator.ts"
import { isNonceUsed, isPayersFault } from "./facilitator/SettleErrorCodes.ts"
import * as GiveBack from "./GiveBack.ts"
import { firstResolveDelay, type PaymentKey, type StoredResponse } from "./ledger/Ledger.ts"
import { type Order, type PurchaseResult, submission } from "./Order.ts"

/** The settlement in the buyer's words. `amount` in atomic units. */
export const settled = (key: PaymentKey, transaction: string, amount: string): SettleResponse => ({
  success: true,
  transaction,
  network: key.network,
  payer: key.payer,
  amount
})

const unsettled = (key: PaymentKey, errorReason: string, transaction = ""): SettleResponse => ({
  success: false,
  errorReason,
  transaction,
  network: key.network,
  payer: key.payer
})

/** Seconds after which a pending settlement is worth asking for again. */
const pendingRetryAfter = 15

/** The 503 of a settlement whose outcome is not known. */
export const pending = (key: PaymentKey, transaction: string | null | undefined) =>
  new SettlementPending({
    message: "The settlement is under way. Send the same request with the same payment again later.",
    retryAfter: pendingRetryAfter,
    settlement: unsettled(key, "settlement_pending", transaction ?? undefined)
  })

/** Between a settlement of unknown outcome and its repetition: a block of Base takes 2 s, a lost connection less. */
const repeatAfter = Duration.millis(500)

/** What must be left of a payment's window beside the repetition's own time-out. */
const repeatMargin = Duration.seconds(2)

/**
 * What is known when the second try has failed as well. The second answer says nothing about the first try, unless it
 * reports that the first try's transaction reverted.
 */
const knownAfterBoth = (first: SettlementUnknown, second: SettlementFailed | SettlementUnknown) =>
  second._tag === "SettlementFailed" &&
  second.transaction !== undefined &&
  second.transaction === first.transaction
    ? second
    : new SettlementUnknown({ reason: second.reason, transaction: first.transaction ?? second.transaction })

/** What a settlement works with. */
export interface Dependencies extends GiveBack.Dependencies {
  readonly facilitator: Facilitator["Type"]
  readonly settleTimeout: Duration.Duration
}

/** The settlements of one process. */
export const make = (dependencies: Dependencies) => {
  const { facilitator, ledger, lifecycle, settleTimeout } = dependencies
  const giveBack = GiveBack.make(dependencies)

  /** Tries a write again and again after the answer has gone out, for a while. */
  const persist = <A>(write: Effect.Effect<A, DatabaseUnavailable>) =>
    lifecycle.forkTracked(
      Effect.retry(write, { schedule: Schedule.spaced(Duration.millis(500)), times: 20 }).pipe(
        Effect.catchAllCause((cause) =>
          Effect.logError("how a settlement ended is not in the ledger; the reconciler will find out", cause)
        )
      )
    )

  /** A write after the money has moved. Its failure, even a defect, does not keep the answer from the buyer. */
  const record = (write: Effect.Effect<void, DatabaseUnavailable>) =>
    Effect.catchAllCause(write, () => persist(write))

  /** Settles, and once more with the identical payload where the outcome is unknown and time is left. */
  const settleTwice = (order: Order) => {
    // A defect says nothing about the transfer either: the facilitator may have been asked.
    const once = Effect.catchAllDefect(facilitator.settle(submission(order)), (defect) =>
      Effect.zipRight(
        Effect.logError("a settlement met a fault of ours", Cause.die(defect)),
        Effect.fail(new SettlementUnknown({ reason: "fault" }))
      )
    )
    const needed = Duration.toMillis(Duration.sum(settleTimeout, repeatMargin))
    return Effect.catchTag(once, "SettlementUnknown", (first) =>
      withNow((now) =>
        Number(order.payment.authorization.validBefore) * 1000 - now < needed
          ? Effect.fail(first)
          : Effect.mapError(Effect.delay(once, repeatAfter), (second) => knownAfterBoth(first, second))
      )
    )
  }

  /**
   * Stores the answer, then moves the money: to be run in an uninterruptible region. `None`: another run has the
   * payment.
   */
  return (order: Order, attempt: string, answer: StoredResponse) =>
    Effect.gen(function* () {
      const { challenge, key, requestId } = order
      const stored = yield* Call.phase("store")(
        Effect.exit(ledger.settling(key, attempt, answer, order.payment.text))
      )
      if (Exit.isFailure(stored)) {
        // A defect too may have come after the write.
        if (Cause.isDie(stored.cause)) yield* Effect.logError("storing an answer met a fault", stored.cause)
        yield* giveBack(key, attempt)
        return yield* pending(key, undefined)
      }
      if (!stored.value) return Option.none<PurchaseResult>()
      const outcome = yield* Call.phase("settle")(Effect.either(settleTwice(order)))
      if (Either.isRight(outcome)) {
        const { transaction } = outcome.right
        yield* Call.noteCharge(challenge.price.amount)
        yield* Call.phase("record")(record(ledger.settled(key, transaction)))
        const settlement = settled(key, transaction, challenge.requirements.amount)
        return Option.some<PurchaseResult>({ answer, settlement, replayed: false, payment: key, requestId })
      }
      const { _tag, reason, transaction } = outcome.left
      if (_tag === "SettlementUnknown") {
        const unknown = {
          reason,
          transaction,
          nonceUsed: isNonceUsed(reason),
          resolveAfter: firstResolveDelay
        }
        yield* record(ledger.unknown(key, attempt, unknown))
        return yield* pending(key, transaction)
      }
      // If the failure is not recorded, the reconciler may still settle it, so the buyer is told "pending".
      const refusePayer = isPayersFault(reason, transaction !== undefined)
      const write = ledger.failed(key, attempt, { reason, refusePayer })
      const recorded = yield* Effect.catchAllCause(write, () => Effect.as(persist(write), false))
      if (!recorded) return yield* pending(key, transaction)
      return yield* new PaymentSettlementFailed({
        message: "The payment could not be settled; nothing was charged.",
        details: { reason },
        challenge: challenge.because(reason),
        settlement: unsettled(key, reason, transaction)
      })
    })
}
