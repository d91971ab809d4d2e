/**
 * Equal work shared while it runs: one run, any number of callers. The run lives in a fibre of its own, so that
 * one caller's hanging up disturbs nobody.
 */
import { Effect, type Exit, Fiber } from "effect"
import * as Daemon from "./Daemon.ts"

interface Run<A, E, Tag> {
  readonly tag: Tag
  readonly fiber: Fiber.RuntimeFiber<A, E>
  callers: number
}

/** A caller's wish to join the run under a key, or to start it. */
export interface JoinRequest<A, E, Tag, R, E2> {
  readonly key: string
  readonly tag: Tag
  /** Whether the run under way is the one that the caller wants. */
  readonly matches: (running: Tag) => boolean
  readonly work: Effect.Effect<A, E, R>
  /** What the caller gets when another run has the key. */
  readonly refused: Effect.Effect<never, E2>
}

/** The runs of one process. */
export interface SingleFlight<A, E, Tag> {
  readonly join: <R, E2>(boarding: JoinRequest<A, E, Tag, R, E2>) => Effect.Effect<A, E | E2, R>
}

/**
 * `abandoned` tells what becomes of a run when its last caller has gone: it is interrupted (what may not be
 * interrupted any more makes itself uninterruptible), or it finishes for those who come later.
 */
export const make = <A, E, Tag>(abandoned: "interrupt" | "finish"): SingleFlight<A, E, Tag> => {
  const flights = new Map<string, Run<A, E, Tag>>()

  const remove = (key: string, flight: Run<A, E, Tag>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const leave = (key: string, flight: Run<A, E, Tag>) => {
    flight.callers -= 1
    if (flight.callers > 0 || abandoned === "finish") return Effect.void
    remove(key, flight)
    return Fiber.interruptFork(flight.fiber)
  }

  return {
    join: ({ key, tag, matches, work, refused }) =>
      Effect.withFiberRuntime((caller) =>
        // Looking up and taking the place happen in one step: a fibre may be suspended between any two effects.
        Effect.async((resume) => {
          const present = flights.get(key)
          if (present !== undefined && !matches(present.tag)) {
            resume(refused)
            return
          }
          const flight = present ?? { tag, fiber: Daemon.forkDetachedNow(caller, work), callers: 0 }
          if (present === undefined) {
            flights.set(key, flight)
            flight.fiber.addObserver(() => remove(key, flight))
          }
          flight.callers += 1
          const deliver = (exit: Exit.Exit<A, E>) => resume(exit)
          flight.fiber.addObserver(deliver)
          return Effect.suspend(() => {
            flight.fiber.removeObserver(deliver)
            return leave(key, flight)
          })
        })
      )
  }
}
