import type { NewsTrend } from "../../../../Client/generated/types.ts"
import { type Element, h } from "../../../Markup.ts"
import { lineChart } from "../chart/LineChart.ts"
import { count, day, dayAt, rounded } from "../parts/Format.ts"
import { note, type Prefix, section, table } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"

const dayLength = 24 * 60 * 60 * 1000

const share = (value: number): string => `${rounded(value)} %`

/** Days that the archive left out are gaps: one empty day stands for all of them. */
const withGaps = (points: NewsTrend["points"]) =>
  points.flatMap(({ date, volume }, index) => {
    const at = dayAt(date)?.getTime() ?? index
    const before = dayAt(points[index - 1]?.date ?? "")?.getTime()
    const isBehindGap = before !== undefined && at - before > dayLength
    const gap = isBehindGap ? [{ at: before + dayLength, label: "", value: null }] : []
    return [...gap, { at, label: day(date, "short"), value: volume }]
  })

/** `news.trends` */
export const trends = ({ points, term }: NewsTrend, attribution: string, prefix: Prefix): Element => {
  const days = withGaps(points)
  const title = `Share of ${count(points.length, "day")} of news that matches “${term}”, in percent of all articles`
  const picture = h(
    "figure",
    {},
    lineChart({
      title,
      id: `${prefix}-chart`,
      days,
      lines: [{ name: "share", values: days.map(({ value }) => value) }],
      format: share,
      isFromZero: true
    }),
    h(
      "figcaption",
      {},
      "Percent of all articles of a day. The first and the last day are parts of a day; a gap is a day without figures."
    )
  )
  return section(
    3,
    h("span", {}, "How much the news write of ", quoted(term)),
    ...(points.length === 0
      ? [note("The archive has no figures for this time.")]
      : [
          ...(points.length > 1 ? [picture] : []),
          table(
            `${prefix}-points`,
            "Share of each day's news that matches, in percent of all articles, rounded; days in UTC.",
            [{ head: "Day" }, { head: "Share", isNumber: true }],
            points.map(({ date, volume }) => [day(date), share(volume)])
          )
        ]),
    note(quoted(attribution))
  )
}
