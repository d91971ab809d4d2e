import { expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { describe } from "vitest"
import { median, percentile, ratio, rotated, slope, spread } from "../../scripts/bench/report/Statistics.ts"

describe("percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  const cases: ReadonlyArray<readonly [ReadonlyArray<number>, number, number]> = [
    [hundred, 0.5, 50],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
    [hundred, 0, 1],
    [[7], 0.99, 7],
    [[1, 10], 0.5, 1],
    [[10, 9, 100], 0.5, 10],
    [[], 0.5, Number.NaN]
  ]
  it.each(cases)("of %j at %d is %d", (numbers, share, expected) => {
    expect(percentile(numbers, share)).toBe(expected)
  })
})

describe("median", () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<number>, number]> = [
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
    [[5], 5],
    [[], Number.NaN]
  ]
  it.each(cases)("of %j is %d", (numbers, expected) => {
    expect(median(numbers)).toBe(expected)
  })

  it.prop(
    "has as many numbers above as below, whatever their order",
    [FastCheck.array(FastCheck.integer(), { minLength: 1 })],
    ([numbers]) => {
      const middle = median(numbers)
      const above = numbers.filter((number) => number > middle).length
      const below = numbers.filter((number) => number < middle).length
      expect(Math.max(above, below)).toBeLessThanOrEqual(numbers.length / 2)
      expect(median([...numbers].reverse())).toBe(middle)
    }
  )
})

it("takes ratios round by round, not of the medians", () => {
  expect(ratio([10, 30, 20], [1, 10, 4])).toEqual({ median: 5, min: 3, max: 10 })
  expect(ratio([10, 30, 20], [2, 10])).toEqual({ median: 4, min: 3, max: 5 })
  expect(ratio([], []).median).toBeNaN()
})

it("tells how far numbers lie apart", () => {
  expect(spread([3, 9, 4])).toEqual({ median: 4, min: 3, max: 9 })
})

describe("slope", () => {
  const points = (ys: ReadonlyArray<number>) => ys.map((y, x) => ({ x, y }))
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<number>, number]> = [
    ["a line", [1, 3, 5, 7], 2],
    ["the same again and again", [4, 4, 4], 0],
    ["a saw that goes nowhere", [1, 2, 2, 1], 0],
    ["one point", [1], Number.NaN]
  ]
  it.each(cases)("of %s", (_, ys, expected) => {
    expect(slope(points(ys))).toBe(expected)
  })
})

it("lets every server be first, and loses none", () => {
  const rounds = [0, 1, 2, 3].map((round) => rotated(["a", "b", "c"], round).join(""))
  expect(rounds).toEqual(["abc", "bca", "cab", "abc"])
  expect(rotated([], 3)).toEqual([])
})
