/**
 * What is done at the end of an effect, where that is a plain function. `Effect.onExit`, `Effect.ensuring`,
 * `Effect.acquireUseRelease` and the cancellation of `Effect.async` run effects there, at two to four times the steps of
 * the runtime.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as RuntimeFlags from "effect/RuntimeFlags"

/**
 * Calls back when an effect has ended by itself. An interruption from outside goes past it, unless this runs where nothing
 * interrupts it: an effect that is uninterruptible of its own is not enough.
 */
export const onOwnEnd =
  <A, E>(end: (exit: Exit.Exit<A, E>) => void) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const told = (exit: Exit.Exit<A, E>) => {
      end(exit)
      return exit
    }
    return Effect.matchCauseEffect(effect, {
      onFailure: (cause) => told(Exit.failCause(cause)),
      onSuccess: (value) => told(Exit.succeed(value))
    })
  }

/** Lets interruptions in. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** `Effect.uninterruptibleMask`, which costs nothing where nothing interrupts already. */
const uninterruptibly = <A, E, R>(
  use: (restore: Restore) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((_, { runtimeFlags }) =>
    RuntimeFlags.interruption(runtimeFlags) ? Effect.uninterruptibleMask(use) : use(identity)
  )

/** Calls back when an effect has ended, however it ends. */
export const onEnd =
  <A, E>(end: (exit: Exit.Exit<A, E>) => void) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    uninterruptibly((restore) => onOwnEnd(end)(restore(effect)))

/** Runs an effect between two functions: `leave` is called if, and only if, `enter` was. */
export const between =
  (enter: () => void, leave: () => void) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    uninterruptibly((restore) => {
      enter()
      return onOwnEnd<A, E>(leave)(restore(effect))
    })

/**
 * Lets so many effects run at a time; one more fails with `full`. The count and the promise to count back are one step: a
 * fibre that was interrupted between the two would count for ever.
 */
export const atMost = <E2>(most: number, full: E2) => {
  let running = 0
  const leave = () => {
    running -= 1
  }
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    uninterruptibly((restore): Effect.Effect<A, E | E2, R> => {
      if (running >= most) return Effect.fail(full)
      running += 1
      return onOwnEnd<A, E>(leave)(restore(effect))
    })
}

/** What a wait calls to end, and what is called when it is interrupted, if anything. */
type Register<A, E, R> = (resume: (effect: Effect.Effect<A, E, R>) => void) => (() => void) | undefined

/** Waits for a callback, where nothing else interrupts. */
const callbackIn = <A, E, R>(restore: Restore, register: Register<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let cancel: (() => void) | undefined
    const wait = Effect.async<A, E, R>((resume) => {
      cancel = register(resume)
    })
    return onOwnEnd<A, E>((exit) => {
      if (Exit.isInterrupted(exit)) cancel?.()
    })(restore(wait))
  })

/** Waits for a callback. */
export const callback = <A, E = never, R = never>(register: Register<A, E, R>): Effect.Effect<A, E, R> =>
  uninterruptibly((restore) => callbackIn(restore, register))

/**
 * Lets so many effects run at a time; the others wait, and begin in the order in which they came. Effect's own semaphore
 * (3.22) wakes all that wait whenever one ends, and each then waits anew within its former wait: five hundred that wait took
 * milliseconds at each end, and hundreds of megabytes.
 */
export const limitConcurrency = (most: number) => {
  const waiting = new Set<() => void>()
  let running = 0
  /** Passes the place on, or gives it back. */
  const leave = () => {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    waiting.delete(next)
    next()
  }
  const wait: Register<void, never, never> = (resume) => {
    const begin = () => resume(Effect.void)
    waiting.add(begin)
    // One that is interrupted in the moment in which it gets a place passes that place on.
    return () => {
      if (!waiting.delete(begin)) leave()
    }
  }
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    uninterruptibly((restore) => {
      const run = onOwnEnd<A, E>(leave)(restore(effect))
      // In this region: between one of its own and this, an interruption would take the place along.
      if (running >= most) return Effect.zipRight(callbackIn(restore, wait), run)
      running += 1
      return run
    })
}
