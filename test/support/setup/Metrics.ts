/**
 * Metrics that start at zero in every test file. A worker process takes one file after the other, and Effect keeps its
 * metrics in one registry of the process, whose counters and histograms cannot be set back.
 */
import { MetricRegistry } from "effect"
import { globalValue } from "effect/GlobalValue"

type Registry = ReturnType<typeof MetricRegistry.make>

/** The registry that the global one passes everything on to. Global, since a test may load this file twice. */
const present = globalValue("almanac/test/registry", () => ({ registry: MetricRegistry.make() }))

const global = globalValue<Registry>(Symbol.for("effect/Metric/globalMetricRegistry"), () =>
  MetricRegistry.make()
)

// A metric keeps the hook that it was given first, so the hooks pass everything on as well.
const get: Registry["get"] = (key) => ({
  ...present.registry.get(key),
  get: () => present.registry.get(key).get(),
  update: (input) => present.registry.get(key).update(input),
  modify: (input) => present.registry.get(key).modify(input)
})

/** Sets all metrics back. */
export const resetMetrics = (): void => {
  present.registry = MetricRegistry.make()
  Object.assign(global, { get, snapshot: () => present.registry.snapshot() })
}
