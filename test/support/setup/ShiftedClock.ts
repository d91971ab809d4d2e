/** The test clock, of which the system's part can be set back while the monotonic one goes on. */
import { type Clock, Duration, Effect } from "effect"

export const shiftedClock = Effect.map(Effect.clock, (real) => {
  let shift = 0
  const millis = () => real.unsafeCurrentTimeMillis() - shift
  const clock: Clock.Clock = {
    ...real,
    currentTimeMillis: Effect.sync(millis),
    unsafeCurrentTimeMillis: millis,
    currentTimeNanos: Effect.sync(() => real.unsafeCurrentTimeNanos()),
    unsafeCurrentTimeNanos: () => real.unsafeCurrentTimeNanos(),
    sleep: (duration) => real.sleep(duration)
  }
  return {
    clock,
    setBack: (by: Duration.DurationInput) => {
      shift += Duration.toMillis(by)
    }
  }
})
