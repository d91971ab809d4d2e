import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Moment } from "../Resources/Moment.ts"

/** The process answers. */
export const Liveness = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String,
  uptime: Schema.Number.annotations({ description: "Whole seconds since the process started" }),
  timestamp: Moment
})

const Check = Schema.Literal("ok", "down")

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
