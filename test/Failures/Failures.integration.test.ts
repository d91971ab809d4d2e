/**
 * The never-lies matrix: every operation of every provider meets every fault, through the real server.
 */
import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option } from "effect"
import { describe, it as plain } from "vitest"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import { Database } from "../../src/Storage/Database.ts"
import { buy } from "../support/Buyer.ts"
import { answer, type Fault, faultServer } from "../support/FaultServer.ts"
import { startWith, world } from "../support/Harness.ts"
import * as TestDatabase from "../support/TestDatabase.ts"
import { databaseAt } from "../support/TestLedger.ts"
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

/** The database of the setting, for a service of its own. */
const database = Effect.gen(function* () {
  return Layer.succeedContext(
    Context.make(Database, yield* Database).pipe(
      Context.add(SqlClient.SqlClient, yield* SqlClient.SqlClient),
      Context.add(PgClient.PgClient, yield* PgClient.PgClient)
    )
  )
})

/** The live providers, and a facilitator. */
const livePorts = (facilitator: Facilitator["Type"]) =>
  Live.providers.pipe(
    Layer.provideMerge(Layer.succeed(Facilitator, facilitator)),
    Layer.provide(Pacing.layerMemory),
    Layer.provide(Outbound.layer)
  )

const endless = new Set(["hang", "slow drip past the deadline"])

/** What a buyer sees when the operation meets the fault. */
const meet = (operation: Operation, name: string, fault: Fault | undefined) =>
  Effect.gen(function* () {
    const { origin } = yield* faultServer(provider(operation, fault ?? answer(500)))
    const { companion } = operation
    const { url } = yield* startWith(livePorts(yield* Facilitator), {
      database: yield* database,
      environment: {
        [operation.variable]: fault === undefined ? "http://127.0.0.1:1" : origin,
        ...(companion === undefined ? {} : { [companion.variable]: `${origin}${companion.prefix}` }),
        // Only what never ends meets the deadline; a busy machine must not.
        PROVIDER_DEADLINE: endless.has(name) ? "2 seconds" : "15 seconds",
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
            ([fault, play]) => Effect.map(meet(operation, fault, play), (cell) => [fault, cell] as const),
            { concurrency: 4 }
          )
          expect(Object.fromEntries(cells)).toEqual(new Map(Object.entries(expected)).get(name))
        }),
      60_000
    )
  }
})

layer(setting, { excludeTestServices: true, timeout: "60 seconds" })("a provider that hangs", (it) => {
  it.effect("holds up nobody else: another provider's call is answered while it hangs", () =>
    Effect.gen(function* () {
      const hanging = yield* faultServer(() => {})
      const well = yield* faultServer(provider(operations["frankfurter.latest"], answer(500)))
      const present = yield* database
      const { url } = yield* startWith(livePorts(yield* Facilitator), {
        database: present,
        environment: {
          GDELT_URL: hanging.origin,
          GDELT_PACE: "1 millis",
          FRANKFURTER_URL: `${well.origin}${movedTo}`,
          PROVIDER_DEADLINE: "3 seconds"
        }
      })
      const stuck = yield* Effect.fork(
        Effect.forEach(
          Array.from({ length: 20 }, (_, n) => ({
            ...operations["gdelt.search"],
            body: { query: `Nvidia ${n}00` }
          })),
          (operation) => Effect.promise(() => buy(url, operation)),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.repeat(
        Effect.delay(
          Effect.sync(() => hanging.requests.length),
          "10 millis"
        ),
        { until: (asked) => asked > 0 }
      )
      const answered = yield* Effect.promise(() => buy(url, operations["frankfurter.latest"]))
      expect(answered.status).toBe(200)
      expect(yield* Fiber.poll(stuck)).toEqual(Option.none())
      const late = yield* Fiber.join(stuck)
      expect(new Set(late.map(({ status }) => status))).toEqual(new Set([504]))
    }).pipe(Effect.scoped)
  )
})

describe("docs/failures.md", () => {
  plain("is what npm run matrix writes", () => {
    expect(readFileSync("docs/failures.md", "utf8")).toBe(render())
  })
})
