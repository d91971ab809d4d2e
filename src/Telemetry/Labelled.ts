/**
 * Metrics with labels. The library looks a labelled metric up in its registry at every update, which costs more than
 * the update itself; here each combination of label values is looked up once.
 */
import { Metric, type MetricBoundaries, MetricKey, type MetricKeyType, MetricLabel } from "effect"

/** Values of the labels, in the order of their names. */
type Values<Names extends ReadonlyArray<string>> = { readonly [Index in keyof Names]: string }

/** Metrics of one name, one per combination of label values. */
const family = <Type extends MetricKeyType.MetricKeyType.Untyped, const Names extends ReadonlyArray<string>>(
  key: MetricKey.MetricKey<Type>,
  names: Names
) => {
  const kept = new Map<
    string,
    Metric.Metric<Type, MetricKeyType.MetricKeyType.InType<Type>, MetricKeyType.MetricKeyType.OutType<Type>>
  >()
  return (...values: Values<Names>) => {
    const id = values.join("\n")
    const present = kept.get(id)
    if (present !== undefined) return present
    const labels = names.map((name, index) => MetricLabel.make(name, values[index] ?? ""))
    const metric = Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels))
    kept.set(id, metric)
    return metric
  }
}

/** Counters; the name ends in `_total`. */
export const counter = <const Names extends ReadonlyArray<string>>(
  name: string,
  description: string,
  ...labels: Names
) => family(MetricKey.counter(name, { description, incremental: true }), labels)

/** Gauges. */
export const gauge = <const Names extends ReadonlyArray<string>>(
  name: string,
  description: string,
  ...labels: Names
) => family(MetricKey.gauge(name, { description }), labels)

/** Histograms; the boundaries in the unit that the name ends in. */
export const histogram = <const Names extends ReadonlyArray<string>>(
  name: string,
  description: string,
  boundaries: MetricBoundaries.MetricBoundaries,
  ...labels: Names
) => family(MetricKey.histogram(name, boundaries, description), labels)
