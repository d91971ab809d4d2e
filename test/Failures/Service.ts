/**
 * The service with its live providers and every key set, as it is to keep silent: all that it logs and traces.
 */
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Logger, LogLevel, Schema } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Pace from "../../src/Providers/client/Pacing.ts"
import { Database } from "../../src/Storage/Database.ts"
import { startWith, world } from "../support/Harness.ts"
import * as TestDatabase from "../support/TestDatabase.ts"
import { databaseAt } from "../support/TestLedger.ts"
import { contact, keys } from "./Marks.ts"
import { recorder } from "./Recorder.ts"

/** One database for all services, and one facilitator. */
export const setting = Layer.unwrapScoped(Effect.map(TestDatabase.make, databaseAt)).pipe(
  Layer.provideMerge(world)
)

/** Starts the service in the setting; debug level is logged. */
export const serve = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const database = Layer.succeedContext(
      Context.make(Database, yield* Database).pipe(
        Context.add(SqlClient.SqlClient, yield* SqlClient.SqlClient),
        Context.add(PgClient.PgClient, yield* PgClient.PgClient)
      )
    )
    const ports = Live.providers.pipe(
      Layer.provideMerge(Layer.succeed(Facilitator, yield* Facilitator)),
      Layer.provide(Pace.layerMemory),
      Layer.provide(Outbound.layer)
    )
    const { spans, tracer } = recorder()
    const { url, lines } = yield* startWith(ports, {
      database,
      environment: {
        ...keys,
        CONTACT: `mailto:${contact}@example.org`,
        GDELT_PACE: "1 millis",
        ...environment
      }
    }).pipe(Effect.withTracer(tracer), Logger.withMinimumLogLevel(LogLevel.All))
    return { url, lines, spans }
  })

const Body = Schema.parseJson(
  Schema.Struct(
    { data: Schema.optional(Schema.Unknown), error: Schema.optional(Schema.Unknown) },
    { key: Schema.String, value: Schema.Unknown }
  )
)

const decoded = (header: string | null) => Buffer.from(header ?? "", "base64").toString()

/** A call, and all that its answer tells: of the body, `data` apart. Of headers, the encoded ones decoded as well. */
export const ask = (url: string, header: string, question: string) =>
  Effect.gen(function* () {
    const response = yield* Effect.promise(() =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "payment-signature": header },
        body: question
      })
    )
    const { headers, status } = response
    const text = yield* Effect.promise(() => response.text())
    const { data, ...body } = yield* Schema.decodeUnknown(Body)(text)
    const encoded = [headers.get("payment-response"), headers.get("payment-required")]
    return { status, headers, data, told: { headers: [...headers, ...encoded.map(decoded)], body } }
  })
