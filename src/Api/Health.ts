import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Moment } from "../Resources/Moment.ts"
import { version } from "./Version.ts"

/** The process answers. */
export const Liveness = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String,
  uptime: Schema.Number.annotations({ description: "Whole seconds since the process started" }),
  timestamp: Moment
})

const Check = Schema.Literal("ok", "down")

/** What a process that lives says of itself, as it goes over the wire. Times in milliseconds since the epoch. */
export const liveness = (started: number, now: number): typeof Liveness.Encoded => ({
  status: "ok",
  version,
  uptime: Math.floor((now - started) / 1000),
  timestamp: new Date(now).toISOString()
})

/** Whether the required infrastructure is reachable. */
export const Readiness = Schema.Struct({
  status: Schema.Literal("ok", "degraded"),
  checks: Schema.Struct({ database: Check, cache: Check }),
  timestamp: Moment
})

export class Health extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("live", "/health")
      .annotate(OpenApi.Summary, "Liveness of the process")
      .addSuccess(Liveness)
  )
  .add(
    HttpApiEndpoint.get("ready", "/health/ready")
      .annotate(OpenApi.Summary, "Readiness: database and cache")
      .addSuccess(Readiness)
      .addError(
        Readiness.annotations(
          HttpApiSchema.annotations({
            status: 503,
            description: "A dependency is unreachable, or the process is stopping"
          })
        )
      )
  ) {}
