/**
 * The geometry of charts, whatever the values: all within the box, in the order of the days, with gaps where values are
 * missing.
 */
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { box, geometry, lineChart } from "../../src/Web/browser/views/chart/LineChart.ts"
import { domainOf, spread } from "../../src/Web/browser/views/chart/Scale.ts"
import { named, textOf } from "./ViewsMarkup.ts"

const value = FastCheck.oneof(
  FastCheck.double({ min: -1e15, max: 1e15, noNaN: true }),
  FastCheck.integer({ min: -40, max: 40 }),
  FastCheck.constant(0)
)
const values = FastCheck.array(FastCheck.option(value, { nil: null }), { minLength: 1, maxLength: 60 })
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: index * 86_400_000, label: `day ${index}` }))

const runsOf = (all: ReadonlyArray<number | null>, isFromZero = false) =>
  geometry({ days: daysOf(all.length), lines: [{ name: "one", values: all }], isFromZero }).runs[0] ?? []

describe("a line", () => {
  it("has each value once, within the box, in the order of the days, and no other", () => {
    FastCheck.assert(
      FastCheck.property(values, FastCheck.boolean(), (all, isFromZero) => {
        const points = runsOf(all, isFromZero).flat()
        expect(points.map((point) => point.value)).toEqual(all.filter((one) => one !== null))
        for (const { x, y } of points) {
          expect(x).toBeGreaterThanOrEqual(box.left - 1e-6)
          expect(x).toBeLessThanOrEqual(box.right + 1e-6)
          expect(y).toBeGreaterThanOrEqual(box.top - 1e-6)
          expect(y).toBeLessThanOrEqual(box.bottom + 1e-6)
        }
        expect(points.every(({ x }, index) => index === 0 || x > (points[index - 1]?.x ?? x))).toBe(true)
      })
    )
  })

  it("ends before a missing value and begins anew behind it", () => {
    FastCheck.assert(
      FastCheck.property(values, (all) => {
        const lengths = all
          .map((one) => (one === null ? " " : "x"))
          .join("")
          .split(" ")
          .map(({ length }) => length)
        expect(runsOf(all).map(({ length }) => length)).toEqual(lengths.filter((length) => length > 0))
      })
    )
  })

  it("is higher where the value is greater", () => {
    FastCheck.assert(
      FastCheck.property(values, (all) => {
        const points = runsOf(all).flat()
        for (const one of points)
          for (const other of points) if (one.value > other.value) expect(one.y).toBeLessThanOrEqual(other.y)
      }),
      { numRuns: 30 }
    )
  })
})

describe("the lines across", () => {
  it.each([
    { values: [26.2, 17.2], ticks: [15, 20, 25, 30] },
    { values: [-8.9, 9], ticks: [-10, -5, 0, 5, 10] },
    { values: [0.1, 0.3], ticks: [0.1, 0.15, 0.2, 0.25, 0.3] },
    { values: [5, 5, 5], ticks: [2, 4, 6, 8] },
    { values: [0], ticks: [-1, -0.5, 0, 0.5, 1] },
    { values: [], ticks: [-1, -0.5, 0, 0.5, 1] },
    { values: [5e-324, 0], ticks: [-1, -0.5, 0, 0.5, 1] },
    { values: [0.492, 0.628], fromZero: true, ticks: [0, 0.2, 0.4, 0.6, 0.8] },
    { values: [98_000, 123_456], ticks: [90_000, 100_000, 110_000, 120_000, 130_000] }
  ])("$values: $ticks", ({ fromZero, ticks, values }) => {
    expect(domainOf(values, fromZero).ticks).toEqual(ticks)
  })

  it("are at most six, around all values, in equal steps", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(value, { maxLength: 20 }), FastCheck.boolean(), (all, fromZero) => {
        const { high, low, ticks } = domainOf(all, fromZero)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(6)
        for (const one of fromZero ? [...all, 0] : all) {
          expect(one).toBeGreaterThanOrEqual(low)
          expect(one).toBeLessThanOrEqual(high)
        }
      })
    )
  })

  it.each([
    [0, 4, []],
    [1, 4, [0]],
    [2, 4, [0, 1]],
    [16, 4, [0, 5, 10, 15]],
    [90, 4, [0, 30, 59, 89]]
  ])("of %i days at most %i are named: %j", (length, most, named) => {
    expect(spread(length, most)).toEqual(named)
  })
})

describe("a drawing", () => {
  const draw = (...lines: ReadonlyArray<ReadonlyArray<number | null>>) =>
    lineChart({
      title: "Two lines",
      id: "v-chart",
      days: daysOf(lines[0]?.length ?? 0),
      lines: lines.map((values, index) => ({ name: `line ${index}`, values })),
      format: (value) => `${value} °C`
    })
  const drawn = (chart: ReturnType<typeof draw>) =>
    ["first", "second"].map((kind) =>
      ["line", "circle"].map(
        (name) =>
          named(chart, name).filter(({ attributes }) => String(attributes["class"]).startsWith(kind)).length
      )
    )
  const figures = (chart: ReturnType<typeof draw>) =>
    named(chart, "text")
      .filter(({ attributes }) => attributes["class"] === "figure")
      .map(textOf)

  it.each([
    {
      name: "two lines",
      lines: [
        [1, 2, 3],
        [-1, 0, -2]
      ],
      parts: [
        [2, 3],
        [2, 3]
      ],
      figures: ["3 °C, day 2", "-2 °C, day 2"]
    },
    {
      name: "a gap",
      lines: [[1, null, 3, 4]],
      parts: [
        [1, 3],
        [0, 0]
      ],
      figures: ["4 °C, day 3", "1 °C, day 0"]
    },
    {
      name: "one point",
      lines: [[7]],
      parts: [
        [0, 1],
        [0, 0]
      ],
      figures: ["7 °C, day 0"]
    },
    {
      name: "equal values",
      lines: [[7, 7]],
      parts: [
        [1, 2],
        [0, 0]
      ],
      figures: ["7 °C, day 1"]
    },
    {
      name: "nothing",
      lines: [[null, null]],
      parts: [
        [0, 0],
        [0, 0]
      ],
      figures: []
    },
    {
      name: "no day",
      lines: [[]],
      parts: [
        [0, 0],
        [0, 0]
      ],
      figures: []
    }
  ])(
    "of $name has its lines, its points, and the greatest and least value",
    ({ figures: told, lines, parts }) => {
      const chart = draw(...lines)
      expect(drawn(chart)).toEqual(parts)
      expect(figures(chart)).toEqual(told)
      expect(textOf(named(chart, "title")[0] ?? "")).toBe("Two lines")
    }
  )

  it("marks no point where there are many, but one that stands alone", () => {
    const many = Array.from({ length: 60 }, (_, index) => (index === 30 || index === 32 ? null : index))
    expect(drawn(draw(many))[0]).toEqual([55, 1])
  })
})
