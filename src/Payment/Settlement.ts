/**
 * The moment when money moves: the answer is stored, the facilitator settles, the ledger notes how it ended. Nothing
 * here is interrupted, and an outcome that nobody knows is never told as a failure.
 */
import { Cause, Duration, Effect, Either, Option, Schedule } from "effect"
import { PaymentSettlementFailed, SettlementPending } from "../Api/Failure.ts"
import type { Lifecycle } from "../Lifecycle.ts"
import type { SettleResponse } from "../Resources/X402.ts"
import * as Now from "../Runtime/Clock.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import * as Call from "../Telemetry/Call.ts"
import { type Facilitator, type SettlementFailed, SettlementUnknown } from "./facilitator/Facilitator.ts"
import { isNonceUsed } from "./facilitator/SettleErrorCodes.ts"
import { firstResolveDelay, type Ledger, type PaymentKey, type StoredResponse } from "./ledger/Ledger.ts"
import { ledgerLost } from "./ledger/LedgerDown.ts"
import { type PurchaseOrder, type PurchaseResult, submission } from "./Sale.ts"

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
 * What is known after a repetition has failed as well. What it says of itself proves nothing of the first try, but
 * for a revert of the very transaction that the first one named.
 */
const together = (first: SettlementUnknown, second: SettlementFailed | SettlementUnknown) =>
  second._tag === "SettlementFailed" &&
  second.transaction !== undefined &&
  second.transaction === first.transaction
    ? second
    : new SettlementUnknown({ reason: second.reason, transaction: first.transaction ?? second.transaction })

/** What a settlement works with. */
export interface Dependencies {
  readonly ledger: Ledger["Type"]
  readonly facilitator: Facilitator["Type"]
  readonly lifecycle: Lifecycle["Type"]
  readonly settleTimeout: Duration.Duration
}

/** The settlements of one process. */
export const make = ({ ledger, facilitator, lifecycle, settleTimeout }: Dependencies) => {
  /** Goes on behind the answer, for a while. */
  const persist = <A>(write: Effect.Effect<A, DatabaseUnavailable>) =>
    lifecycle.forkTracked(
      Effect.retry(write, { schedule: Schedule.spaced(Duration.millis(500)), times: 20 }).pipe(
        Effect.catchAllCause((cause) =>
          Effect.logError("how a settlement ended is not in the ledger; the reconciler will find out", cause)
        )
      )
    )

  /**
   * A write that follows money: when it fails it is tried again. Not even a fault of ours keeps a buyer who has paid
   * from his answer.
   */
  const record = (write: Effect.Effect<void, DatabaseUnavailable>) =>
    Effect.catchAllCause(write, () => persist(write))

  /** Settles, and once more with the identical payload where the outcome is unknown and time is left. */
  const twice = <E, R>(order: PurchaseOrder<E, R>) => {
    // A fault of ours says nothing of the transfer either: the question may be on its way.
    const once = Effect.catchAllDefect(facilitator.settle(submission(order)), (defect) =>
      Effect.zipRight(
        Effect.logError("a settlement met a fault of ours", Cause.die(defect)),
        Effect.fail(new SettlementUnknown({ reason: "fault" }))
      )
    )
    const needed = Duration.toMillis(Duration.sum(settleTimeout, repeatMargin))
    return Effect.catchTag(once, "SettlementUnknown", (first) =>
      Now.withNow((now) =>
        Number(order.payment.authorization.validBefore) * 1000 - now < needed
          ? Effect.fail(first)
          : Effect.mapError(Effect.delay(once, repeatAfter), (second) => together(first, second))
      )
    )
  }

  /** Stores the answer, then moves the money. Nothing interrupts this. `None`: another run has the payment. */
  const settle = <E, R>(
    order: PurchaseOrder<E, R>,
    key: PaymentKey,
    attempt: string,
    answer: StoredResponse
  ) =>
    Effect.gen(function* () {
      const stored = yield* Call.phase("store")(
        Effect.mapError(ledger.settling(key, attempt, answer), ledgerLost)
      )
      if (!stored) return Option.none<PurchaseResult>()
      const outcome = yield* Call.phase("settle")(Effect.either(twice(order)))
      if (Either.isRight(outcome)) {
        const { transaction } = outcome.right
        yield* Call.noteCharge(order.challenge.price.amount)
        yield* Call.phase("record")(record(ledger.settled(key, transaction)))
        const { amount } = order.challenge.requirements
        return Option.some<PurchaseResult>({
          answer,
          settlement: settled(key, transaction, amount),
          replayed: false,
          requestId: order.requestId
        })
      }
      const { _tag, reason, transaction } = outcome.left
      if (_tag === "SettlementUnknown") {
        const doubt = { reason, transaction, nonceUsed: isNonceUsed(reason), resolveAfter: firstResolveDelay }
        yield* record(ledger.unknown(key, attempt, doubt))
        return yield* pending(key, transaction)
      }
      // A failure that the ledger does not know would be settled by the reconciler after all: it is not told.
      const write = ledger.failed(key, attempt, { reason, refusePayer: true })
      const noted = yield* Effect.catchAllCause(write, () => Effect.as(persist(write), false))
      if (!noted) return yield* pending(key, transaction)
      return yield* new PaymentSettlementFailed({
        message: "The payment could not be settled; nothing was charged.",
        details: { reason },
        challenge: order.challenge.because(reason),
        settlement: unsettled(key, reason, transaction)
      })
    })

  return settle
}
