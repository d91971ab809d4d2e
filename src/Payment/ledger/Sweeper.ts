/**
 * The sweeper keeps the ledger's tables small, in batches, in the background of every replica.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Retention } from "./Retention.ts"

/** Between two rounds. */
export const interval = Duration.minutes(1)

/** The most rows that one statement changes: it holds their locks for some milliseconds. */
const batch = 500

const make = Effect.gen(function* () {
  const { deleteReleased, dropResponses, forgetPayers } = yield* Retention

  /** A full batch has more behind it. */
  const sweepAll = (sweep: typeof dropResponses) =>
    Effect.repeat(sweep(batch), { while: (count) => count === batch })

  const round = Effect.forEach([dropResponses, deleteReleased, forgetPayers], sweepAll, {
    discard: true
  }).pipe(
    Effect.catchTag("DatabaseUnavailable", (error) => Effect.logDebug("nothing is swept", error)),
    Effect.catchAllCause((cause) => Effect.logError("a round of sweeping failed", cause))
  )

  yield* Effect.forkScoped(Effect.forever(Effect.delay(round, interval)))
})

/** Sweeps for as long as its scope is open. */
export const layer = Layer.scopedDiscard(make)
