/**
 * A clock that runs as any other and can be put forward: whoever sleeps until then wakes up. For a service whose
 * minutes and days a test cannot wait for, while its sockets and its database live in real time.
 */
import { Clock, Duration, Effect } from "effect"

interface Sleeper {
  readonly due: number
  readonly wake: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The clocks of `make`, and how far they are ahead. */
const steered = new WeakMap<Clock.Clock, () => number>()

/** The milliseconds by which a steered clock is ahead of the real time; `undefined` for any other clock. */
export const aheadOf = (clock: Clock.Clock): number | undefined => steered.get(clock)?.()

/** A clock that is `behind` the real one, and its hand. A buyer of the real time then stays ahead of its jumps. */
export const make = (behind: Duration.DurationInput = 0) => {
  const live = Clock.make()
  const sleepers = new Set<Sleeper>()
  let ahead = -Duration.toMillis(behind)
  const now = () => live.unsafeCurrentTimeMillis() + ahead

  const arm = (sleeper: Sleeper) => {
    clearTimeout(sleeper.timer)
    sleeper.timer = setTimeout(sleeper.wake, Math.max(0, sleeper.due - now()))
  }

  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: now,
    currentTimeMillis: Effect.sync(now),
    unsafeCurrentTimeNanos: () => live.unsafeCurrentTimeNanos() + BigInt(Math.round(ahead * 1e6)),
    currentTimeNanos: Effect.sync(() => live.unsafeCurrentTimeNanos() + BigInt(Math.round(ahead * 1e6))),
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const sleeper: Sleeper = {
          due: now() + Duration.toMillis(duration),
          wake: () => {
            sleepers.delete(sleeper)
            resume(Effect.void)
          },
          timer: undefined
        }
        sleepers.add(sleeper)
        arm(sleeper)
        return Effect.sync(() => {
          clearTimeout(sleeper.timer)
          sleepers.delete(sleeper)
        })
      })
  }

  steered.set(clock, () => ahead)

  return {
    clock,
    now,
    /** Unix seconds. */
    seconds: () => Math.floor(now() / 1000),
    /** Puts the clock forward. */
    jump: (duration: Duration.DurationInput) =>
      Effect.sync(() => {
        ahead += Duration.toMillis(duration)
        for (const sleeper of [...sleepers]) arm(sleeper)
      })
  }
}
export type SteeredClock = ReturnType<typeof make>
