/**
 * Metrics in Prometheus's text format, version 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats). The
 * exporters that exist read Effect's registry only through the whole OpenTelemetry SDK.
 */
import * as Arr from "effect/Array"
import type * as MetricKey from "effect/MetricKey"
import * as MetricKeyType from "effect/MetricKeyType"
import type * as MetricLabel from "effect/MetricLabel"
import type * as MetricPair from "effect/MetricPair"
import * as MetricState from "effect/MetricState"
import * as Option from "effect/Option"

/** The content type of the text format. */
export const contentType = "text/plain; version=0.0.4; charset=utf-8"

const number = (value: number | bigint): string => {
  if (value === Number.POSITIVE_INFINITY) return "+Inf"
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)
}

const escapeHelp = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')

type Label = Pick<MetricLabel.MetricLabel, "key" | "value">

const labelled = (labels: ReadonlyArray<Label>): string =>
  labels.length === 0
    ? ""
    : `{${labels.map(({ key, value }) => `${safe(key)}="${escapeLabel(value)}"`).join(",")}}`

/** Names may have letters, digits and underscores; Effect's own have dots. */
const safe = (name: string) => name.replace(/[^a-zA-Z0-9_]/g, "_").replace(/^(?=\d)/, "_")

/** The type of a metric and its sample lines, without HELP and TYPE. */
interface Family {
  readonly type: "counter" | "gauge" | "histogram" | "summary" | "untyped"
  readonly lines: ReadonlyArray<string>
}

const counted = (name: string) => (name.endsWith("_total") ? name : `${name}_total`)

const family = (
  name: string,
  counts: boolean,
  labels: ReadonlyArray<Label>,
  state: MetricState.MetricState.Untyped
): Family => {
  const line = (suffix: string, value: number | bigint, ...more: ReadonlyArray<Label>) =>
    `${name}${suffix}${labelled([...labels, ...more])} ${number(value)}`
  if (MetricState.isCounterState(state)) {
    return { type: counts ? "counter" : "gauge", lines: [line("", state.count)] }
  }
  if (MetricState.isGaugeState(state)) return { type: "gauge", lines: [line("", state.value)] }
  if (MetricState.isFrequencyState(state)) {
    return {
      type: "counter",
      lines: Array.from(state.occurrences, ([value, count]) => line("", count, { key: "value", value }))
    }
  }
  if (MetricState.isHistogramState(state)) {
    // The buckets are cumulative already; the one of infinity may be missing.
    const finite = state.buckets.filter(([bound]) => Number.isFinite(bound))
    return {
      type: "histogram",
      lines: [
        ...finite.map(([bound, count]) => line("_bucket", count, { key: "le", value: number(bound) })),
        line("_bucket", state.count, { key: "le", value: "+Inf" }),
        line("_sum", state.sum),
        line("_count", state.count)
      ]
    }
  }
  if (MetricState.isSummaryState(state)) {
    return {
      type: "summary",
      lines: [
        ...state.quantiles.map(([quantile, value]) =>
          line(
            "",
            Option.getOrElse(value, () => Number.NaN),
            { key: "quantile", value: String(quantile) }
          )
        ),
        line("_sum", state.sum),
        line("_count", state.count)
      ]
    }
  }
  return { type: "untyped", lines: [] }
}

/** Whether a metric only grows. Effect also has counters that go down, which are gauges to Prometheus. */
const isCount = ({ keyType }: MetricKey.MetricKey.Untyped): boolean =>
  MetricKeyType.isCounterKey(keyType) ? keyType.incremental : MetricKeyType.isFrequencyKey(keyType)

/** The text of a snapshot: one block per name, sorted. */
export const format = (pairs: ReadonlyArray<MetricPair.MetricPair.Untyped>): string => {
  const named = pairs.map(({ metricKey, metricState }) => {
    const counts = isCount(metricKey)
    const name = counts ? counted(safe(metricKey.name)) : safe(metricKey.name)
    return { name, help: metricKey.description, ...family(name, counts, metricKey.tags, metricState) }
  })
  return Object.entries(Arr.groupBy(named, ({ name }) => name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, members]) => [
      ...Option.match(Arr.head(Arr.getSomes(members.map(({ help }) => help))), {
        onNone: () => [],
        onSome: (help) => [`# HELP ${name} ${escapeHelp(help)}`]
      }),
      `# TYPE ${name} ${members[0].type}`,
      ...members.flatMap(({ lines }) => lines)
    ])
    .map((line) => `${line}\n`)
    .join("")
}
