/**
 * Lines over days. Places along the days are in percent of the width, heights in pixels: a drawing fills whatever width
 * there is, and its letters keep their size. A missing value is a gap.
 */
import { type Element, h } from "../../../Markup.ts"
import { domainOf, scale, spread } from "./Scale.ts"

/** One value for each day. */
export interface Line {
  readonly name: string
  readonly values: ReadonlyArray<number | null>
}

export interface LineChart {
  /** What the picture shows, in a sentence: its accessible name. */
  readonly title: string
  /** Of the element with the title. */
  readonly id: string
  /** The days, ascending. */
  readonly days: ReadonlyArray<{ readonly at: number; readonly label: string }>
  /** Two at most: the first is solid, the second dashed. */
  readonly lines: ReadonlyArray<Line>
  readonly format: (value: number) => string
  /** Whether heights are shares of something, so that the lowest line is zero. */
  readonly isFromZero?: boolean
}

/** A value in the drawing: `x` in percent of the width, `y` in pixels from the top. */
export interface Point {
  readonly x: number
  readonly y: number
  readonly value: number
  readonly label: string
}

/** The box of the values, with room for the figures at the left, above and below. */
export const box = { left: 16, right: 95, top: 28, bottom: 192, height: 236 } as const

/** Points are marked while there are few of them; alone, a point is always marked, for it has no line. */
const mostMarked = 31

/** Where all is drawn. `runs`: for each line, the stretches between its gaps. */
export const geometry = ({ days, isFromZero, lines }: Pick<LineChart, "days" | "isFromZero" | "lines">) => {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null))
  const domain = domainOf(known, isFromZero)
  const x = scale(days[0]?.at ?? 0, days.at(-1)?.at ?? 0, box.left, box.right)
  const y = scale(domain.low, domain.high, box.bottom, box.top)
  const runs = lines.map(({ values }) => {
    const all: Array<Array<Point>> = [[]]
    for (const [index, { at, label }] of days.entries()) {
      const value = values[index] ?? null
      if (value === null) all.push([])
      else all.at(-1)?.push({ x: x(at), y: y(value), value, label })
    }
    return all.filter(({ length }) => length > 0)
  })
  return {
    runs,
    ticks: domain.ticks.map((value) => ({ value, y: y(value) })),
    marks: spread(days.length, 4).flatMap((index) => {
      const found = days[index]
      return found === undefined ? [] : [{ x: x(found.at), label: found.label }]
    })
  }
}

/** Near an end of the drawing a text stands within it. */
const anchor = (x: number): string => (x > 85 ? "end" : x < 25 ? "start" : "middle")

const at = (percent: number): string => `${Number(percent.toFixed(2))}%`
const px = (pixels: number): number => Number(pixels.toFixed(1))

const drawn = (run: ReadonlyArray<Point>, kind: string, isMarked: boolean): ReadonlyArray<Element> => [
  ...run.slice(1).map((to, index) => {
    const from = run[index] ?? to
    return h("line", { class: kind, x1: at(from.x), y1: px(from.y), x2: at(to.x), y2: px(to.y) })
  }),
  ...(isMarked || run.length === 1
    ? run.map(({ x, y }) => h("circle", { class: `${kind} dot`, cx: at(x), cy: px(y), r: 3 }))
    : [])
]

const figure = ({ label, value, x, y }: Point, dy: number, format: LineChart["format"]): Element =>
  h(
    "text",
    { class: "figure", x: at(x), y: px(y + dy), "text-anchor": anchor(x) },
    `${format(value)}, ${label}`
  )

/** The greatest value of the first line and the least of the last, with their days. */
const extremes = (runs: ReadonlyArray<ReadonlyArray<Point>>, format: LineChart["format"]) => {
  const points = (line: ReadonlyArray<Point> | undefined) =>
    (line ?? []).toSorted((a, b) => a.value - b.value)
  const [highest, lowest] = [points(runs[0]).at(-1), points(runs.at(-1))[0]]
  return [
    ...(highest === undefined ? [] : [figure(highest, -9, format)]),
    ...(lowest === undefined || lowest.value === highest?.value ? [] : [figure(lowest, 18, format)])
  ]
}

/** The drawing. Its numbers belong into a table beside it. */
export const lineChart = (chart: LineChart): Element => {
  const { days, format, id, title } = chart
  const { marks, runs, ticks } = geometry(chart)
  return h(
    "svg",
    { class: "chart", role: "img", "aria-labelledby": id, width: "100%", height: box.height },
    h("title", { id }, title),
    ...ticks.flatMap(({ value, y }) => [
      h("line", { class: value === 0 ? "zero" : "grid", x1: "0%", y1: px(y), x2: "100%", y2: px(y) }),
      h("text", { class: "tick", x: "0%", y: px(y - 4) }, format(value))
    ]),
    ...marks.map(({ label, x }) =>
      h("text", { class: "tick", x: at(x), y: box.height - 6, "text-anchor": anchor(x) }, label)
    ),
    ...runs.flatMap((all, index) =>
      all.flatMap((run) => drawn(run, index === 0 ? "first" : "second", days.length <= mostMarked))
    ),
    ...extremes(
      runs.map((all) => all.flat()),
      format
    )
  )
}
