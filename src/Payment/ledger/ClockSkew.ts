/**
 * How far this process's clock is from the ledger's. Leases and retention go by the ledger's clock alone, but a process
 * whose own clock is wrong judges the windows of payments wrongly, and is not to be trusted with deletions.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metrics from "../Metrics.ts"
import type { Ledger } from "./Ledger.ts"

/** What is still agreement. */
const maxSkew = Duration.seconds(5)

/** The milliseconds by which a clock is ahead of another one that was read between two moments of it; 0 in doubt. */
export const skewOf = (before: number, other: number, after: number): number =>
  other < before ? before - other : other > after ? after - other : 0

/**
 * Whether the process's clock agrees with the ledger's within `maxSkew`. Shows the difference as a metric, and logs when
 * it begins to be too much, and when it ends.
 */
export const make = ({ now }: Pick<Ledger["Type"], "now">) => {
  let wasOff = false
  return Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const ledger = yield* now
    const skew = skewOf(before, ledger, yield* Clock.currentTimeMillis)
    yield* Metrics.showClockSkew(skew / 1000)
    const isOff = Math.abs(skew) > Duration.toMillis(maxSkew)
    if (isOff !== wasOff) {
      wasOff = isOff
      yield* (
        isOff
          ? Effect.logError(
              "the clock of this process differs from the database's: nothing is swept until it is set"
            )
          : Effect.logInfo("the clock of this process agrees with the database's again")
      ).pipe(Effect.annotateLogs({ aheadSeconds: skew / 1000 }))
    }
    return !isOff
  })
}
