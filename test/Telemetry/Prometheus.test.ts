/**
 * The text form of metrics: exact, and read back by Prometheus's own checker where it is installed.
 */
import { spawnSync } from "node:child_process"
import { describe, expect, it } from "@effect/vitest"
import {
  FastCheck as fc,
  Metric,
  MetricBoundaries,
  MetricKey,
  MetricLabel,
  MetricPair,
  MetricState,
  Option
} from "effect"
import { format } from "../../src/Telemetry/Prometheus.ts"

/** Registers, updates, and takes what is there of the names with a prefix. */
const textOf = (prefix: string) =>
  format(Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name.startsWith(prefix)))

const help = 'A line\nand a \\ and a "quote"'
const size = MetricBoundaries.fromIterable([0.1, 1])

const sample = () => {
  const calls = Metric.counter("t1.calls", { description: help, incremental: true })
  Metric.tagged(calls, "kind", 'a "b"\n\\c').unsafeUpdate(2, [])
  Metric.tagged(calls, "kind", "plain").unsafeUpdate(0.5, [])
  Metric.counter("t1_big_total", { bigint: true, incremental: true }).unsafeUpdate(2n ** 60n, [])
  Metric.counter("t1_down").unsafeUpdate(-1, [])
  Metric.gauge("t1_gauge").unsafeUpdate(Number.NEGATIVE_INFINITY, [])
  const time = Metric.tagged(Metric.histogram("t1_time_seconds", size, "Time"), "operation", "x")
  for (const value of [0.05, 0.1, 0.5, 7]) time.unsafeUpdate(value, [])
  Metric.frequency("t1_words", { preregisteredWords: ["yes"] }).unsafeUpdate("no", [])
  return textOf("t1")
}

const expected = `# TYPE t1_big_total counter
t1_big_total 1152921504606846976
# HELP t1_calls_total A line\\nand a \\\\ and a "quote"
# TYPE t1_calls_total counter
t1_calls_total{kind="a \\"b\\"\\n\\\\c"} 2
t1_calls_total{kind="plain"} 0.5
# TYPE t1_down gauge
t1_down -1
# TYPE t1_gauge gauge
t1_gauge -Inf
# HELP t1_time_seconds Time
# TYPE t1_time_seconds histogram
t1_time_seconds_bucket{operation="x",le="0.1"} 2
t1_time_seconds_bucket{operation="x",le="1"} 3
t1_time_seconds_bucket{operation="x",le="+Inf"} 4
t1_time_seconds_sum{operation="x"} 7.65
t1_time_seconds_count{operation="x"} 4
# TYPE t1_words_total counter
t1_words_total{value="yes"} 0
t1_words_total{value="no"} 1
`

const summary = MetricPair.unsafeMake(
  MetricKey.summary({ name: "t2_size", maxAge: "1 minute", maxSize: 9, error: 0, quantiles: [0.5, 0.9] }),
  MetricState.summary({
    error: 0,
    quantiles: [
      [0.5, Option.some(3)],
      [0.9, Option.none()]
    ],
    count: 1,
    min: 3,
    max: 3,
    sum: 3
  })
)

/** A label's value as a reader of the format understands it. */
const read = (line: string) =>
  /\{kind="((?:[^"\\\n]|\\[\\"n])*)"\} 1$/
    .exec(line)?.[1]
    ?.replace(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character))

describe("metrics as text", () => {
  it("is exact for every kind of metric", () => {
    expect(sample()).toBe(expected)
    expect(format([summary])).toBe(`# TYPE t2_size summary
t2_size{quantile="0.5"} 3
t2_size{quantile="0.9"} NaN
t2_size_sum 3
t2_size_count 1
`)
  })

  it("keeps any label's value, in one line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const key = MetricKey.taggedWithLabels(MetricKey.counter("t3_total"), [
          MetricLabel.make("kind", value)
        ])
        const lines = format([MetricPair.unsafeMake(key, MetricState.counter(1))]).split("\n")
        expect([lines.length, read(lines[1] ?? "")]).toEqual([3, value])
      })
    )
  })

  const checker = spawnSync("promtool", ["--version"])
  it.skipIf(checker.error !== undefined)(
    "satisfies promtool (Debian package prometheus), when it is installed",
    () => {
      const { status, stderr } = spawnSync("promtool", ["check", "metrics"], {
        input: sample(),
        encoding: "utf8"
      })
      // It also has opinions on names, which are the sample's own here.
      expect(stderr).not.toMatch(/error while linting|parsing/)
      expect(status).not.toBe(1)
    }
  )
})
