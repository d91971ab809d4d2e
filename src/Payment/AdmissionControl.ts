/**
 * Limits how many sales a process works on at the same time. A call beyond the limit waits a moment for a place. When
 * too many calls wait, or the moment is over, the call is refused before it has charged anything: a fast refusal is
 * better than slow answers for all calls.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Overloaded } from "../Api/Failure.ts"
import { Settings } from "../Settings.ts"

/** How long a call waits for a place. */
const patience = Duration.millis(500)

/** How many calls may wait, as a share of the places. */
const queueShare = 1 / 8

/** The 503 of a call for which there is no place. It may repeat a payment that was charged. */
export const overloaded = new Overloaded({
  message: "Too many calls are under way; this call charged nothing.",
  retryAfter: 1
})

/** The places of this process. */
export class AdmissionControl extends Context.Tag("almanac/AdmissionControl")<
  AdmissionControl,
  {
    /** Whether no call can even wait. */
    readonly isFull: () => boolean
    /** Runs a sale that holds a place until its end. */
    readonly enter: <A, E, R>(sale: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Overloaded, R>
  }
>() {
  static readonly layer = Layer.effect(
    AdmissionControl,
    Effect.map(Settings, ({ listen: { maxCalls } }) => {
      const longestQueue = Math.ceil(maxCalls * queueShare)
      /** Calls that wait, in order: each function gives its call the place. */
      const queue = new Set<() => void>()
      let taken = 0

      /** A place that becomes free goes to the call that has waited longest. */
      const leave = () => {
        const [next] = queue
        if (next === undefined) taken -= 1
        else {
          queue.delete(next)
          next()
        }
      }

      /** Waits for a place. */
      const wait = Effect.suspend(() => {
        let give = () => {}
        const waiting = Effect.async<void, Overloaded>((resume) => {
          const timer = setTimeout(() => {
            queue.delete(give)
            resume(overloaded)
          }, Duration.toMillis(patience))
          give = () => {
            clearTimeout(timer)
            resume(Effect.void)
          }
          queue.add(give)
          return Effect.sync(() => clearTimeout(timer))
        })
        // A call that is interrupted in the moment in which it gets a place passes that place on.
        return Effect.onInterrupt(Effect.interruptible(waiting), () =>
          Effect.sync(() => {
            if (!queue.delete(give)) leave()
          })
        )
      })

      const isFull = () => queue.size >= longestQueue
      const take = Effect.suspend(() => {
        if (taken === maxCalls) return isFull() ? overloaded : wait
        taken += 1
        return Effect.void
      })
      return {
        isFull,
        enter: (sale) =>
          Effect.acquireUseRelease(
            take,
            () => sale,
            () => Effect.sync(leave)
          )
      }
    })
  )
}
