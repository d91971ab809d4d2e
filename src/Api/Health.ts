import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"

/** A moment, ISO 8601 UTC with milliseconds. */
const Timestamp = Schema.String.annotations({
  description: "ISO 8601 UTC with milliseconds",
  examples: ["2026-11-28T12:00:00.000Z"]
})

/** The process answers. */
export const Liveness = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String,
  uptime: Schema.Number.annotations({ description: "Whole seconds since the process started" }),
  timestamp: Timestamp
})

const Check = Schema.Literal("ok", "down")

/** Whether the required infrastructure is reachable. */
export const Readiness = Schema.Struct({
  status: Schema.Literal("ok", "degraded"),
  checks: Schema.Struct({ database: Check, cache: Check }),
  timestamp: Timestamp
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
