/**
 * Time limits for work that may not end by itself. `Effect.timeout` races two fibres, which costs more than most of the
 * work limited here; these take one fibre and one timer.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { clockOf } from "./Clock.ts"
import { forkDetachedNow, interruptNow } from "./Fibers.ts"

/** A duration, and the failure when it is over. */
export interface Limit<E> {
  readonly duration: Duration.DurationInput
  readonly onTimeout: () => E
}

const liveClock = Context.get(DefaultServices.liveServices, Clock.Clock)

/** Milliseconds that a timer of Node can hold. A longer limit never ends. */
const longestTimer = 2 ** 31 - 1

/** Calls back after a duration of the clock; returns what cancels that. A test's clock needs a fibre to sleep in. */
const scheduleWith = (
  clock: Clock.Clock,
  duration: Duration.Duration,
  callback: () => void
): (() => void) => {
  const millis = Duration.toMillis(duration)
  if (millis > longestTimer) return () => {}
  if (clock === liveClock) {
    const timer = setTimeout(callback, millis)
    return () => clearTimeout(timer)
  }
  const sleeper = Effect.runFork(Effect.map(clock.sleep(duration), callback))
  return () => interruptNow(sleeper)
}

/** Starts a timer that calls back; returns what cancels it. */
export type Timer = (callback: () => void) => () => void

/** Continues with a timer of the fibre's clock, for effects that cut themselves at their limit. */
export const withTimer = <A, E, R>(
  duration: Duration.DurationInput,
  use: (timer: Timer) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const clock = clockOf(fiber)
    return use((callback) => scheduleWith(clock, Duration.decode(duration), callback))
  })

/**
 * Runs an effect in a fibre of its own and fails at the limit. The effect is interrupted then, and not waited for. An
 * interruption from outside ends it as usual.
 */
export const cut =
  <E2>({ duration, onTimeout }: Limit<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.withFiberRuntime<A, E | E2, R>((caller) =>
      Effect.async<A, E | E2>((resume) => {
        const fiber = forkDetachedNow(caller, effect)
        const exit = fiber.unsafePoll()
        if (exit !== null) {
          resume(exit)
          return
        }
        const cancel = scheduleWith(clockOf(caller), Duration.decode(duration), () => {
          interruptNow(fiber)
          resume(Effect.failSync(onTimeout))
        })
        fiber.addObserver((exit) => {
          cancel()
          resume(exit)
        })
        return Effect.suspend(() => {
          cancel()
          return Fiber.interrupt(fiber)
        })
      })
    )

/**
 * Runs an effect that only the limit ends. An interrupted fibre signals its children at once, even in an
 * uninterruptible region. The effect therefore runs in a detached fibre: a client that hangs up must not cut the
 * statement that records its payment.
 */
export const shield =
  <E2>(limit: Limit<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.uninterruptible(cut(limit)(effect))
