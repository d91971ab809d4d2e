/**
 * Equal work shared while it runs: one run, any number of callers. The run lives in a fibre of its own, so that
 * one caller's hanging up disturbs nobody.
 */
import { Deferred, Effect, Fiber, FiberId } from "effect"

interface Flight<A, E, Tag> {
  readonly tag: Tag
  readonly outcome: Deferred.Deferred<A, E>
  fiber: Fiber.RuntimeFiber<unknown, unknown> | undefined
  callers: number
}

/** A caller's wish to join the run under a key, or to start it. */
export interface Boarding<A, E, Tag, R, E2> {
  readonly key: string
  readonly tag: Tag
  /** Whether the run under way is the one that the caller wants. */
  readonly admits: (running: Tag) => boolean
  readonly work: Effect.Effect<A, E, R>
  /** What the caller gets when another run has the key. */
  readonly refused: Effect.Effect<never, E2>
}

/** The runs of one process. */
export interface InFlight<A, E, Tag> {
  readonly join: <R, E2>(boarding: Boarding<A, E, Tag, R, E2>) => Effect.Effect<A, E | E2, R>
}

/**
 * `abandoned` tells what becomes of a run when its last caller has gone: it is interrupted (what may not be
 * interrupted any more makes itself uninterruptible), or it finishes for those who come later.
 */
export const make = <A, E, Tag>(abandoned: "interrupt" | "finish"): InFlight<A, E, Tag> => {
  const flights = new Map<string, Flight<A, E, Tag>>()

  const remove = (key: string, flight: Flight<A, E, Tag>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  // Looking up and taking the place happen in one step: a fibre may be suspended between any two effects.
  const board = <R>(key: string, tag: Tag, work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const present = flights.get(key)
      if (present !== undefined) return Effect.succeed(present)
      const flight: Flight<A, E, Tag> = {
        tag,
        outcome: Deferred.unsafeMake(FiberId.none),
        fiber: undefined,
        callers: 0
      }
      flights.set(key, flight)
      return Effect.interruptible(work).pipe(
        Effect.onExit((exit) =>
          Effect.suspend(() => {
            remove(key, flight)
            return Deferred.done(flight.outcome, exit)
          })
        ),
        Effect.forkDaemon,
        Effect.map((fiber) => {
          flight.fiber = fiber
          return flight
        })
      )
    })

  const leave = (key: string, flight: Flight<A, E, Tag>) =>
    Effect.suspend(() => {
      flight.callers -= 1
      if (flight.callers > 0 || flight.fiber === undefined || abandoned === "finish") return Effect.void
      remove(key, flight)
      return Fiber.interruptFork(flight.fiber)
    })

  return {
    join: ({ key, tag, admits, work, refused }) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const flight = yield* board(key, tag, work)
          if (!admits(flight.tag)) return yield* refused
          flight.callers += 1
          return yield* Effect.onInterrupt(restore(Deferred.await(flight.outcome)), () => leave(key, flight))
        })
      )
  }
}
