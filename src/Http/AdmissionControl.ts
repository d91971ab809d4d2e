/**
 * How many sales a process takes at the same time. One more waits a moment for its turn; when too many wait, or the
 * moment is over, the call is refused while its buyer has still paid nothing: better than to let everybody wait.
 */
import { Context, Duration, Effect, type Fiber, Layer } from "effect"
import { Overloaded } from "../Api/Failure.ts"
import { limitPerTick } from "../Runtime/TickBudget.ts"
import { Settings } from "../Settings.ts"

/** How long a call waits for its turn, and how many do, as a share of those that have theirs. */
const patience = Duration.millis(500)
const queueShare = 1 / 8

/**
 * How many are begun in a turn of the event loop. To look at a payment takes a quarter of a millisecond, and among a
 * thousand that come at once are those who are to be told that there is no room.
 */
const mostPerTurn = 16

/** The 503 of a call for which there is no room. */
export const overloaded = new Overloaded({
  message: "Too many calls are under way; nothing was charged.",
  retryAfter: 1
})

/** The room of this process. */
export class AdmissionControl extends Context.Tag("almanac/AdmissionControl")<
  AdmissionControl,
  {
    /** Whether nobody can even wait. */
    readonly isFull: () => boolean
    /** Waits for a place, which the fibre that runs this then has until it ends. */
    readonly enter: Effect.Effect<void, Overloaded>
  }
>() {
  static readonly layer = Layer.effect(
    AdmissionControl,
    Effect.map(Settings, ({ listen: { maxCalls } }) => {
      const longestQueue = Math.ceil(maxCalls * queueShare)
      const queue = new Set<() => void>()
      const begin = limitPerTick(mostPerTurn)
      let running = 0

      const take = (fiber: Fiber.RuntimeFiber<unknown, unknown>) => fiber.addObserver(leave)
      /** Who leaves hands his place over. */
      const leave = () => {
        const [next] = queue
        if (next === undefined) {
          running -= 1
          return
        }
        queue.delete(next)
        next()
      }
      /** Waits. A place that was handed over is the fibre's even when it is being interrupted: it gives it back. */
      const turn = (fiber: Fiber.RuntimeFiber<unknown, unknown>) =>
        Effect.async<void, Overloaded>((resume) => {
          const enter = () => {
            clearTimeout(timer)
            take(fiber)
            resume(Effect.void)
          }
          const giveUp = () => {
            clearTimeout(timer)
            queue.delete(enter)
          }
          const timer = setTimeout(() => {
            giveUp()
            resume(Effect.fail(overloaded))
          }, Duration.toMillis(patience))
          queue.add(enter)
          return Effect.sync(giveUp)
        })
      const isFull = () => queue.size >= longestQueue
      return {
        isFull,
        enter: Effect.withFiberRuntime((fiber) => {
          if (running < maxCalls) {
            running += 1
            take(fiber)
            return begin
          }
          return isFull() ? Effect.fail(overloaded) : turn(fiber)
        })
      }
    })
  )
}
