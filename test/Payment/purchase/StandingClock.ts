/** A clock that stands until a test lets time pass, and that tells who sleeps for how long. */
import { type Clock, Duration, Effect } from "effect"
import * as Ledgers from "../ledger/suite/World.ts"

interface Sleeper {
  /** Its place among all that ever slept. */
  readonly place: number
  readonly millis: number
  readonly due: number
  readonly wake: () => void
}

const sleepers = new Set<Sleeper>()
const watchers = new Set<() => void>()
let slept = 0

const now = () => Ledgers.clock.unsafeCurrentTimeMillis()

export const clock: Clock.Clock = {
  ...Ledgers.clock,
  sleep: (duration) =>
    Effect.async<void>((resume) => {
      const millis = Duration.toMillis(duration)
      slept += 1
      const sleeper: Sleeper = {
        place: slept,
        millis,
        due: now() + millis,
        wake: () => {
          sleepers.delete(sleeper)
          resume(Effect.void)
        }
      }
      sleepers.add(sleeper)
      for (const watcher of [...watchers]) watcher()
      return Effect.sync(() => {
        sleepers.delete(sleeper)
      })
    })
}

/** A moment among the sleeps: later ones come after it. */
export const mark = Effect.sync(() => slept)

/** Ends as soon as an effect that has begun to sleep after `mark` sleeps for one of these lengths; gives the length. */
export const asleep = (mark: number, lengths: ReadonlyArray<number>) =>
  Effect.async<number>((resume) => {
    const look = () => {
      const found = [...sleepers].find(({ millis, place }) => place > mark && lengths.includes(millis))
      if (found === undefined) return
      watchers.delete(look)
      resume(Effect.succeed(found.millis))
    }
    watchers.add(look)
    look()
    return Effect.sync(() => {
      watchers.delete(look)
    })
  })

/** Lets milliseconds pass. */
export const pass = (millis: number) =>
  Effect.zipRight(
    Effect.suspend(() => Ledgers.after(now() - Ledgers.start + millis)),
    Effect.sync(() => {
      for (const sleeper of [...sleepers]) if (sleeper.due <= now()) sleeper.wake()
    })
  )

/** Milliseconds since the start. */
export const elapsed = Effect.sync(() => now() - Ledgers.start)
