/** Points in time for statements: the process's own, so that a test can set them. */
import { Duration, type Effect } from "effect"
import * as Now from "../../Runtime/Clock.ts"

/** Goes on at the present moment. */
export const atPresent = <A, E, R>(use: (now: Date) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Now.withNow((millis) => use(new Date(millis)))

/** The moment that is `duration` after another. */
export const later = (time: Date, duration: Duration.Duration) =>
  new Date(time.getTime() + Duration.toMillis(duration))

/** The moment that is `duration` before another. */
export const before = (time: Date, duration: Duration.Duration) =>
  new Date(time.getTime() - Duration.toMillis(duration))
