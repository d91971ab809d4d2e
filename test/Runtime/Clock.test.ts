/**
 * Readings of the fibre's clock, which a test sets.
 */
import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as Clock from "../../src/Runtime/Clock.ts"

/** Small enough for exact nanoseconds: the test clock computes them in floating point. */
const moment = Date.UTC(1970, 1, 28, 23, 59, 59, 999)

describe("the clock", () => {
  it.effect("is the fibre's, in all ways to read it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(moment)
      expect(yield* Clock.withNow(Effect.succeed)).toBe(moment)
      const clock = yield* Clock.withClock(Effect.succeed)
      const start = clock.nanos()
      expect(Clock.today()).toBe("1970-02-28")
      yield* TestClock.adjust("1 millis")
      expect([clock.millis(), clock.nanos() - start]).toEqual([moment + 1, 1_000_000n])
      expect(Clock.today()).toBe("1970-03-01")
    })
  )
})
