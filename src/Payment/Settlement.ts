/**
 * The moment when money moves: the answer is stored, the facilitator settles, the ledger records how it ended. Nothing
 * interrupts this, and an unknown outcome is never told as a failure. Where it is not certain that the answer is stored,
 * nobody is asked to settle (`GiveBack`).
 */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { PaymentSettlementFailed, SettlementPending } from "../Api/Failure.ts"
import type { SettleResponse } from "../Resources/X402.ts"
import * as Call from "../Telemetry/Call.ts"
import type { Chain } from "./chain/Chain.ts"
import type { Facilitator } from "./facilitator/Facilitator.ts"
import * as GiveBack from "./GiveBack.ts"
import { firstResolveDelay, type PaymentKey, type StoredResponse } from "./ledger/Ledger.ts"
import * as Metrics from "./Metrics.ts"
import type { Order, PurchaseResult } from "./Order.ts"
import * as Ask from "./settlement/Ask.ts"
import * as ChainCheck from "./settlement/ChainCheck.ts"
import * as Recording from "./settlement/Recording.ts"
import { reused, type SettlementOutcome } from "./settlement/SettlementOutcome.ts"

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

/** The 503 of a settlement whose outcome is not known. `why`: for the log. */
export const pending = (key: PaymentKey, transaction: string | null | undefined, why: string) =>
  new SettlementPending({
    why,
    message: "The settlement is under way. Send the same request with the same payment again later.",
    retryAfter: pendingRetryAfter,
    settlement: unsettled(key, "settlement_pending", transaction ?? undefined)
  })

/** What a settlement works with. `chain`: `None` where no node is configured. */
export interface Dependencies extends GiveBack.Dependencies {
  readonly facilitator: Facilitator["Type"]
  readonly chain: Option.Option<Chain["Type"]>
  readonly settleTimeout: Duration.Duration
}

/** The settlements of one process. */
export const make = (dependencies: Dependencies) => {
  const { facilitator, ledger, lifecycle, settleTimeout } = dependencies
  const giveBack = GiveBack.make(dependencies)
  const chain = Option.map(dependencies.chain, ChainCheck.make)
  const ask = Ask.make({ facilitator, chain, settleTimeout })
  const orOnChain = Ask.orOnChain(chain)
  const recording = Recording.make(ledger, lifecycle)

  /** Asks, and records a transfer that has happened: a receipt whose transaction is another payment's proves nothing. */
  const settle = (order: Order) => {
    const record = (outcome: SettlementOutcome): Effect.Effect<SettlementOutcome> =>
      outcome._tag === "Settled"
        ? Effect.flatMap(
            Call.phase("record")(recording.settled(order.key, outcome.transaction, outcome.by)),
            (isOwn) =>
              isOwn
                ? Effect.succeed(outcome)
                : Effect.zipRight(Metrics.reusedReceipt, Effect.flatMap(orOnChain(order, reused), record))
          )
        : Effect.succeed(outcome)
    return Effect.flatMap(Call.phase("settle")(ask(order)), record)
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
        return yield* pending(key, undefined, "the answer could not be stored for certain")
      }
      if (!stored.value) return Option.none<PurchaseResult>()
      const outcome = yield* settle(order)
      if (outcome._tag === "Settled") {
        yield* Call.noteCharge(challenge.price.amount)
        const settlement = settled(key, outcome.transaction, challenge.requirements.amount)
        return Option.some<PurchaseResult>({ answer, settlement, replayed: false, payment: key, requestId })
      }
      if (outcome._tag === "Unknown") {
        const unknown = ledger.unknown(key, attempt, { ...outcome, resolveAfter: firstResolveDelay })
        yield* Effect.catchAllCause(unknown, () => recording.persist(unknown))
        return yield* pending(key, outcome.transaction, outcome.reason)
      }
      // If the failure is not recorded, the reconciler may still settle it, so the buyer is told "pending".
      const { reason, transaction } = outcome
      const write = ledger.failed(key, attempt, outcome)
      const recorded = yield* Effect.catchAllCause(write, () => Effect.as(recording.persist(write), false))
      if (!recorded) return yield* pending(key, transaction, `its failure (${reason}) could not be recorded`)
      return yield* new PaymentSettlementFailed({
        message: "The payment could not be settled; nothing was charged.",
        details: { reason },
        challenge: challenge.because(reason),
        settlement: unsettled(key, reason, transaction)
      })
    })
}
