import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Moment } from "../Resources/Moment.ts"
import { Count } from "../Resources/Values.ts"
import { version } from "./Version.ts"

/** The process answers. */
export const Liveness = Schema.Struct({
  status: Schema.Literal("ok").annotations({ description: "The process answers" }),
  version: Schema.String.annotations({ description: "Version of the interface" }),
  uptime: Count.annotations({ description: "Whole seconds since the process started" }),
  timestamp: Moment.annotations({ description: "When it answered" })
}).annotations({ title: "Liveness" })

const check = (description: string) => Schema.Literal("ok", "down").annotations({ description })

/** What a process that lives says of itself, as it goes over the wire. Times in milliseconds since the epoch. */
export const liveness = (started: number, now: number): typeof Liveness.Encoded => ({
  status: "ok",
  version,
  uptime: Math.floor((now - started) / 1000),
  timestamp: new Date(now).toISOString()
})

const database = check("The database of payments")

/** Whether what the service leans on answers. */
const report = <Checks extends Schema.Struct.Fields>(title: string, checks: Checks) =>
  Schema.Struct({
    status: Schema.Literal("ok", "degraded").annotations({ description: "ok: each of the checks is" }),
    checks: Schema.Struct(checks).annotations({ description: "What was checked" }),
    timestamp: Moment.annotations({ description: "When it was checked" })
  }).annotations({ title })

/** All of it: the cache makes calls cheaper, but they are served without it. */
export const Readiness = report("Readiness", { database, cache: check("The cache") })

/** What calls cannot be sold without. */
export const Serving = report("Serving", { database })

export class Health extends HttpApiGroup.make("health")
  .annotate(OpenApi.Description, "Whether the service runs; free")
  .add(
    HttpApiEndpoint.get("live", "/health")
      .annotate(OpenApi.Summary, "Liveness of the process")
      .annotate(OpenApi.Description, "Free. The process answers; nothing that it needs is asked.")
      .addSuccess(Liveness)
  )
  .add(
    HttpApiEndpoint.get("ready", "/health/ready")
      .annotate(OpenApi.Summary, "Readiness: database and cache")
      .annotate(
        OpenApi.Description,
        "Free. 503 when the database or the cache does not answer, and while the process stops."
      )
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
      .annotate(OpenApi.Summary, "Whether calls can be sold: database alone")
      .annotate(
        OpenApi.Description,
        "Free. The probe for a load balancer: without the cache, calls are sold as well."
      )
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
