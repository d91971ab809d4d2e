/**
 * Runs equal work once for any number of callers. The run has a fibre of its own, so one caller that hangs up does not
 * disturb the others.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { callback } from "./Bracket.ts"
import { forkDetachedNow, interruptNow } from "./Fibers.ts"

interface Run<A, E> {
  readonly fiber: Fiber.RuntimeFiber<A, E>
  callers: number
}

/** Joins the run under a key, or starts it. */
export interface JoinRequest<A, E, R, E2> {
  readonly key: string
  readonly work: Effect.Effect<A, E, R>
  /** What a caller that joined a run makes of its result. By default it takes the result as it is. */
  readonly joined?: (result: A) => Effect.Effect<A, E2, R>
}

/** The runs of one process. */
export interface SingleFlight<A, E> {
  readonly join: <R, E2 = never>(request: JoinRequest<A, E, R, E2>) => Effect.Effect<A, E | E2, R>
}

/**
 * `abandoned` says what happens to a run when its last caller has gone. `interrupt` stops it, unless it has made itself
 * uninterruptible. `finish` lets it end, so that later callers can join it until then.
 */
export const make = <A, E>(abandoned: "interrupt" | "finish"): SingleFlight<A, E> => {
  const runs = new Map<string, Run<A, E>>()

  const remove = (key: string, run: Run<A, E>) => {
    if (runs.get(key) === run) runs.delete(key)
  }

  const leave = (key: string, run: Run<A, E>) => {
    run.callers -= 1
    if (run.callers > 0 || abandoned === "finish") return
    remove(key, run)
    interruptNow(run.fiber)
  }

  return {
    join: <R, E2>({ key, work, joined = Effect.succeed }: JoinRequest<A, E, R, E2>) =>
      Effect.withFiberRuntime<A, E | E2, R>((caller) =>
        // One synchronous step looks up the run and joins it: a fibre may be suspended between any two effects.
        callback<A, E | E2, R>((resume) => {
          const present = runs.get(key)
          const run = present ?? { fiber: forkDetachedNow(caller, work), callers: 0 }
          if (present === undefined) {
            runs.set(key, run)
            run.fiber.addObserver(() => remove(key, run))
          }
          run.callers += 1
          const deliver = (exit: Exit.Exit<A, E>) =>
            resume(
              present !== undefined && Exit.isSuccess(exit)
                ? (joined(exit.value) as Effect.Effect<A, E | E2, R>)
                : exit
            )
          run.fiber.addObserver(deliver)
          return () => {
            run.fiber.removeObserver(deliver)
            leave(key, run)
          }
        })
      )
  }
}
