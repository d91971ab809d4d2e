/**
 * Records how settlements ended, on after the answer where the database is away.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Lifecycle } from "../../Lifecycle.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"
import { type Ledger, nameOf, type PaymentKey } from "../ledger/Ledger.ts"
import type { TransferProof } from "../ledger/Outcomes.ts"
import { hashOf } from "../Trace.ts"

/** Between two tries of a write that the database did not confirm. */
export const tryInterval = Duration.millis(500)

/** Tries a write again and again, for ten seconds. */
const again = <A>(write: Effect.Effect<A, DatabaseUnavailable>) =>
  Effect.retry(write, { schedule: Schedule.spaced(tryInterval), times: 20 }).pipe(
    Effect.catchAllCause((cause) =>
      Effect.logError("how a settlement ended is not in the ledger; the reconciler will find out", cause)
    )
  )

/**
 * What the ledger says of a transaction that is told for a payment: it is recorded, or being recorded; it is another
 * payment's; or the database did not confirm it, and a node can be asked.
 */
type Recorded = "recorded" | "another's" | "unconfirmed"

/** What it works with. `hasNode`: a node can be asked where the database does not confirm a receipt. */
interface Dependencies {
  readonly ledger: Ledger["Type"]
  readonly lifecycle: Lifecycle["Type"]
  readonly hasNode: boolean
}

/**
 * A transaction proves one payment: what is being recorded for one payment is refused to another, as what is recorded is.
 */
export const make = ({ hasNode, ledger, lifecycle }: Dependencies) => {
  /** The payment for which a transaction is being recorded. */
  const beingRecorded = new Map<string, string>()

  return {
    /** Tries a write again and again after the answer has gone out. */
    persist: <A>(write: Effect.Effect<A, DatabaseUnavailable>) => lifecycle.forkTracked(again(write)),

    /**
     * The transfer has happened. Where the database is away, only the chain tells whose a transaction is: without a node
     * the facilitator is believed, the answer is given, and the record is made when the database is back.
     */
    recordTransfer: (key: PaymentKey, transaction: string, by: TransferProof): Effect.Effect<Recorded> =>
      Effect.suspend(() => {
        const sent = `${key.network} ${transaction}`
        const own = nameOf(key)
        const owner = beingRecorded.get(sent) ?? own
        if (by === "receipt" && owner !== own) return Effect.succeed("another's")
        beingRecorded.set(sent, owner)
        const done = Effect.sync(() => {
          if (owner === own) beingRecorded.delete(sent)
        })
        const write = ledger.recordTransfer(key, transaction, by)
        const writeLater = again(
          Effect.tap(write, (isOwn) =>
            isOwn
              ? Effect.void
              : Effect.annotateLogs(
                  Effect.logError("an answer was given for a transaction of another payment"),
                  { payment: hashOf(key), transaction }
                )
          )
        )
        return Effect.matchCauseEffect(write, {
          onFailure: (cause): Effect.Effect<Recorded> => {
            const fault = Cause.isDie(cause)
              ? Effect.logError("recording a transfer met a fault", cause)
              : Effect.void
            const recorded: Effect.Effect<Recorded> =
              hasNode && by === "receipt"
                ? Effect.as(done, "unconfirmed")
                : Effect.as(lifecycle.forkTracked(Effect.ensuring(writeLater, done)), "recorded")
            return Effect.zipRight(fault, recorded)
          },
          onSuccess: (isOwn) => Effect.as(done, isOwn ? "recorded" : "another's")
        })
      })
  }
}
