/**
 * Runs equal work once for any number of callers. The run has a fibre of its own, so one caller that hangs up does not
 * disturb the others.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { forkDetachedNow } from "./Fibers.ts"

interface Run<A, E, Tag> {
  readonly tag: Tag
  readonly fiber: Fiber.RuntimeFiber<A, E>
  callers: number
}

/** Joins the run under a key, or starts it. */
export interface JoinRequest<A, E, Tag, R, E2> {
  readonly key: string
  readonly tag: Tag
  /** Whether the run under way is the one that the caller wants. */
  readonly matches: (running: Tag) => boolean
  readonly work: Effect.Effect<A, E, R>
  /** The failure when another run has the key. */
  readonly refused: Effect.Effect<never, E2>
}

/** The runs of one process. */
export interface SingleFlight<A, E, Tag> {
  readonly join: <R, E2>(request: JoinRequest<A, E, Tag, R, E2>) => Effect.Effect<A, E | E2, R>
}

/**
 * `abandoned` says what happens to a run when its last caller has gone. `interrupt` stops it, unless it has made itself
 * uninterruptible. `finish` lets it end, so that later callers can join it until then.
 */
export const make = <A, E, Tag>(abandoned: "interrupt" | "finish"): SingleFlight<A, E, Tag> => {
  const runs = new Map<string, Run<A, E, Tag>>()

  const remove = (key: string, run: Run<A, E, Tag>) => {
    if (runs.get(key) === run) runs.delete(key)
  }

  const leave = (key: string, run: Run<A, E, Tag>) => {
    run.callers -= 1
    if (run.callers > 0 || abandoned === "finish") return Effect.void
    remove(key, run)
    return Fiber.interruptFork(run.fiber)
  }

  return {
    join: ({ key, tag, matches, work, refused }) =>
      Effect.withFiberRuntime((caller) =>
        // One synchronous step looks up the run and joins it: a fibre may be suspended between any two effects.
        Effect.async((resume) => {
          const present = runs.get(key)
          if (present !== undefined && !matches(present.tag)) {
            resume(refused)
            return
          }
          const run = present ?? { tag, fiber: forkDetachedNow(caller, work), callers: 0 }
          if (present === undefined) {
            runs.set(key, run)
            run.fiber.addObserver(() => remove(key, run))
          }
          run.callers += 1
          const deliver = (exit: Exit.Exit<A, E>) => resume(exit)
          run.fiber.addObserver(deliver)
          return Effect.suspend(() => {
            run.fiber.removeObserver(deliver)
            return leave(key, run)
          })
        })
      )
  }
}
