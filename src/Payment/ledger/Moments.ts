/** Points in time for the ledger's statements. They come from the process's clock, so that a test can set them. */
import { Duration, type Effect } from "effect"
import * as Now from "../../Runtime/Clock.ts"

/** Runs `use` with the present moment. */
export const atPresent = <A, E, R>(use: (now: Date) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Now.withNow((millis) => use(new Date(millis)))

/** The moment `duration` after `time`. */
export const later = (time: Date, duration: Duration.Duration) =>
  new Date(time.getTime() + Duration.toMillis(duration))

/** The moment `duration` before `time`. */
export const before = (time: Date, duration: Duration.Duration) =>
  new Date(time.getTime() - Duration.toMillis(duration))
