/** When the sweeper sweeps, what it does when the process's clock is wrong, and what it says. */
import { expect, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, TestClock } from "effect"
import { describe } from "vitest"
import { skewOf } from "../../../src/Payment/ledger/ClockSkew.ts"
import { Ledger } from "../../../src/Payment/ledger/Ledger.ts"
import { Retention } from "../../../src/Payment/ledger/Retention.ts"
import * as Sweeper from "../../../src/Payment/ledger/Sweeper.ts"
import { DatabaseUnavailable } from "../../../src/Storage/Database.ts"
import { json } from "../../../src/Telemetry/Logger.ts"

type Sweep = keyof Retention["Type"]

/** A sweeper over a ledger that has so much to remove and whose clock is so many milliseconds behind. */
const start = (behind: () => number, rows: Partial<Record<Sweep, number>> = {}) =>
  Effect.gen(function* () {
    const left = { ...rows }
    const lines: Array<Readonly<Record<string, unknown>>> = []
    let isAway = false
    const sweep = (name: Sweep) => (limit: number) =>
      Effect.suspend(() => {
        if (isAway) return new DatabaseUnavailable({ reason: "timeout" })
        const removed = Math.min(limit, left[name] ?? 0)
        left[name] = (left[name] ?? 0) - removed
        return Effect.succeed(removed)
      })
    const retention = Layer.succeed(Retention, {
      dropResponses: sweep("dropResponses"),
      deleteReleased: sweep("deleteReleased"),
      deleteFailed: sweep("deleteFailed"),
      giveUpUnknown: sweep("giveUpUnknown"),
      forgetPayers: sweep("forgetPayers")
    })
    const ledger = Layer.mock(Ledger, {
      now: Effect.map(Clock.currentTimeMillis, (now) => now - behind())
    })
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.map(json, (line) => {
        const { time: _, ...rest } = JSON.parse(line)
        lines.push(rest)
      })
    )
    yield* Layer.build(Sweeper.layer.pipe(Layer.provide([ledger, retention, logger])))
    yield* Effect.yieldNow()
    return {
      left,
      lines,
      away: (value: boolean) => {
        isAway = value
      }
    }
  })

const off = "the clock of this process differs from the database's: nothing is swept until it is set"

describe("the sweeper", () => {
  it.scoped("removes all that there is, in batches, once a minute, and says what", () =>
    Effect.gen(function* () {
      const { left, lines } = yield* start(() => 0, {
        dropResponses: 1_200,
        deleteReleased: 500,
        forgetPayers: 1
      })
      yield* TestClock.adjust("59 seconds")
      expect([left.dropResponses, lines]).toEqual([1_200, []])
      yield* TestClock.adjust("1 second")
      expect(left).toMatchObject({ dropResponses: 0, deleteReleased: 0, forgetPayers: 0 })
      const swept = { level: "info", message: "swept", responses: 1_200, released: 500, payers: 1 }
      expect(lines).toEqual([swept])
      yield* TestClock.adjust("10 minutes")
      expect(lines).toEqual([swept])
      left.deleteFailed = 3
      yield* TestClock.adjust("1 minute")
      expect(lines).toEqual([swept, { level: "info", message: "swept", failed: 3 }])
    })
  )

  it.scoped("gives up payments of unknown outcome aloud", () =>
    Effect.gen(function* () {
      const { lines } = yield* start(() => 0, { giveUpUnknown: 2, deleteFailed: 1 })
      yield* TestClock.adjust("1 minute")
      expect(lines).toEqual([
        { level: "error", message: "payments of unknown outcome are given up", failed: 1, unknown: 2 }
      ])
    })
  )

  it.scoped.each([
    [5_000, true],
    [5_001, false],
    [90_000_000, false],
    [-5_000, true],
    [-5_001, false],
    [-90_000_000, false]
  ] as const)("of a process whose clock is %i ms ahead sweeps: %s", ([ahead, sweeps]) =>
    Effect.gen(function* () {
      const { left, lines } = yield* start(() => ahead, { dropResponses: 1, giveUpUnknown: 1 })
      // It is told at the start, not a minute later.
      expect(lines).toEqual(sweeps ? [] : [{ level: "error", message: off, aheadSeconds: ahead / 1000 }])
      yield* TestClock.adjust("3 minutes")
      expect([left.dropResponses, left.giveUpUnknown]).toEqual(sweeps ? [0, 0] : [1, 1])
      // And once.
      expect(lines).toHaveLength(1)
    })
  )

  it.scoped("sweeps again when the clock is right again, and says both", () =>
    Effect.gen(function* () {
      let ahead = 0
      const { left, lines } = yield* start(() => ahead)
      left.dropResponses = 1
      ahead = 6_000
      yield* TestClock.adjust("2 minutes")
      expect([left.dropResponses, lines]).toEqual([1, [{ level: "error", message: off, aheadSeconds: 6 }]])
      ahead = 1_000
      yield* TestClock.adjust("1 minute")
      expect(left.dropResponses).toBe(0)
      expect(lines.slice(1)).toEqual([
        {
          level: "info",
          message: "the clock of this process agrees with the database's again",
          aheadSeconds: 1
        },
        { level: "info", message: "swept", responses: 1 }
      ])
    })
  )

  it.scoped("goes on after a fault of ours, at the start and in a round", () =>
    Effect.gen(function* () {
      let faults = 2
      const { left, lines } = yield* start(
        () => {
          faults -= 1
          if (faults >= 0) throw new Error("a fault")
          return 0
        },
        { deleteReleased: 1 }
      )
      yield* TestClock.adjust("1 minute")
      const failed = { level: "error", message: "a round of sweeping failed" }
      expect([left.deleteReleased, lines]).toMatchObject([1, [failed, failed]])
      yield* TestClock.adjust("1 minute")
      expect(left.deleteReleased).toBe(0)
    })
  )

  it.scoped("goes on when the database is back", () =>
    Effect.gen(function* () {
      const { away, left } = yield* start(() => 0, { deleteReleased: 1 })
      away(true)
      yield* TestClock.adjust("2 minutes")
      expect(left.deleteReleased).toBe(1)
      away(false)
      yield* TestClock.adjust("1 minute")
      expect(left.deleteReleased).toBe(0)
    })
  )
})

describe("the difference of two clocks", () => {
  it.each([
    ["none", 1000, 1000, 1000, 0],
    ["in doubt while the answer was on its way", 1000, 3000, 9000, 0],
    ["ahead, at least", 10_000, 2000, 11_000, 8000],
    ["behind, at least", 1000, 9000, 2000, -7000]
  ])("%s", (_, before, other, after, expected) => {
    expect(skewOf(before, other, after)).toBe(expected)
  })
})
