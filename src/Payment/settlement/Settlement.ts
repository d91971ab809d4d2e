/**
 * The moment when money moves: the answer is stored, the facilitator settles, the ledger records how it ended. Nothing
 * interrupts this, and an unknown outcome is never told as a failure. Where it is not certain that the answer is stored,
 * nobody is asked to settle, and the payment is given back (`giveBack`).
 */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { PaymentSettlementFailed, SettlementPending } from "../../Api/Failure.ts"
import type { Lifecycle } from "../../Lifecycle.ts"
import type { SettleResponse } from "../../Resources/X402.ts"
import * as Call from "../../Telemetry/Call.ts"
import type { Chain } from "../chain/Chain.ts"
import type { Facilitator, Submission } from "../facilitator/Facilitator.ts"
import type * as Leases from "../ledger/Leases.ts"
import { firstResolveDelay, type Ledger, type PaymentKey, type StoredResponse } from "../ledger/Ledger.ts"
import * as Metrics from "../Metrics.ts"
import { type Order, type PurchaseResult, submission } from "../Order.ts"
import * as Ask from "./Ask.ts"
import * as ChainCheck from "./ChainCheck.ts"
import * as Recording from "./Recording.ts"

/** What a buyer is told of a settlement that has happened. `amount` in atomic units. */
export const receiptOf = (key: PaymentKey, transaction: string, amount: string): SettleResponse => ({
  success: true,
  transaction,
  network: key.network,
  payer: key.payer,
  amount
})

const receiptOfFailure = (key: PaymentKey, errorReason: string, transaction = ""): SettleResponse => ({
  success: false,
  errorReason,
  transaction,
  network: key.network,
  payer: key.payer
})

/** Seconds after which a pending settlement is worth asking for again. */
const pendingRetryAfter = 15

const pendingMessage = "The settlement is under way. Send the same request with the same payment again later."

/** The 503 of a settlement whose outcome is not known. `why`: for the log. */
export const pending = (
  key: PaymentKey,
  transaction: string | null | undefined,
  why: string,
  message = pendingMessage
) =>
  new SettlementPending({
    why,
    message,
    retryAfter: pendingRetryAfter,
    settlement: receiptOfFailure(key, "settlement_pending", transaction ?? undefined)
  })

/** What a settlement works with. */
export interface Dependencies {
  readonly ledger: Ledger["Type"]
  readonly holdLease: Effect.Effect.Success<ReturnType<typeof Leases.make>>
  readonly lifecycle: Lifecycle["Type"]
  readonly facilitator: Facilitator["Type"]
  /** `None` where no node is configured. */
  readonly chain: Option.Option<Chain["Type"]>
  readonly settleTimeout: Duration.Duration
  /** Tells the calls that wait for the payment, or for its payer, that its attempt has ended. */
  readonly ended: (key: PaymentKey) => Effect.Effect<void>
}

/**
 * Gives a payment back when it is not certain that the answer was stored: the database did not confirm the write, which
 * may be carried out, now or later. This process asks nobody to settle such a payment. It tries in the background, for as
 * long as it takes: until one statement has released the payment where it is still this attempt's, or has found that it is
 * not. Until then the lease is renewed, so that the reconciler leaves the payment alone. If the process dies before, the
 * reconciler settles what is stored and releases what is not.
 */
const giveBack = ({ ended, holdLease, ledger, lifecycle }: Dependencies, key: PaymentKey, attempt: string) =>
  ledger.giveBack(key, attempt).pipe(
    Effect.retry(Schedule.spaced(Recording.tryInterval)),
    Effect.catchAllCause((cause) =>
      Effect.logError("a payment could not be given back; the reconciler will finish it", cause)
    ),
    Effect.zipRight(ended(key)),
    holdLease(key, attempt),
    lifecycle.forkTracked
  )

/** The settlements of one process. */
export const make = (dependencies: Dependencies) => {
  const { facilitator, ledger, settleTimeout } = dependencies
  const chain = Option.map(dependencies.chain, (chain) => ChainCheck.make(chain, ledger))
  const ask = Ask.make({ facilitator, chain, settleTimeout })
  const orOnChain = Ask.orOnChain(chain)
  const recording = Recording.make({ ...dependencies, hasNode: Option.isSome(chain) })

  /**
   * Asks, and records a transfer that has happened. A receipt proves nothing where its transaction is another payment's,
   * or may be: the chain is asked.
   */
  const settle = (order: Order, submitted: Submission) => {
    const confirmOnChain = (otherwise: Ask.SettlementOutcome) =>
      Effect.flatMap(orOnChain(order, otherwise), record)
    const record = (outcome: Ask.SettlementOutcome): Effect.Effect<Ask.SettlementOutcome> => {
      if (outcome._tag !== "Settled") return Effect.succeed(outcome)
      const recorded = Call.phase("record")(
        recording.recordTransfer(order.key, outcome.transaction, outcome.by)
      )
      return Effect.flatMap(recorded, (said) => {
        if (said === "recorded") return Effect.succeed(outcome)
        return said === "unconfirmed"
          ? confirmOnChain(Ask.unconfirmed)
          : Effect.zipRight(Metrics.reusedReceipt, confirmOnChain(Ask.reused))
      })
    }
    return Effect.flatMap(Call.phase("settle")(ask(order, submitted)), record)
  }

  /**
   * Stores the answer, then moves the money: to be run in an uninterruptible region. `None`: another attempt has
   * the payment.
   */
  return (order: Order, attempt: string, answer: StoredResponse) =>
    Effect.gen(function* () {
      const { challenge, key, requestId } = order
      // Chosen once: the ledger keeps who is asked, and another call of the same payment does not change it.
      const asked = submission(order)
      const submitted = { ...asked, facilitator: facilitator.settlerOf?.(asked) ?? null }
      const stored = yield* Call.phase("store")(
        Effect.exit(ledger.storeAnswer(key, attempt, answer, order.payment.text, submitted.facilitator))
      )
      if (Exit.isFailure(stored)) {
        // A defect too may have come after the write.
        if (Cause.isDie(stored.cause)) yield* Effect.logError("storing an answer met a fault", stored.cause)
        yield* giveBack(dependencies, key, attempt)
        return yield* pending(key, undefined, "the answer could not be stored for certain")
      }
      if (!stored.value) return Option.none<PurchaseResult>()
      // The line of a caller that goes away meanwhile says so.
      yield* Call.note({ charged: "unknown" })
      const outcome = yield* settle(order, submitted)
      if (outcome._tag === "Settled") {
        yield* Call.noteCharge(challenge.price.amount)
        const settlement = receiptOf(key, outcome.transaction, challenge.requirements.amount)
        return Option.some<PurchaseResult>({ answer, settlement, replayed: false, payment: key, requestId })
      }
      if (outcome._tag === "Unknown") {
        const unknown = ledger.recordUnknown(key, attempt, { ...outcome, resolveAfter: firstResolveDelay })
        yield* Effect.catchAllCause(unknown, () => recording.persist(unknown))
        return yield* pending(key, outcome.transaction, outcome.reason)
      }
      // If the failure is not recorded, the reconciler may still settle it, so the buyer is told "pending".
      const { reason, transaction } = outcome
      const write = ledger.recordFailure(key, attempt, outcome)
      const recorded = yield* Effect.catchAllCause(write, () => Effect.as(recording.persist(write), false))
      if (!recorded) return yield* pending(key, transaction, `its failure (${reason}) could not be recorded`)
      yield* Call.note({ charged: false })
      return yield* new PaymentSettlementFailed({
        message: "The payment could not be settled; nothing was charged.",
        details: { reason },
        challenge: challenge.because(reason),
        settlement: receiptOfFailure(key, reason, transaction)
      })
    })
}
