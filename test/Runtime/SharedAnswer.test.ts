/**
 * One question for all who ask within a time.
 */
import { expect, it } from "@effect/vitest"
import { type Clock, Deferred, Duration, Effect, Fiber, TestClock } from "effect"
import * as SharedAnswer from "../../src/Runtime/SharedAnswer.ts"

const second = Duration.seconds(1)

/** A question whose answer is how often it was asked. */
const counting = () => {
  let asked = 0
  return {
    asked: () => asked,
    question: Effect.sync(() => {
      asked += 1
      return asked
    })
  }
}

it.effect("an answer serves all who ask within a second of it, and no one later", () =>
  Effect.gen(function* () {
    const { question } = counting()
    const shared = SharedAnswer.make(question, second)
    expect(yield* Effect.all([shared, shared])).toEqual([1, 1])
    yield* TestClock.adjust("999 millis")
    expect(yield* shared).toBe(1)
    yield* TestClock.adjust("1 millis")
    expect(yield* shared).toBe(2)
  })
)

it.effect(
  "a thousand who ask at once wait for one answer, and none is lost with the one who asked first",
  () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const { asked, question } = counting()
      const shared = SharedAnswer.make(Effect.zipRight(Deferred.await(go), question), second)
      const first = yield* Effect.fork(shared)
      yield* Effect.yieldNow()
      const others = yield* Effect.forkAll(Array.from({ length: 1_000 }, () => shared))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(go, undefined)
      expect(new Set(yield* Fiber.join(others))).toEqual(new Set([1]))
      expect(asked()).toBe(1)
    })
)

it.effect("a system clock that is set back keeps no answer alive", () =>
  Effect.gen(function* () {
    const { question } = counting()
    const real = yield* Effect.clock
    let shift = 0
    const shifted: Clock.Clock = {
      ...real,
      sleep: (duration) => real.sleep(duration),
      unsafeCurrentTimeMillis: () => real.unsafeCurrentTimeMillis() + shift,
      unsafeCurrentTimeNanos: () => real.unsafeCurrentTimeNanos()
    }
    const shared = Effect.withClock(SharedAnswer.make(question, second), shifted)
    expect(yield* shared).toBe(1)
    shift = -3_600_000
    yield* TestClock.adjust("2 seconds")
    expect(yield* shared).toBe(2)
  })
)

it.effect("an answer that is kept for ever is asked for once", () =>
  Effect.gen(function* () {
    const { question } = counting()
    const shared = SharedAnswer.make(question, Duration.infinity)
    expect(yield* shared).toBe(1)
    yield* TestClock.adjust("365 days")
    expect(yield* shared).toBe(1)
  })
)
