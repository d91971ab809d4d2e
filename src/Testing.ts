/**
 * The service for tests of a developer's own: a port answers what the test says (`Layer.mock`), and a call that was not
 * expected is a defect.
 *
 * ```ts
 * const rates = Layer.mock(ReferenceRates, {
 *   rates: () => Effect.succeed({ base: "EUR", date: "2022-06-29", rates: { USD: 1.0517 } })
 * })
 * const url = yield* Testing.serve(
 *   Layer.mergeAll(Testing.everyProvider, rates, Testing.agreeingFacilitator, Testing.inMemoryLedger)
 * )
 * ```
 */
import { createHash } from "node:crypto"
import * as HttpServer from "@effect/platform/HttpServer"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { providers } from "./Capabilities/index.ts"
import * as NodeServer from "./Http/NodeServer.ts"
import { Pauses } from "./Pauses.ts"
import { Facilitator } from "./Payment/facilitator/Facilitator.ts"
import * as InMemoryLedger from "./Payment/ledger/InMemoryLedger.ts"
import { Circuits } from "./Providers/client/Circuits.ts"
import * as Server from "./Server.ts"
import { Settings } from "./Settings.ts"
import * as Cache from "./Storage/Cache.ts"
import { Database } from "./Storage/Database.ts"
import * as WakeUps from "./Storage/WakeUps.ts"

/** Every provider, none of which expects a call; none is out of order. Merge a mock after it to answer for one. */
export const everyProvider = Layer.mergeAll(providers.mocks, Circuits.layer, Pauses.layer)

/** A facilitator that says yes to everything. A payment's transaction is the same however often it is settled. */
export const agreeingFacilitator = Layer.succeed(Facilitator, {
  verify: () => Effect.succeed({ isValid: true }),
  settle: ({ authorization: { from, nonce } }) =>
    Effect.sync(() => ({
      transaction: `0x${createHash("sha256").update(`${from.toLowerCase()} ${nonce}`).digest("hex")}`
    }))
})

/** A ledger that ends with its scope: nothing of it is kept. */
export const inMemoryLedger = Layer.merge(
  InMemoryLedger.layer,
  // Only the readiness check asks the database.
  Layer.mock(Database, { problem: Effect.succeedNone })
)

const required = {
  X402_PAY_TO: `0x${"0".repeat(39)}1`,
  CONTACT: "https://example.org/test",
  PORT: "0"
}

/**
 * Serves until its scope ends, at a free port of this machine, and yields its URL. `ports` are the providers, the
 * facilitator and the ledger; `environment` has settings as `.env` has them.
 */
export const serve = <Ports, E, R>(
  ports: Layer.Layer<Ports, E, R>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Server.layer(Layer.empty).pipe(
    Layer.provideMerge(NodeServer.layer),
    Layer.provide(Layer.mergeAll(ports, Cache.layerMemory, WakeUps.layerMemory)),
    Layer.provide(
      Layer.effect(
        Settings,
        Effect.withConfigProvider(
          Settings.config,
          ConfigProvider.fromMap(new Map(Object.entries({ ...required, ...environment })))
        )
      )
    ),
    Layer.build,
    Effect.map((services) => HttpServer.formatAddress(Context.get(services, HttpServer.HttpServer).address))
  )
