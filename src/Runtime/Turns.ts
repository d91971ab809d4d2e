/**
 * Long computations that let the event loop read sockets and answer others on the way.
 */
import * as Effect from "effect/Effect"
import type { Steps } from "./Steps.ts"

/** Lets the event loop do what has come in the meantime. */
const turn = Effect.async<void>((resume) => {
  const next = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(next))
})

/**
 * Runs a computation, with a turn of the event loop after every `perTurn` steps. An interruption ends it between two
 * turns.
 */
export const inTurns = <A>(perTurn: number, steps: () => Steps<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const running = steps()
    const run: Effect.Effect<A> = Effect.suspend(() => {
      for (let step = 0; step < perTurn; step++) {
        const next = running.next()
        if (next.done === true) return Effect.succeed(next.value)
      }
      return Effect.zipRight(turn, run)
    })
    return run
  })
