import { type Effect, type Fiber, Runtime } from "effect"

/**
 * Starts an effect at once, in a fibre that nobody owns: as `Effect.forkDaemon`, without the turn that this waits for
 * before it begins. The fibre has what the one that starts it has, and can be interrupted.
 */
export const forkDetachedNow = <A, E, R>(
  starter: Fiber.RuntimeFiber<unknown, unknown>,
  effect: Effect.Effect<A, E, R>
): Fiber.RuntimeFiber<A, E> =>
  Runtime.runFork(
    Runtime.make({
      // What the effect needs is what the starter has: it would have run it itself.
      context: starter.currentContext as Runtime.Runtime<R>["context"],
      fiberRefs: starter.getFiberRefs(),
      runtimeFlags: Runtime.defaultRuntimeFlags
    }),
    effect
  )
