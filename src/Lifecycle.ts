/**
 * Whether the process still takes work, and how much is under way: a stop refuses new calls and waits for the
 * ones that run.
 */
import { Clock, Context, Deferred, Effect, FiberId, Layer } from "effect"
import { inFlight } from "./Telemetry/RequestMetrics.ts"

export class Lifecycle extends Context.Tag("almanac/Lifecycle")<
  Lifecycle,
  {
    /** When it began to take work, in milliseconds since the epoch. */
    readonly started: number
    /** Whether the process is stopping. */
    readonly draining: Effect.Effect<boolean>
    /** The same, outside of a fibre. */
    readonly unsafeDraining: () => boolean
    /** Counts an effect as work under way. */
    readonly track: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** From now on no new work; ends when nothing is under way any more. */
    readonly drain: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    Lifecycle,
    Effect.map(Clock.currentTimeMillis, (started) => {
      const idle = Deferred.unsafeMake<void>(FiberId.none)
      let draining = false
      let underWay = 0
      const settle = () => {
        if (draining && underWay === 0) Deferred.unsafeDone(idle, Effect.void)
      }
      const enter = Effect.sync(() => {
        underWay += 1
        inFlight.unsafeUpdate(underWay, [])
      })
      const leave = Effect.sync(() => {
        underWay -= 1
        inFlight.unsafeUpdate(underWay, [])
        settle()
      })
      const track = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.zipRight(enter, Effect.ensuring(restore(effect), leave))
        )
      const unsafeDraining = () => draining
      return {
        started,
        draining: Effect.sync(unsafeDraining),
        unsafeDraining,
        track,
        drain: Effect.suspend(() => {
          draining = true
          settle()
          return Deferred.await(idle)
        })
      }
    })
  )
}
