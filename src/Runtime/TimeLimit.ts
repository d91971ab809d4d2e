/**
 * Limits of time for work that may not end by itself. The library's `Effect.timeout` races two fibres, which costs more
 * than most of what is limited here; these take one fibre and one timer.
 */
import { Clock, Context, DefaultServices, Duration, Effect, Fiber, FiberId } from "effect"
import { clockOf } from "./Clock.ts"
import * as Daemon from "./Daemon.ts"

/** How long, and what it is called when the limit is reached. */
export interface Limit<E> {
  readonly duration: Duration.DurationInput
  readonly onTimeout: () => E
}

const live = Context.get(DefaultServices.liveServices, Clock.Clock)

/** What a timer can hold; a longer limit is none. */
const longest = 2 ** 31 - 1

/** Calls back after a time of the clock; gives what calls that off. A test's clock needs a fibre to sleep in. */
export const schedule = (
  clock: Clock.Clock,
  duration: Duration.Duration,
  callback: () => void
): (() => void) => {
  const millis = Duration.toMillis(duration)
  if (millis > longest) return () => {}
  if (clock === live) {
    const timer = setTimeout(callback, millis)
    return () => clearTimeout(timer)
  }
  const sleeper = Effect.runFork(Effect.map(clock.sleep(duration), callback))
  return () => sleeper.unsafeInterruptAsFork(FiberId.none)
}

/**
 * Cuts an effect, which has a fibre of its own, at the limit: it is told to stop, and not waited for. An interruption
 * ends it as usual.
 */
export const cut =
  <E2>({ duration, onTimeout }: Limit<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.withFiberRuntime<A, E | E2, R>((caller) =>
      Effect.async<A, E | E2>((resume) => {
        const fiber = Daemon.forkDetachedNow(caller, effect)
        const clock = clockOf(caller)
        const cancel = schedule(clock, Duration.decode(duration), () => {
          fiber.unsafeInterruptAsFork(FiberId.none)
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
 * Nothing but the limit ends the effect. An interrupted fibre signals its children at once, in an uninterruptible
 * region too: the effect is in none of them, or a client who hangs up would cut the statement that records his payment.
 */
export const shield =
  <E2>(limit: Limit<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.uninterruptible(cut(limit)(effect))
