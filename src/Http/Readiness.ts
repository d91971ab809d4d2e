/**
 * Reports whether the service is ready, as gauges and in the log, by the same rule as `GET /health/ready`.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Ref from "effect/Ref"
import { Lifecycle } from "../Lifecycle.ts"
import { Cache } from "../Storage/Cache.ts"
import { Database } from "../Storage/Database.ts"
import * as Labelled from "../Telemetry/Labelled.ts"

const ready = Metric.gauge("almanac_ready", {
  description: "1 while the process takes calls and its database and cache answer, as GET /health/ready tells"
})
const up = Labelled.gauge("almanac_dependency_up", "1 while it answers, else 0", "dependency")

const toGauge = (holds: boolean) => (holds ? 1 : 0)

/** Logs each change once: which dependencies do not answer, or that all of them answer again. */
const logChange = (last: Ref.Ref<string>, missing: string) =>
  Effect.flatMap(Ref.getAndSet(last, missing), (before) => {
    if (missing === before) return Effect.void
    return missing === ""
      ? Effect.logInfo("ready again: all that the service leans on answers")
      : Effect.logWarning(`not ready: no answer from ${missing}; tried again until there is one`)
  })

/** Makes an effect that probes the dependencies and sets the gauges. */
export const sampler = Effect.map(
  Effect.all([Lifecycle, Database, Cache, Ref.make("")]),
  ([lifecycle, { probe: probeDatabase }, { probe: probeCache }, last]) =>
    Effect.gen(function* () {
      const { database, cache } = yield* Effect.all(
        { database: probeDatabase, cache: probeCache },
        { concurrency: "unbounded" }
      )
      yield* Metric.set(up("database"), toGauge(database))
      yield* Metric.set(up("cache"), toGauge(cache))
      yield* logChange(last, [...(database ? [] : ["database"]), ...(cache ? [] : ["cache"])].join(" and "))
      yield* Metric.set(ready, toGauge(database && cache && !(yield* lifecycle.draining)))
    })
)
