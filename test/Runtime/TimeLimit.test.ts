/**
 * Time limits, by the clock of the test.
 */
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Ref, TestClock } from "effect"
import * as TimeLimit from "../../src/Runtime/TimeLimit.ts"

const limit = { duration: "5 seconds", onTimeout: () => "late" as const } as const

const ways = [
  ["cut", TimeLimit.cut(limit)],
  ["shield", TimeLimit.shield(limit)]
] as const

describe.each(ways)("%s", (name, within) => {
  it.effect.each([
    ["a value", Effect.succeed(1), Exit.succeed(1)],
    ["a failure", Effect.fail("own"), Exit.fail("own")],
    ["a defect", Effect.die("bug"), Exit.die("bug")]
  ] as const)("passes %s on", ([, effect, exit]) =>
    Effect.gen(function* () {
      expect(yield* Effect.exit(within<number, string, never>(effect))).toEqual(exit)
    })
  )

  it.effect("fails at the limit and not before, and interrupts the effect", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        within(Effect.onInterrupt(Effect.never, () => Deferred.succeed(ended, undefined)))
      )
      yield* TestClock.adjust("4999 millis")
      expect(yield* Fiber.poll(fiber)).toMatchObject({ _tag: "None" })
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.await(fiber)).toEqual(Exit.fail("late"))
      yield* Deferred.await(ended)
    })
  )

  it.effect("does not wait for an effect that does not stop", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(within(Effect.uninterruptible(Effect.never)))
      yield* TestClock.adjust("5 seconds")
      expect(yield* Fiber.await(fiber)).toEqual(Exit.fail("late"))
    })
  )

  it.effect(`an interruption ${name === "cut" ? "ends" : "does not end"} the effect`, () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const done = yield* Ref.make(false)
      const fiber = yield* Effect.fork(within(Effect.zipRight(Deferred.await(go), Ref.set(done, true))))
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(fiber)
      yield* Effect.yieldNow()
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.await(fiber)
      expect(yield* Ref.get(done)).toBe(name === "shield")
    })
  )
})

describe("a timer", () => {
  it.effect("calls back at its time, and not once it is cancelled", () =>
    Effect.gen(function* () {
      const calls: Array<string> = []
      const [, cancel] = yield* TimeLimit.withTimer("1 seconds", (timer) =>
        Effect.succeed([timer(() => calls.push("kept")), timer(() => calls.push("cancelled"))] as const)
      )
      cancel()
      yield* TestClock.adjust("999 millis")
      expect(calls).toEqual([])
      yield* TestClock.adjust("1 millis")
      expect(calls).toEqual(["kept"])
    })
  )
})
