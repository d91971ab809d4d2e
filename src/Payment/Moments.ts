/** Points in time for statements: the process's own, so that a test can set them. */
import { Clock, Duration, Effect } from "effect"

/** The present moment. */
export const moment = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

/** The moment that is `duration` after another. */
export const later = (time: Date, duration: Duration.Duration) =>
  new Date(time.getTime() + Duration.toMillis(duration))

/** The moment that is `duration` before another. */
export const before = (time: Date, duration: Duration.Duration) =>
  new Date(time.getTime() - Duration.toMillis(duration))
