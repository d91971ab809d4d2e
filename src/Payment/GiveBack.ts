/**
 * What becomes of a payment when it is not certain that the answer was stored: the database did not confirm the write,
 * which may be carried out, now or later. This process asks nobody to settle such a payment. The buyer is told that its
 * outcome is pending, and the payment is given back in the background.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Lifecycle } from "../Lifecycle.ts"
import type * as Leases from "./ledger/Leases.ts"
import type { Ledger, PaymentKey } from "./ledger/Ledger.ts"

/** Between two tries. */
const tryInterval = Duration.millis(500)

/** What giving back works with. */
export interface Dependencies {
  readonly ledger: Ledger["Type"]
  readonly leases: Effect.Effect.Success<ReturnType<typeof Leases.make>>
  readonly lifecycle: Lifecycle["Type"]
  /** Tells the calls that wait for the payment, or for its payer, that its run has ended. */
  readonly ended: (key: PaymentKey) => Effect.Effect<void>
}

/**
 * Gives a payment back, in the background and for as long as it takes: until one statement has released it where it is
 * still this run's, or has found that it is not. Until then the lease is renewed, so that the reconciler leaves the
 * payment alone. If the process dies before, the reconciler settles what is stored and releases what is not.
 */
export const make =
  ({ ended, leases, ledger, lifecycle }: Dependencies) =>
  (key: PaymentKey, attempt: string): Effect.Effect<void> =>
    ledger.giveBack(key, attempt).pipe(
      Effect.retry(Schedule.spaced(tryInterval)),
      Effect.catchAllCause((cause) =>
        Effect.logError("a payment could not be given back; the reconciler will finish it", cause)
      ),
      Effect.zipRight(ended(key)),
      leases(key, attempt),
      lifecycle.forkTracked
    )
