import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { oneStep, runSteps, type Steps } from "../../src/Runtime/Steps.ts"
import { inTurns } from "../../src/Runtime/Turns.ts"

/** Counts to a number, one a step, and notes each. */
const counting = (to: number, note: (count: number) => void) =>
  function* (): Steps<number> {
    for (let count = 1; count <= to; count++) {
      note(count)
      yield undefined
    }
    return to
  }

describe("a computation in steps", () => {
  it("can be run at once", () => {
    expect(runSteps(counting(5, () => {})())).toBe(5)
    expect(runSteps(oneStep(() => "a"))).toBe("a")
  })

  it.live("lets the event loop turn after every few steps", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      let isDone = false
      const other = () => {
        if (isDone) return
        events.push("other")
        setImmediate(other)
      }
      setImmediate(other)
      const result = yield* inTurns(
        2,
        counting(6, (count) => events.push(String(count)))
      )
      isDone = true
      expect(result).toBe(6)
      expect(events.join(" ")).toMatch(/^1 2 (?:other )+3 4 (?:other )+5 6(?: other)*$/)
    })
  )

  it.live("ends between two turns when it is interrupted", () =>
    Effect.gen(function* () {
      const counted: Array<number> = []
      const running = yield* Effect.fork(
        inTurns(
          1,
          counting(1000, (count) => counted.push(count))
        )
      )
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const exit = yield* Fiber.interrupt(running)
      expect(Exit.isInterrupted(exit)).toBe(true)
      expect(counted.length).toBeLessThan(1000)
    })
  )

  it.effect("fails as it fails", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        inTurns(1, () =>
          oneStep(() => {
            throw new Error("test")
          })
        )
      )
      expect(Exit.isFailure(exit)).toBe(true)
    })
  )
})
