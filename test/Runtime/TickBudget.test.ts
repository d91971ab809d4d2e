/**
 * How much is begun in a turn of the event loop.
 */
import { setImmediate as turn } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { limitPerTick } from "../../src/Runtime/TickBudget.ts"

const crowd = (size: number, pass: Effect.Effect<void>, passed: Array<number>) =>
  Array.from({ length: size }, (_, number) =>
    Effect.runFork(
      Effect.zipRight(
        pass,
        Effect.sync(() => passed.push(number))
      )
    )
  )

const upTo = (end: number) => Array.from({ length: end }, (_, number) => number)

describe("limitPerTick", () => {
  it("pass at once, the rest in the next turns, in order", async () => {
    const passed: Array<number> = []
    const pass = limitPerTick(16)
    crowd(40, pass, passed)
    expect(passed).toEqual(upTo(16))
    await turn()
    expect(passed).toEqual(upTo(32))
    await turn()
    expect(passed).toEqual(upTo(40))
    // Those who come while others wait do not overtake them.
    crowd(40, pass, passed)
    await turn()
    crowd(3, pass, passed)
    await turn()
    await turn()
    expect(passed.slice(40)).toEqual([...upTo(40), ...upTo(3)])
  })

  it("one who is interrupted while he waits takes nobody's turn", async () => {
    const passed: Array<number> = []
    const pass = limitPerTick(2)
    const fibers = crowd(6, pass, passed)
    await Effect.runPromise(Fiber.interruptAll(fibers.slice(2, 4)))
    await turn()
    expect(passed).toEqual([0, 1, 4, 5])
  })

  it("count anew after a turn in which nobody came", async () => {
    const passed: Array<number> = []
    const pass = limitPerTick(2)
    crowd(2, pass, passed)
    await turn()
    await turn()
    crowd(3, pass, passed)
    expect(passed).toEqual([0, 1, 0, 1])
    await turn()
    expect(passed).toEqual([0, 1, 0, 1, 2])
  })
})
