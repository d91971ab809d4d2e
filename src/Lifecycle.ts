/**
 * Whether the process still takes work, and how much is under way: a stop refuses new calls and waits for those that
 * run.
 */
import { Clock, Context, Deferred, Effect, Layer } from "effect"
import { inFlight } from "./Telemetry/RequestMetrics.ts"
import { updateNow } from "./Telemetry/UpdateNow.ts"

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
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis
      const idle = yield* Deferred.make<void>()
      let draining = false
      let underWay = 0
      const isDraining = () => draining
      const count = (change: 1 | -1) => {
        underWay += change
        updateNow(inFlight, underWay)
      }
      const end = Effect.suspend(() =>
        draining && underWay === 0 ? Deferred.succeed(idle, undefined) : Effect.void
      )
      const leave = Effect.suspend(() => {
        count(-1)
        return end
      })
      return {
        started,
        draining: Effect.sync(isDraining),
        isDraining,
        track: (effect) =>
          Effect.acquireUseRelease(
            Effect.sync(() => count(1)),
            () => effect,
            () => leave
          ),
        // Counted before the fibre begins: the caller may end first, and the stop would not wait for the fibre.
        forkTracked: (effect) =>
          Effect.suspend(() => {
            count(1)
            return Effect.asVoid(Effect.forkDaemon(Effect.ensuring(effect, leave)))
          }),
        drain: Effect.suspend(() => {
          draining = true
          return Effect.zipRight(end, Deferred.await(idle))
        })
      }
    })
  )
}
