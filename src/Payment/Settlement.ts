/**
 * The moment when money moves: the answer is stored, the facilitator settles, the ledger notes how it ended. Nothing
 * here is interrupted, and an outcome that nobody knows is never told as a failure.
 */
import { Duration, Effect, Either, Schedule } from "effect"
import { PaymentSettlementFailed, SettlementPending } from "../Api/Failure.ts"
import type { Lifecycle } from "../Lifecycle.ts"
import type { SettleResponse } from "../Resources/X402.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import * as Call from "../Telemetry/Call.ts"
import type { Facilitator } from "./Facilitator.ts"
import type { Answer, Ledger, PaymentKey } from "./Ledger.ts"
import { ledgerDown } from "./LedgerDown.ts"
import { type Order, submission } from "./Sale.ts"

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

/** What a settlement works with. */
export interface Desk {
  readonly ledger: Ledger["Type"]
  readonly facilitator: Facilitator["Type"]
  readonly lifecycle: Lifecycle["Type"]
  readonly settleTimeout: Duration.Duration
}

/** The settlements of one process. */
export const make = ({ ledger, facilitator, lifecycle, settleTimeout }: Desk) => {
  /** A write that follows money: when the database is away it is tried again for a while, behind the answer. */
  const record = (write: Effect.Effect<void, DatabaseUnavailable>) =>
    Effect.catchAll(write, () =>
      Effect.asVoid(
        Effect.forkDaemon(
          lifecycle.track(
            Effect.ignoreLogged(
              Effect.retry(write, { schedule: Schedule.spaced(Duration.millis(500)), times: 20 })
            )
          )
        )
      )
    )

  /** Stores the answer, then moves the money. Nothing interrupts this. `undefined`: another run has the payment. */
  const settle = <E, R>(order: Order<E, R>, key: PaymentKey, attempt: string, answer: Answer) =>
    Effect.gen(function* () {
      const lease = Duration.sum(settleTimeout, Duration.seconds(10))
      const stored = yield* Call.phase("store")(
        Effect.mapError(ledger.settling(key, attempt, answer, lease), ledgerDown)
      )
      if (!stored) return undefined
      const outcome = yield* Call.phase("settle")(Effect.either(facilitator.settle(submission(order))))
      if (Either.isRight(outcome)) {
        const { transaction } = outcome.right
        yield* Call.note({ charged: true, amount: order.challenge.price.amount, outcome: "delivered" })
        yield* Call.phase("record")(record(ledger.settled(key, attempt, transaction)))
        const { amount } = order.challenge.requirements
        return { answer, settlement: settled(key, transaction, amount), replayed: false }
      }
      const failure = outcome.left
      if (failure._tag === "SettlementUnknown") {
        yield* record(ledger.unknown(key, attempt, failure.reason, failure.transaction))
        return yield* pending(key, failure.transaction)
      }
      yield* record(ledger.failed(key, attempt, failure.reason))
      return yield* new PaymentSettlementFailed({
        message: "The payment could not be settled; nothing was charged.",
        details: { reason: failure.reason },
        challenge: order.challenge.because(failure.reason),
        settlement: unsettled(key, failure.reason, failure.transaction)
      })
    })

  return settle
}
