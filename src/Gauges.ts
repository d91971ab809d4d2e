/**
 * What only a look tells, as metrics: whether the service is ready and what it leans on is there, which circuits are
 * open, how the process is. Looked at again and again while the process runs, drain included.
 */
import { Duration, Effect, Metric, Ref, Schedule } from "effect"
import { registeredCapabilities } from "./Api/CapabilityRegistry.ts"
import { version } from "./Api/Version.ts"
import { Lifecycle } from "./Lifecycle.ts"
import * as Metrics from "./Payment/Metrics.ts"
import { Circuits } from "./Providers/client/Circuits.ts"
import { showOpen } from "./Providers/client/Metrics.ts"
import { Cache } from "./Storage/Cache.ts"
import { Database } from "./Storage/Database.ts"
import * as Labelled from "./Telemetry/Labelled.ts"
import * as ProcessMetrics from "./Telemetry/ProcessMetrics.ts"
import * as RequestMetrics from "./Telemetry/RequestMetrics.ts"

const ready = Metric.gauge("almanac_ready", {
  description: "1 while the process takes calls and its database and cache answer, as GET /health/ready tells"
})
const up = Labelled.gauge("almanac_dependency_up", "1 while it answers, else 0", "dependency")
const info = Labelled.gauge("almanac_build_info", "Always 1; the version is in the label", "version")

const interval = Duration.seconds(5)

const shown = (holds: boolean) => (holds ? 1 : 0)

/** Says once what does not answer, and once that all is there again. */
const tell = (told: Ref.Ref<string>, absent: string) =>
  Effect.flatMap(Ref.getAndSet(told, absent), (before) => {
    if (absent === before) return Effect.void
    return absent === ""
      ? Effect.logInfo("ready again: all that the service leans on answers")
      : Effect.logWarning(`not ready: no answer from ${absent}; tried again until there is one`)
  })

/** Shows what `GET /health/ready` would answer. */
const readiness = (told: Ref.Ref<string>) =>
  Effect.gen(function* () {
    const lifecycle = yield* Lifecycle
    const { database, cache } = yield* Effect.all(
      { database: (yield* Database).probe, cache: (yield* Cache).probe },
      { concurrency: "unbounded" }
    )
    yield* Metric.set(up("database"), shown(database))
    yield* Metric.set(up("cache"), shown(cache))
    yield* tell(told, [...(database ? [] : ["database"]), ...(cache ? [] : ["cache"])].join(" and "))
    yield* Metric.set(ready, shown(database && cache && !(yield* lifecycle.draining)))
  })

const circuits = Effect.gen(function* () {
  for (const [operation, standing] of yield* (yield* Circuits).standings) {
    yield* showOpen(operation, standing === "open")
  }
})

/** Looks now and every five seconds, until the scope ends. */
export const watch = Effect.gen(function* () {
  const told = yield* Ref.make("")
  const sampled = yield* ProcessMetrics.sampler
  yield* Metric.set(info(version), 1)
  yield* Metrics.register
  RequestMetrics.register(registeredCapabilities.map(({ facts }) => facts.id))
  yield* Effect.forkScoped(
    Effect.all([readiness(told), circuits, sampled], { discard: true }).pipe(
      Effect.repeat(Schedule.spaced(interval))
    )
  )
})
