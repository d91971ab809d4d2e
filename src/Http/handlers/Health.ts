import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Api } from "../../Api/Api.ts"
import { Lifecycle } from "../../Lifecycle.ts"
import { Readiness } from "../Readiness.ts"
import { live, noStore } from "../Responses.ts"

type Checks = Readonly<Record<string, "ok" | "down">>

export const layer = HttpApiBuilder.group(Api, "health", (handlers) =>
  Effect.gen(function* () {
    const { database, cache } = yield* Readiness
    const lifecycle = yield* Lifecycle

    const check = (problem: Effect.Effect<Option.Option<string>>) =>
      Effect.map(problem, (problem) => (Option.isNone(problem) ? ("ok" as const) : ("down" as const)))

    /** 200 when all of it answers and the process is ready, else 503. */
    const report = (checks: Effect.Effect<Checks>) =>
      Effect.gen(function* () {
        const found = yield* checks
        const isOk = lifecycle.isReady() && Object.values(found).every((one) => one === "ok")
        const timestamp = DateTime.formatIso(yield* DateTime.now)
        return HttpServerResponse.unsafeJson(
          { status: isOk ? "ok" : "degraded", checks: found, timestamp },
          { status: isOk ? 200 : 503, headers: { ...noStore, ...(isOk ? {} : { "retry-after": "5" }) } }
        )
      })

    return handlers
      .handleRaw("live", () => Effect.map(Clock.currentTimeMillis, (now) => live(lifecycle.started, now)))
      .handleRaw("ready", () =>
        report(Effect.all({ database: check(database), cache: check(cache) }, { concurrency: "unbounded" }))
      )
      .handleRaw("serving", () => report(Effect.all({ database: check(database) })))
  })
)
