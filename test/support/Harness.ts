/**
 * The whole service on a port of its own, as a test meets it: real HTTP, a real ledger, a facilitator that checks
 * real signatures and can be told to misbehave, and a provider that answers what the test says.
 */
import { HttpServer } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Logger, Option, Redacted, Schedule } from "effect"
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import * as NodeServer from "../../src/Http/NodeServer.ts"
import { Lifecycle } from "../../src/Lifecycle.ts"
import { Pauses } from "../../src/Pauses.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import type { Tables } from "../../src/Payment/ledger/memory/Tables.ts"
import { PauseStore } from "../../src/Payment/pause/PauseStore.ts"
import { ReferenceRates } from "../../src/Providers/ports/ReferenceRates.ts"
import * as SimulatedChain from "../../src/Sandbox/SimulatedChain.ts"
import * as SimulatedFacilitator from "../../src/Sandbox/SimulatedFacilitator.ts"
import * as Server from "../../src/Server.ts"
import { Settings } from "../../src/Settings.ts"
import * as Cache from "../../src/Storage/Cache.ts"
import type * as Database from "../../src/Storage/Database.ts"
import * as WakeUps from "../../src/Storage/WakeUps.ts"
import { json } from "../../src/Telemetry/Logger.ts"
import * as Testing from "../../src/Testing.ts"
import * as LedgerTable from "./LedgerTable.ts"
import { asset } from "./SignedPayment.ts"
import * as TestSettings from "./setup/TestSettings.ts"
import * as TestLedger from "./TestLedger.ts"

/** Buyers with 10 USDC each. */
export const buyers: ReadonlyArray<PrivateKeyAccount> = Array.from({ length: 72 }, (_, index) =>
  privateKeyToAccount(`0x${(index + 1).toString(16).padStart(64, "a")}`)
)

/** What a buyer has at the start, atomic USDC. */
export const openingBalance = 10_000_000n

type FacilitatorShape = Context.Tag.Service<Facilitator>
type Rates = Context.Tag.Service<ReferenceRates>["rates"]

/** What a test exchanges between two calls; `reset` gives back the honest ones. */
export class Knobs extends Context.Tag("test/Knobs")<
  Knobs,
  {
    verify: FacilitatorShape["verify"]
    settle: FacilitatorShape["settle"]
    rates: Rates
    /** How often each was called since `reset`. */
    readonly calls: { verify: number; settle: number; rates: number }
    readonly honest: FacilitatorShape
    readonly reset: () => void
  }
>() {}

/** Made-up rates: 1.5 for the first currency in the provider's (alphabetical) order, 2.5 for the next. */
export const someRates: Rates = ({ base, currencies }) =>
  Effect.succeed({
    base,
    date: "2022-06-29",
    rates: Object.fromEntries(currencies.map((code, index) => [code, code === base ? 1 : 1.5 + index]))
  })

/** A chain with funded buyers, an honest facilitator on it, and the knobs. */
export const world = Layer.effect(
  Knobs,
  Effect.map(Facilitator, (honest) => {
    const calls = { verify: 0, settle: 0, rates: 0 }
    const service: Context.Tag.Service<Knobs> = {
      ...honest,
      rates: someRates,
      calls,
      honest,
      reset: () => {
        Object.assign(service, { ...honest, rates: someRates })
        Object.assign(calls, { verify: 0, settle: 0, rates: 0 })
      }
    }
    return service
  })
).pipe(
  Layer.provideMerge(
    SimulatedFacilitator.layer({
      chainId: asset.chainId,
      asset,
      accounts: Object.fromEntries(buyers.map(({ address }) => [address, openingBalance]))
    })
  )
)

/** The ports that go by the knobs. */
const scripted = Layer.effectContext(
  Effect.map(Knobs, (knobs) =>
    Context.make(Facilitator, {
      verify: (submission) =>
        Effect.suspend(() => {
          knobs.calls.verify += 1
          return knobs.verify(submission)
        }),
      settle: (submission) =>
        Effect.suspend(() => {
          knobs.calls.settle += 1
          return knobs.settle(submission)
        })
    }).pipe(
      Context.add(ReferenceRates, {
        rates: (query) =>
          Effect.suspend(() => {
            knobs.calls.rates += 1
            return knobs.rates(query)
          })
      })
    )
  )
)

type Line = Readonly<Record<string, unknown>>

/** Keeps the log lines instead of printing them. */
const keptLog = (lines: Array<Line>) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(json, (line) => {
      lines.push(JSON.parse(line))
    })
  )

/** The service's ledger is in memory where these tables are given, else in the database that is. */
export interface Options {
  readonly tables?: Tables
  readonly storage?: { readonly databaseUrl: Option.Option<Redacted.Redacted>; readonly dataDir: string }
  /** Environment variables. */
  readonly environment?: Readonly<Record<string, string>>
  readonly sandbox?: boolean
  /** A database that is there already, in place of `storage`. */
  readonly database?: Layer.Layer<
    Database.Database | SqlClient.SqlClient | PgClient.PgClient,
    Database.OpenError
  >
  /** The database does not answer: a port where nobody listens. */
  readonly away?: boolean
}

const nowhere = {
  databaseUrl: Option.some(Redacted.make("postgres://postgres@127.0.0.1:1/nowhere")),
  dataDir: "unused"
}

/** Starts the service with providers that go by the knobs; it ends with the scope. */
export const start = (options: Options = {}) =>
  startWith(Layer.merge(Testing.everyProvider, scripted), options)

/** The same, with a chain that can be asked: the one behind the simulated facilitator. */
export const startOnChain = (options: Options = {}) =>
  startWith(Layer.mergeAll(Testing.everyProvider, scripted, SimulatedChain.chain), options)

/** Starts the service on other ports: a facilitator, and the providers. */
export const startWith = <Ports, E, R>(
  ports: Layer.Layer<Ports, E, R>,
  { tables, storage, environment, sandbox = false, away = false, database: present }: Options = {}
) =>
  Effect.gen(function* () {
    const lines: Array<Line> = []
    const settings = Layer.effect(
      Settings,
      Effect.map(TestSettings.within({ PORT: "0", ...environment })(Settings.config), (settings) => ({
        ...settings,
        sandbox
      }))
    )
    const place = away ? nowhere : storage
    const inDatabase = present ?? (place === undefined ? undefined : TestLedger.databaseAt(place))
    const ledger = yield* tables !== undefined
      ? Effect.succeed(TestLedger.inMemory(tables))
      : inDatabase !== undefined
        ? Effect.succeed(TestLedger.inDatabase(inDatabase))
        : TestLedger.make
    const services = yield* Layer.build(
      Server.layer(Layer.empty).pipe(
        Layer.provideMerge(NodeServer.layer),
        Layer.provideMerge(Layer.mergeAll(ledger, Cache.layerMemory, WakeUps.layerMemory, ports)),
        Layer.provideMerge(settings),
        Layer.provide(keptLog(lines))
      )
    )
    const url = HttpServer.formatAddress(Context.get(services, HttpServer.HttpServer).address)
    const ready = Effect.tryPromise(() => fetch(`${url}/health/ready`)).pipe(
      Effect.filterOrFail(({ status }) => status === 200)
    )
    if (!away)
      yield* Effect.retry(ready, { times: 200, schedule: Schedule.spaced("25 millis") }).pipe(Effect.orDie)
    return {
      url,
      /** What was logged, a line each. */
      lines,
      /** What is in the ledger. */
      table: Context.get(services, LedgerTable.LedgerTable),
      /** The database of a ledger that is in one; a defect for any other. */
      sql: Effect.orDie(Context.getOption(services, SqlClient.SqlClient)),
      lifecycle: Context.get(services, Lifecycle),
      /** What of the operator's the service goes by: pauses, and where they are kept. */
      operator: Effect.map(Effect.orDie(Context.getOption(services, Pauses)), (pauses) =>
        Context.make(Pauses, pauses).pipe(Context.add(PauseStore, Context.get(services, PauseStore)))
      ),
      settings: Context.get(services, Settings)
    }
  })
export type Running = Effect.Effect.Success<ReturnType<typeof start>>
