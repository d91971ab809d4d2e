/**
 * Metrics with labels. Effect looks a labelled metric up in its registry at every update, which costs more than the
 * update itself; here each combination of label values is looked up once.
 */
import * as Metric from "effect/Metric"
import type * as MetricBoundaries from "effect/MetricBoundaries"
import * as MetricKey from "effect/MetricKey"
import type * as MetricKeyType from "effect/MetricKeyType"
import * as MetricLabel from "effect/MetricLabel"

/** Values of the labels, in the order of their names. */
type Values<Names extends ReadonlyArray<string>> = { readonly [Index in keyof Names]: string }

/** The metrics of one name, one per combination of label values. */
const family = <Type extends MetricKeyType.MetricKeyType.Untyped, const Names extends ReadonlyArray<string>>(
  key: MetricKey.MetricKey<Type>,
  names: Names
) => {
  const byValues = new Map<
    string,
    Metric.Metric<Type, MetricKeyType.MetricKeyType.InType<Type>, MetricKeyType.MetricKeyType.OutType<Type>>
  >()
  return (...values: Values<Names>) => {
    const id = values.join("\n")
    const present = byValues.get(id)
    if (present !== undefined) return present
    const labels = names.map((name, index) => MetricLabel.make(name, values[index] ?? ""))
    const metric = Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels))
    byValues.set(id, metric)
    return metric
  }
}

/** A counter. Its name ends in `_total`. */
export const counter = <const Names extends ReadonlyArray<string>>(
  name: string,
  description: string,
  ...labels: Names
) => family(MetricKey.counter(name, { description, incremental: true }), labels)

/** A gauge. */
export const gauge = <const Names extends ReadonlyArray<string>>(
  name: string,
  description: string,
  ...labels: Names
) => family(MetricKey.gauge(name, { description }), labels)

/** A histogram. Its name ends in the unit of its boundaries. */
export const histogram = <const Names extends ReadonlyArray<string>>(
  name: string,
  description: string,
  boundaries: MetricBoundaries.MetricBoundaries,
  ...labels: Names
) => family(MetricKey.histogram(name, boundaries, description), labels)
