/**
 * The boundaries of histograms, in seconds.
 */
import * as MetricBoundaries from "effect/MetricBoundaries"

/** Durations, from an answer out of memory to the longest deadline with its settlement. */
export const durations = MetricBoundaries.fromIterable([
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40
])

/** Ages, from a second to the week that the oldest records are stored. */
export const ages = MetricBoundaries.fromIterable([
  1, 10, 60, 300, 900, 1800, 3600, 10_800, 21_600, 86_400, 259_200, 604_800
])
