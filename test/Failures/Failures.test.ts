/**
 * The never-lies matrix: every operation of every provider meets every fault, through the real server.
 */
import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { describe, it as plain } from "vitest"
import * as Live from "../../src/Live.ts"
import * as Outbound from "../../src/Outbound.ts"
import { Facilitator } from "../../src/Payment/Facilitator.ts"
import * as Pace from "../../src/Providers/Pace.ts"
import { Database } from "../../src/Storage/Database.ts"
import { buy } from "../Http/Buyer.ts"
import { databaseAt, startWith, world } from "../Http/Service.ts"
import * as TestDatabase from "../Http/TestDatabase.ts"
import { answer, type Fault, faultServer } from "../Providers/FaultServer.ts"
import { type Cell, expected } from "./Expected.ts"
import { faults, movedTo } from "./Faults.ts"
import { type Operation, operations } from "./Operations.ts"
import { render } from "./Render.ts"

/** One database for all services of the matrix, and one facilitator. */
const setting = Layer.unwrapScoped(Effect.map(TestDatabase.make, databaseAt)).pipe(Layer.provideMerge(world))

/** A provider that misbehaves in this operation alone. */
const provider =
  (operation: Operation, fault: Fault): Fault =>
  (response, request) => {
    const url = request.url ?? ""
    if (url.startsWith(movedTo))
      return answer(200, operation.replies.good, { "content-type": "application/json" })(response, request)
    if (operation.isOwn(url)) return fault(response, request)
    const other = Object.entries(operation.others ?? {}).find(([path]) => url.startsWith(path))
    return (other?.[1] ?? answer(404))(response, request)
  }

/** What a buyer sees when the operation meets the fault. */
const meet = (operation: Operation, fault: Fault | undefined) =>
  Effect.gen(function* () {
    const { origin } = yield* faultServer(provider(operation, fault ?? answer(500)))
    const { companion } = operation
    const present = Layer.succeedContext(
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
    const { url } = yield* startWith(ports, {
      database: present,
      environment: {
        [operation.variable]: fault === undefined ? "http://127.0.0.1:1" : origin,
        ...(companion === undefined ? {} : { [companion.variable]: `${origin}${companion.prefix}` }),
        PROVIDER_DEADLINE: "600 millis",
        GDELT_PACE: "1 millis"
      }
    })
    const { status, headers, body } = yield* Effect.promise(() => buy(url, operation))
    const retryAfter = headers.get("retry-after")
    const cell: Cell = {
      status,
      ...(body.error === undefined ? {} : { code: body.error.code, retryable: body.error.retryable }),
      ...(retryAfter === null ? {} : { retryAfter: Number(retryAfter) }),
      charged: headers.has("payment-response")
    }
    return cell
  }).pipe(Effect.scoped)

layer(setting, { excludeTestServices: true, timeout: "60 seconds" })("a provider that fails", (it) => {
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    it.effect(
      `is told as what it is: ${name}`,
      () =>
        Effect.gen(function* () {
          const cells = yield* Effect.forEach(
            Object.entries(faults(operation.replies)),
            ([fault, play]) => Effect.map(meet(operation, play), (cell) => [fault, cell] as const),
            { concurrency: 4 }
          )
          expect(Object.fromEntries(cells)).toEqual(new Map(Object.entries(expected)).get(name))
        }),
      60_000
    )
  }
})

describe("docs/failures.md", () => {
  plain("is what npm run matrix writes", () => {
    expect(readFileSync("docs/failures.md", "utf8")).toBe(render())
  })
})
