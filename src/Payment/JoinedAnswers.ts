/**
 * The answers of calls that have joined a purchase. Each is counted in the ledger as a repetition of the call would be.
 * Any number of calls may join, so they take turns, and nobody asks once the answer was given for the last time.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SaleFailure } from "../Api/Failure.ts"
import type { PaymentKey, StoredResponse } from "./ledger/Ledger.ts"
import type { PurchaseResult } from "./Order.ts"

/** Calls that ask at a time. Our choice: fewer than the database has connections. */
const atOnce = 8

/** `answerOf`: the stored answer of a payment, counted; `None` when it can no longer be given. */
export const make = (
  answerOf: (payment: PaymentKey) => Effect.Effect<Option.Option<StoredResponse>, SaleFailure>
) => {
  const turns = Effect.unsafeMakeSemaphore(atOnce)
  const usedUp = new WeakSet<PurchaseResult>()

  /** The answer of a purchase, for one call more. */
  return (result: PurchaseResult): Effect.Effect<Option.Option<StoredResponse>, SaleFailure> =>
    turns.withPermits(1)(
      Effect.suspend(() =>
        usedUp.has(result)
          ? Effect.succeedNone
          : Effect.tap(answerOf(result.payment), (answer) =>
              Effect.sync(() => {
                if (Option.isNone(answer)) usedUp.add(result)
              })
            )
      )
    )
}
