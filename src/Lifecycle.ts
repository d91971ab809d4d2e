/**
 * Whether the process still accepts work, and how much is under way. A stop is first announced, so that a load balancer
 * sends calls elsewhere; then it refuses new calls and waits for those that run.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { between } from "./Runtime/Bracket.ts"
import { record } from "./Telemetry/Measure.ts"
import { inFlight } from "./Telemetry/RequestMetrics.ts"

export class Lifecycle extends Context.Tag("almanac/Lifecycle")<
  Lifecycle,
  {
    /** When the process began to accept work, in Unix milliseconds. */
    readonly started: number
    /** Whether the process says that it is ready: not after a stop was announced, nor while the operator has set it aside. */
    readonly isReady: () => boolean
    /** Whether a stop was announced. */
    readonly isStopping: () => boolean
    /** Whether new calls are refused. */
    readonly isDraining: () => boolean
    /** How much is under way. */
    readonly underWay: () => number
    /** Announces the stop, which nobody takes back. New calls are still taken. */
    readonly announceStop: Effect.Effect<void>
    /** Says that the process is not ready, though it takes calls and does not stop; or says so no more. */
    readonly setAside: (aside: boolean) => Effect.Effect<void>
    /** Counts an effect as work under way. */
    readonly track: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs an effect in the background and counts it as work under way from this moment on. */
    readonly forkTracked: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<void>
    /** Accepts no new work from now on; ends when nothing is under way any more. */
    readonly drain: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    Lifecycle,
    Effect.map(Clock.currentTimeMillis, (started) => {
      let stopping = false
      let aside = false
      let draining = false
      let underWay = 0
      const waiting = new Set<() => void>()
      const change = (by: 1 | -1) => {
        underWay += by
        record(inFlight, underWay)
        if (underWay === 0) for (const wake of waiting) wake()
      }
      const enter = () => change(1)
      const leave = () => change(-1)
      const idle = Effect.async<void>((resume) => {
        const wake = () => resume(Effect.void)
        if (underWay === 0) wake()
        else waiting.add(wake)
        return Effect.sync(() => waiting.delete(wake))
      })
      return {
        started,
        isReady: () => !stopping && !aside,
        isStopping: () => stopping,
        isDraining: () => draining,
        underWay: () => underWay,
        announceStop: Effect.sync(() => {
          stopping = true
        }),
        setAside: (value) =>
          Effect.sync(() => {
            aside = value
          }),
        track: between(enter, leave),
        // Counts before the fibre begins: its caller, and with it the stop, may end first.
        forkTracked: (effect) =>
          Effect.suspend(() => {
            enter()
            return Effect.asVoid(Effect.forkDaemon(Effect.ensuring(effect, Effect.sync(leave))))
          }),
        drain: Effect.suspend(() => {
          stopping = true
          draining = true
          return idle
        })
      }
    })
  )
}
