/**
 * The sweeper keeps the ledger's tables small, in batches, in the background of every replica. What it removes it logs.
 * A process whose clock differs from the database's sweeps nothing.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"
import * as ClockSkew from "./ClockSkew.ts"
import { Ledger } from "./Ledger.ts"
import { Retention } from "./Retention.ts"

/** Between two rounds. */
const interval = Duration.minutes(1)

/** The most rows that one statement changes: it holds their locks for some milliseconds. */
const batch = 500

const make = Effect.gen(function* () {
  const retention = yield* Retention
  const clockAgrees = ClockSkew.make(yield* Ledger)

  const sweeps = [
    ["responses", retention.dropResponses],
    ["released", retention.deleteReleased],
    ["failed", retention.deleteFailed],
    ["unknown", retention.giveUpUnknown],
    ["payers", retention.forgetPayers]
  ] as const

  /** A full batch has more behind it. */
  const sweepAll = Effect.gen(function* () {
    const removed = yield* Ref.make<Readonly<Record<string, number>>>({})
    const log = Effect.flatMap(Ref.get(removed), (removed) =>
      Object.keys(removed).length === 0
        ? Effect.void
        : Effect.annotateLogs(
            "unknown" in removed
              ? Effect.logError("payments of unknown outcome are given up")
              : Effect.logInfo("swept"),
            removed
          )
    )
    yield* Effect.forEach(
      sweeps,
      ([name, sweep]) =>
        Effect.repeat(
          Effect.tap(sweep(batch), (count) =>
            count === 0
              ? Effect.void
              : Ref.update(removed, (all) => ({ ...all, [name]: (all[name] ?? 0) + count }))
          ),
          { while: (count) => count === batch }
        ),
      { discard: true }
    ).pipe(Effect.ensuring(log))
  })

  /** Whatever one round meets, the next one comes. */
  const round = <A>(work: Effect.Effect<A, DatabaseUnavailable>) =>
    work.pipe(
      Effect.catchTag("DatabaseUnavailable", (error) => Effect.logDebug("nothing is swept", error)),
      Effect.catchAllCause((cause) => Effect.logError("a round of sweeping failed", cause))
    )
  const rounds = Effect.forever(Effect.delay(round(Effect.whenEffect(sweepAll, clockAgrees)), interval))

  // A wrong clock is told of at the start. A database that is away then is asked again in the first round.
  yield* Effect.forkScoped(Effect.zipRight(round(clockAgrees), rounds))
})

/** Sweeps for as long as its scope is open. */
export const layer = Layer.scopedDiscard(make)
