/**
 * What is done at the end of an effect, in both kinds of region: one that may be interrupted, and one that may not.
 */
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, FiberId } from "effect"
import { atMost, between, callback, limitConcurrency, onEnd, onOwnEnd } from "../../src/Runtime/Bracket.ts"

const regions = [
  ["interruptible", Effect.interruptible],
  ["uninterruptible", Effect.uninterruptible]
] as const

const ends = [
  ["a value", Effect.succeed(1), Exit.succeed(1)],
  ["a failure", Effect.fail("own"), Exit.fail("own")],
  ["a defect", Effect.die("bug"), Exit.die("bug")]
] as const

describe.each(regions)("in a region that is %s", (_, region) => {
  describe.each(ends)("%s", (__, effect, exit) => {
    it.effect.each([
      ["onEnd", onEnd],
      ["onOwnEnd", onOwnEnd]
    ] as const)("is told once by %s, and passed on", ([, on]) =>
      Effect.gen(function* () {
        const told: Array<unknown> = []
        const result = yield* Effect.exit(
          region(on<number, string>((exit) => told.push(exit))<never>(effect))
        )
        expect(result).toEqual(exit)
        expect(told).toEqual([exit])
      })
    )

    it.effect("is passed on by what is entered and left once", () =>
      Effect.gen(function* () {
        const told: Array<string> = []
        const within = between(
          () => told.push("enter"),
          () => told.push("leave")
        )
        expect(yield* Effect.exit(region(within<number, string, never>(effect)))).toEqual(exit)
        expect(told).toEqual(["enter", "leave"])
      })
    )

    it.effect("is what a callback brings", () =>
      Effect.gen(function* () {
        const told: Array<string> = []
        const wait = callback<number, string>((resume) => {
          setImmediate(() => resume(effect))
          return () => told.push("cancel")
        })
        expect(yield* Effect.exit(region(wait))).toEqual(exit)
        expect(told).toEqual([])
      })
    )
  })
})

/** Runs fibres whose tasks the scheduler keeps. They yield at one step, so that something else can be done there. */
const stepwise = (at: number) => {
  const tasks: Array<() => void> = []
  let steps = 0
  const scheduler = {
    shouldYield: () => ++steps === at && 0,
    scheduleTask: (task: () => void) => void tasks.push(task)
  }
  return {
    run: <A, E>(effect: Effect.Effect<A, E>) => Effect.runFork(effect, { scheduler }),
    /** Goes on up to that step. */
    until: () => {
      while (steps < at && tasks.length > 0) tasks.shift()?.()
    },
    flush: () => {
      while (tasks.length > 0) tasks.shift()?.()
    }
  }
}

/** How an effect ends that does not wait. */
const ended = (effect: Effect.Effect<void, string>) => {
  const { flush, run } = stepwise(0)
  const fiber = run(Effect.exit(effect))
  flush()
  const exit = fiber.unsafePoll()
  fiber.unsafeInterruptAsFork(FiberId.none)
  flush()
  return exit === null ? "waits" : Exit.flatten(exit)
}

describe("an interruption", () => {
  /** What is told when a fibre is interrupted that waits for ever. */
  const interrupted = (wait: (told: Array<string>, started: Effect.Effect<void>) => Effect.Effect<unknown>) =>
    Effect.gen(function* () {
      const told: Array<string> = []
      const started = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(wait(told, Deferred.succeed(started, undefined)))
      yield* Deferred.await(started)
      const exit = yield* Fiber.interrupt(fiber)
      expect(Exit.isInterrupted(exit)).toBe(true)
      return told
    })

  it.effect("is told by onEnd, and leaves what was entered", () =>
    Effect.gen(function* () {
      const told = yield* interrupted((told, started) =>
        Effect.zipRight(started, Effect.never).pipe(
          onEnd((exit) => told.push(Exit.isInterrupted(exit) ? "interrupted" : "ended")),
          between(
            () => told.push("enter"),
            () => told.push("leave")
          )
        )
      )
      expect(told).toEqual(["enter", "interrupted", "leave"])
    })
  )

  it.effect("goes past onOwnEnd, unless the effect is uninterruptible", () =>
    Effect.gen(function* () {
      const own = onOwnEnd<void, never>
      expect(
        yield* interrupted((told, started) =>
          own(() => told.push("ended"))(Effect.zipRight(started, Effect.never))
        )
      ).toEqual([])
      expect(
        yield* interrupted((told, started) =>
          Effect.uninterruptible(own(() => told.push("ended"))(Effect.zipRight(started, Effect.yieldNow())))
        )
      ).toEqual(["ended"])
    })
  )

  it.effect("cancels the wait for a callback, and what comes later counts for nothing", () =>
    Effect.gen(function* () {
      let late = () => {}
      const told = yield* interrupted((told, started) =>
        callback<void>((resume) => {
          Effect.runFork(started)
          late = () => resume(Effect.sync(() => told.push("late")))
          return () => told.push("cancel")
        })
      )
      late()
      yield* Effect.yieldNow()
      expect(told).toEqual(["cancel"])
    })
  )

  it.each([
    ["of so many", atMost(1, "full"), Exit.fail("full")],
    // What waits is not done.
    ["in order", limitConcurrency(1), "waits"]
  ] as const)("at any step of the fibre gives back its place, one %s", (_, limited, beside) => {
    for (let at = 1; at <= 30; at++) {
      const { flush, run, until } = stepwise(at)
      const fiber = run(limited(Effect.never))
      until()
      fiber.unsafeInterruptAsFork(FiberId.none)
      flush()
      expect([at, ended(limited(Effect.void))]).toEqual([at, Exit.void])
      expect(Effect.runSync(limited(Effect.sync(() => ended(limited(Effect.void)))))).toEqual(beside)
    }
  })

  it("at any step of one that waits in order passes its turn on", () => {
    for (let at = 1; at <= 60; at++) {
      const inTurn = limitConcurrency(1)
      const held = stepwise(0)
      const holder = held.run(inTurn(Effect.never))
      held.flush()
      const { flush, run, until } = stepwise(at)
      const waiter = run(inTurn(Effect.never))
      until()
      holder.unsafeInterruptAsFork(FiberId.none)
      held.flush()
      until()
      waiter.unsafeInterruptAsFork(FiberId.none)
      flush()
      expect([at, ended(inTurn(Effect.void))]).toEqual([at, Exit.void])
    }
  })

  it.effect("of one that waits in order passes its turn on, in the moment in which it gets it too", () =>
    Effect.gen(function* () {
      const inTurn = limitConcurrency(1)
      const begun: Array<string> = []
      const holder = yield* Deferred.make<void>()
      const enter = (name: string, work: Effect.Effect<void>) =>
        Effect.fork(
          inTurn(
            Effect.zipRight(
              Effect.sync(() => begun.push(name)),
              work
            )
          )
        )
      const first = yield* enter("first", Deferred.await(holder))
      yield* Effect.yieldNow()
      const [gone, second, third] = [
        yield* enter("gone", Effect.void),
        yield* enter("second", Effect.never),
        yield* enter("third", Effect.void)
      ]
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(gone)
      expect(begun).toEqual(["first"])
      // The second gets its turn as the first ends, and is interrupted before it has taken a step.
      first.addObserver(() => second.unsafeInterruptAsFork(FiberId.none))
      yield* Deferred.succeed(holder, undefined)
      yield* Fiber.join(third)
      expect(begun).toEqual(["first", "third"])
    })
  )

  it.effect("does not enter what is never begun", () =>
    Effect.gen(function* () {
      const told: Array<string> = []
      const fiber = yield* Effect.fork(
        Effect.zipRight(
          Effect.never,
          between(
            () => told.push("enter"),
            () => told.push("leave")
          )(Effect.void)
        )
      )
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      expect(told).toEqual([])
    })
  )
})
