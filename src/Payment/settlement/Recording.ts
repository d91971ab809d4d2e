/**
 * Records how settlements ended, on after the answer where the database is away. A transaction proves one payment: what
 * is being recorded for one payment is refused to another, as what is recorded is.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Lifecycle } from "../../Lifecycle.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"
import type { Ledger, PaymentKey, TransferProof } from "../ledger/Ledger.ts"

/** Tries a write again and again, for a while. */
const again = <A>(write: Effect.Effect<A, DatabaseUnavailable>) =>
  Effect.retry(write, { schedule: Schedule.spaced(Duration.millis(500)), times: 20 }).pipe(
    Effect.catchAllCause((cause) =>
      Effect.logError("how a settlement ended is not in the ledger; the reconciler will find out", cause)
    )
  )

/** A payment in one text: a nonce alone may be that of several payers, and of one payer in several tokens. */
const nameOf = ({ asset, network, nonce, payer }: PaymentKey) => `${network} ${asset} ${payer} ${nonce}`

/** The records of one process. */
export const make = (ledger: Ledger["Type"], lifecycle: Lifecycle["Type"]) => {
  /** The payment for which a transaction is being recorded. */
  const underWay = new Map<string, string>()

  return {
    /** Tries a write again and again after the answer has gone out. */
    persist: <A>(write: Effect.Effect<A, DatabaseUnavailable>) => lifecycle.forkTracked(again(write)),

    /**
     * The transfer has happened. `false`: the transaction is another payment's. Where the database is away the answer is
     * given all the same, and the record is made when it is back.
     */
    settled: (key: PaymentKey, transaction: string, by: TransferProof): Effect.Effect<boolean> =>
      Effect.suspend(() => {
        const name = `${key.network} ${transaction}`
        const own = nameOf(key)
        const owner = underWay.get(name) ?? own
        if (by === "receipt" && owner !== own) return Effect.succeed(false)
        underWay.set(name, owner)
        const done = Effect.sync(() => {
          if (owner === own) underWay.delete(name)
        })
        const write = ledger.settled(key, transaction, by)
        const late = Effect.tap(write, (isOwn) =>
          isOwn ? Effect.void : Effect.logError("an answer was given for a transaction of another payment")
        )
        return Effect.matchCauseEffect(write, {
          onFailure: () => Effect.as(lifecycle.forkTracked(Effect.ensuring(again(late), done)), true),
          onSuccess: (isOwn) => Effect.as(done, isOwn)
        })
      })
  }
}
