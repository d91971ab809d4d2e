/**
 * Fibres as values: starting one at once, interrupting one without waiting, and what is in its context.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"

/** Any fibre that runs. */
type AnyFiber = Fiber.RuntimeFiber<unknown, unknown>

/**
 * Starts an effect at once, in a fibre without a parent. `Effect.forkDaemon` waits for the next turn of the scheduler
 * before the new fibre begins. The fibre has the context of the one that starts it, and can be interrupted.
 */
export const forkDetachedNow = <A, E, R>(
  starter: AnyFiber,
  effect: Effect.Effect<A, E, R>
): Fiber.RuntimeFiber<A, E> =>
  Runtime.runFork(
    Runtime.make({
      // The starter would have run the effect itself, so its context has what the effect needs.
      context: starter.currentContext as Runtime.Runtime<R>["context"],
      fiberRefs: starter.getFiberRefs(),
      runtimeFlags: Runtime.defaultRuntimeFlags
    }),
    effect
  )

/** Signals an interruption and does not wait for it. */
export const interruptNow = (fiber: AnyFiber): void => fiber.unsafeInterruptAsFork(FiberId.none)

/**
 * Runs an effect, the last that its fibre does, with more in its context: the fibre keeps that. `Effect.provideService`
 * gives the former context back, at four times the steps.
 */
export const inContext =
  (more: (context: Context.Context<never>) => Context.Context<never>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime(({ currentContext }) =>
      Effect.zipRight(FiberRef.set(FiberRef.currentContext, more(currentContext)), effect)
    )
