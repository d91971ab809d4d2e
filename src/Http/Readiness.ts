/**
 * Whether the service is ready: what it leans on answers. One look serves all who ask within a second, so that strangers,
 * who may ask free of charge, cannot occupy the database.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import { Lifecycle } from "../Lifecycle.ts"
import * as SharedAnswer from "../Runtime/SharedAnswer.ts"
import { Cache } from "../Storage/Cache.ts"
import { Database } from "../Storage/Database.ts"
import * as Gauges from "../Telemetry/Gauges.ts"
import * as Labelled from "../Telemetry/Labelled.ts"

/** Why something does not answer, in words for the operator; none when it does. */
type Problem = Option.Option<string>

/** What the service leans on. */
export class Readiness extends Context.Tag("almanac/Readiness")<
  Readiness,
  { readonly database: Effect.Effect<Problem>; readonly cache: Effect.Effect<Problem> }
>() {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const shared = (look: Effect.Effect<Problem>) => SharedAnswer.make(look, Duration.seconds(1))
      return {
        database: shared((yield* Database).problem),
        cache: shared((yield* Cache).problem)
      }
    })
  )
}

const ready = Metric.gauge("almanac_ready", {
  description: "1 while the process takes calls and its database and cache answer, as GET /health/ready tells"
})
const up = Labelled.gauge("almanac_dependency_up", "1 while it answers, else 0", "dependency")

const toGauge = (holds: boolean) => (holds ? 1 : 0)

/** Logs each change once: what does not answer and why, or that all of it answers again. */
const logChange = (last: Ref.Ref<string>, problems: string) =>
  Effect.flatMap(Ref.getAndSet(last, problems), (before) => {
    if (problems === before) return Effect.void
    return problems === ""
      ? Effect.logInfo("ready again: all that the service leans on answers")
      : Effect.logWarning(`not ready: no answer from ${problems}; tried again until there is one`)
  })

/** How long a start may take before it is worth a line: connecting and migrating take a moment. */
const startLimit = Duration.seconds(5)

/**
 * Sets the gauges and logs changes until the scope ends, from the moment in which the service is first ready, or from five
 * seconds after the start.
 */
export const watch = Effect.gen(function* () {
  const lifecycle = yield* Lifecycle
  const { database, cache } = yield* Readiness
  const last = yield* Ref.make("")

  // Nobody's call: a trace each five seconds would tell nothing.
  const look = Effect.withTracerEnabled(Effect.all({ database, cache }, { concurrency: "unbounded" }), false)

  const sample = Effect.gen(function* () {
    const problems = yield* look
    const told = Object.entries(problems).flatMap(([name, problem]) =>
      Option.match(problem, { onNone: () => [], onSome: (words) => [`${name} (${words})`] })
    )
    yield* Metric.set(up("database"), toGauge(Option.isNone(problems.database)))
    yield* Metric.set(up("cache"), toGauge(Option.isNone(problems.cache)))
    yield* logChange(last, told.join(" and "))
    yield* Metric.set(ready, toGauge(told.length === 0 && lifecycle.isReady()))
  })

  const started = look.pipe(
    Effect.repeat({
      until: ({ database, cache }) => Option.isNone(database) && Option.isNone(cache),
      schedule: Schedule.spaced("100 millis")
    }),
    Effect.timeoutOption(startLimit)
  )

  yield* Effect.forkScoped(Effect.zipRight(started, Gauges.repeated(sample)))
})
