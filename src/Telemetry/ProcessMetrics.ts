/**
 * Metrics of the process: CPU time, memory, file descriptors, and the lag of the event loop. Prometheus's own clients use
 * the same names, so ready-made dashboards fit.
 */
import { readdir, readFile } from "node:fs/promises"
import { monitorEventLoopDelay } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import { record } from "./Measure.ts"

const cpu = Metric.counter("process_cpu_seconds_total", {
  description: "CPU time that the process has taken, its threads' among it",
  incremental: true
})
const resident = Metric.gauge("process_resident_memory_bytes", { description: "Memory of the process" })
const heap = Metric.gauge("nodejs_heap_size_used_bytes", {
  description: "Memory that JavaScript's objects take"
})
const openDescriptors = Metric.gauge("process_open_fds", {
  description: "File descriptors that are open"
})
const mostDescriptors = Metric.gauge("process_max_fds", {
  description: "File descriptors that may be open at most"
})
const median = Metric.gauge("nodejs_eventloop_lag_p50_seconds", {
  description: "How late the event loop was, half of the time since the last look"
})
const tail = Metric.gauge("nodejs_eventloop_lag_p99_seconds", {
  description: "How late the event loop was, in all but a hundredth of the time since the last look"
})
const worst = Metric.gauge("nodejs_eventloop_lag_max_seconds", {
  description: "How late the event loop was at most since the last look"
})

/** Milliseconds between two readings. Shorter lags are not seen. */
const resolution = 10

// The histogram includes the interval itself.
const late = (nanoseconds: number) =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolution / 1e3) : 0

const watched = Effect.acquireRelease(
  Effect.sync(() => {
    const loop = monitorEventLoopDelay({ resolution })
    loop.enable()
    return loop
  }),
  (loop) => Effect.sync(() => loop.disable())
)

/** The limit of the process; none where the system does not tell it (Linux does), or there is none. */
const limit = Effect.promise(() => readFile("/proc/self/limits", "utf8").catch(() => "")).pipe(
  Effect.map((text) => Number(/^Max open files\s+(\d+)/m.exec(text)?.[1]))
)

/** How many are open. Looking takes one, so a process without any has reached its limit. */
const descriptorsOf = (most: number) =>
  Effect.promise(() =>
    readdir("/proc/self/fd").then(
      (names) => names.length - 1,
      (error: NodeJS.ErrnoException) => (error.code === "EMFILE" ? most : Number.NaN)
    )
  )

/** Makes an effect that updates the metrics of the process. */
export const sampler: Effect.Effect<Effect.Effect<void>, never, Scope.Scope> = Effect.gen(function* () {
  const loop = yield* watched
  const most = yield* limit
  let counted = 0
  const loopAndProcessor = Effect.sync(() => {
    const { user, system } = process.cpuUsage()
    const seconds = (user + system) / 1e6
    record(cpu, seconds - counted)
    counted = seconds
    record(median, late(loop.percentile(50)))
    record(tail, late(loop.percentile(99)))
    record(worst, late(loop.max))
    loop.reset()
  })
  // Node reads a file for it, which a process without descriptors cannot: then the figures stay as they are.
  const memory = Effect.ignore(
    Effect.try(() => {
      const { rss, heapUsed } = process.memoryUsage()
      record(resident, rss)
      record(heap, heapUsed)
    })
  )
  const rest = Effect.zipRight(loopAndProcessor, memory)
  if (!Number.isFinite(most)) return rest
  record(mostDescriptors, most)
  const descriptors = Effect.map(descriptorsOf(most), (open) => {
    if (Number.isFinite(open)) record(openDescriptors, open)
  })
  return Effect.zipRight(descriptors, rest)
})
