/**
 * How much work starts in a tick of the event loop.
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
  it("lets so many pass at once, the rest in the next ticks, in order", async () => {
    const passed: Array<number> = []
    const pass = limitPerTick(16)
    crowd(40, pass, passed)
    expect(passed).toEqual(upTo(16))
    await turn()
    expect(passed).toEqual(upTo(32))
    await turn()
    expect(passed).toEqual(upTo(40))
    // A fibre that comes while others wait does not overtake them.
    crowd(40, pass, passed)
    await turn()
    crowd(3, pass, passed)
    await turn()
    await turn()
    expect(passed.slice(40)).toEqual([...upTo(40), ...upTo(3)])
  })

  it("a fibre that is interrupted while it waits takes no place", async () => {
    const passed: Array<number> = []
    const pass = limitPerTick(2)
    const fibers = crowd(6, pass, passed)
    await Effect.runPromise(Fiber.interruptAll(fibers.slice(2, 4)))
    await turn()
    expect(passed).toEqual([0, 1, 4, 5])
  })

  it("lets all pass that wait, and all that come, while there is nothing to limit", async () => {
    const passed: Array<number> = []
    let isFull = false
    const pass = limitPerTick(2, { isUnlimited: () => isFull })
    crowd(6, pass, passed)
    isFull = true
    await turn()
    expect(passed).toEqual(upTo(6))
    crowd(4, pass, passed)
    expect(passed.slice(6)).toEqual(upTo(4))
    isFull = false
    crowd(3, pass, passed)
    expect(passed.slice(10)).toEqual([])
    await turn()
    expect(passed.slice(10)).toEqual([0, 1])
  })

  it("lets more pass after a tick that has lasted", async () => {
    const passed: Array<number> = []
    let millis = 0
    const clock = { millis: () => millis, nanos: () => BigInt(millis) * 1_000_000n }
    const pass = limitPerTick(2, { perMillisecond: { count: 1, clock } })
    crowd(100, pass, passed)
    for (const [lasts, ends] of [
      [0, 2],
      [2, 4],
      [5, 9],
      [16, 25],
      [1_000, 41],
      [0, 43]
    ] as const) {
      millis += lasts
      if (ends > 2) await turn()
      expect(passed).toEqual(upTo(ends))
    }
  })

  it("counts again after an empty tick", async () => {
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
