import type { Metric } from "effect"

/** Updates a metric in plain code: in a callback outside of a fibre, or where an effect would cost more than the update. */
export const updateNow = <Type, In, Out>(metric: Metric.Metric<Type, In, Out>, input: In): void =>
  metric.unsafeUpdate(input, [])
