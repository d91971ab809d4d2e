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

/** Whether what the service leans on answers. */
const report = <Checks extends Schema.Struct.Fields>(checks: Checks) =>
  Schema.Struct({
    status: Schema.Literal("ok", "degraded"),
    checks: Schema.Struct(checks),
    timestamp: Moment
  })

/** All of it: the cache makes calls cheaper, but they are served without it. */
export const Readiness = report({ database: Check, cache: Check })

/** What calls cannot be sold without. */
export const Serving = report({ database: Check })

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
  )
  .add(
    HttpApiEndpoint.get("serving", "/health/serving")
      .annotate(OpenApi.Summary, "Whether calls can be sold: database alone. The probe for a load balancer")
      .addSuccess(Serving)
      .addError(
        Serving.annotations(
          HttpApiSchema.annotations({
            status: 503,
            description: "No call can be sold: the database is unreachable, or the process is stopping"
          })
        )
      )
  ) {}
