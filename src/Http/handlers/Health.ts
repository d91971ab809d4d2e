import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Api } from "../../Api/Api.ts"
import { Lifecycle } from "../../Lifecycle.ts"
import { Cache } from "../../Storage/Cache.ts"
import { Database } from "../../Storage/Database.ts"
import { live, noStore } from "../Responses.ts"

const timestamp = Effect.map(DateTime.now, DateTime.formatIso)

export const layer = HttpApiBuilder.group(Api, "health", (handlers) =>
  Effect.gen(function* () {
    const database = yield* Database
    const cache = yield* Cache
    const lifecycle = yield* Lifecycle

    const check = (probe: Effect.Effect<boolean>) =>
      Effect.map(probe, (ok) => (ok ? ("ok" as const) : ("down" as const)))

    return handlers
      .handleRaw("live", () => Effect.map(Clock.currentTimeMillis, (now) => live(lifecycle.started, now)))
      .handleRaw("ready", () =>
        Effect.gen(function* () {
          const checks = yield* Effect.all(
            { database: check(database.probe), cache: check(cache.probe) },
            { concurrency: "unbounded" }
          )
          const draining = yield* lifecycle.draining
          const ready = !draining && checks.database === "ok" && checks.cache === "ok"
          const body = { status: ready ? "ok" : "degraded", checks, timestamp: yield* timestamp }
          return HttpServerResponse.unsafeJson(body, {
            status: ready ? 200 : 503,
            headers: { ...noStore, ...(ready ? {} : { "retry-after": "5" }) }
          })
        })
      )
  })
)
