/**
 * How many sales a process takes at the same time. One more waits a moment for its turn; when too many wait, or the
 * moment is over, the call is refused while its buyer has still paid nothing: better than to let everybody wait.
 */
import { Context, Duration, Effect, Layer } from "effect"
import { Overloaded } from "../Api/Failure.ts"
import { Settings } from "../Settings.ts"

/** How long a call waits for its turn, and how many do, as a share of those that have theirs. */
const patience = Duration.millis(500)
const queueShare = 1 / 8

/** The 503 of a call for which there is no room. */
export const overloaded = new Overloaded({
  message: "Too many calls are under way; nothing was charged.",
  retryAfter: 1
})

/** The room of this process. */
export class Capacity extends Context.Tag("almanac/Capacity")<
  Capacity,
  {
    /** Whether nobody can even wait. */
    readonly isFull: () => boolean
    /** Runs an effect when it is its turn. */
    readonly admit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Overloaded, R>
  }
>() {
  static readonly layer = Layer.effect(
    Capacity,
    Effect.map(Settings, ({ listen: { maxCalls } }) => {
      const longestQueue = Math.ceil(maxCalls * queueShare)
      const queue = new Set<() => void>()
      let running = 0

      /** Waits for a place, which the one who leaves hands over. Not interrupted, or a place given would be lost. */
      const turn = Effect.async<void, Overloaded>((resume) => {
        const begin = () => {
          clearTimeout(timer)
          resume(Effect.void)
        }
        const timer = setTimeout(() => {
          queue.delete(begin)
          resume(Effect.fail(overloaded))
        }, Duration.toMillis(patience))
        queue.add(begin)
      })
      const isFull = () => queue.size >= longestQueue
      const enter: Effect.Effect<void, Overloaded> = Effect.suspend(() => {
        if (running < maxCalls) {
          running += 1
          return Effect.void
        }
        return isFull() ? Effect.fail(overloaded) : turn
      })
      const leave = Effect.sync(() => {
        const [next] = queue
        if (next === undefined) {
          running -= 1
          return
        }
        queue.delete(next)
        next()
      })
      return {
        isFull,
        admit: (effect) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.zipRight(enter, Effect.ensuring(restore(effect), leave))
          )
      }
    })
  )
}
