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
    readonly isDraining: () => boolean
    /** Counts an effect as work under way. */
    readonly track: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs an effect in the background, counted as work under way from this moment on. */
    readonly forkTracked: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<void>
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
      const enter = () => {
        underWay += 1
        inFlight.unsafeUpdate(underWay, [])
      }
      const leave = () => {
        underWay -= 1
        inFlight.unsafeUpdate(underWay, [])
        settle()
      }
      const track = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.zipRight(Effect.sync(enter), Effect.ensuring(restore(effect), Effect.sync(leave)))
        )
      // Counted before the fibre begins: its caller may end first, and with it a stop's patience.
      const forkTracked = <A, E>(effect: Effect.Effect<A, E>) =>
        Effect.suspend(() => {
          enter()
          return Effect.asVoid(Effect.forkDaemon(Effect.ensuring(effect, Effect.sync(leave))))
        })
      const isDraining = () => draining
      return {
        started,
        draining: Effect.sync(isDraining),
        isDraining,
        track,
        forkTracked,
        drain: Effect.suspend(() => {
          draining = true
          settle()
          return Deferred.await(idle)
        })
      }
    })
  )
}
