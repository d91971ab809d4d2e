/**
 * The program under test. The service within the prover's process: whole, over real HTTP on a port of its own, under a
 * clock that can be put forward.
 */
import { HttpServer } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import type { Clock } from "effect"
import { ConfigProvider, Context, Effect, Layer, Logger, Schedule } from "effect"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import * as NodeServer from "../../../src/Http/NodeServer.ts"
import * as Live from "../../../src/Live.ts"
import * as SqlLedger from "../../../src/Payment/ledger/SqlLedger.ts"
import * as Server from "../../../src/Server.ts"
import { Settings } from "../../../src/Settings.ts"
import { json } from "../../../src/Telemetry/Logger.ts"
import type { Query } from "../world/Database.ts"
import { WorldBroken } from "../world/Listener.ts"
import * as DatabaseClock from "./DatabaseClock.ts"

/** A running service. */
export interface Service {
  readonly url: string
  /** Asks its database, by its own way. */
  readonly query: Query
  /** The last lines of its log, warnings and worse. */
  readonly log: ReadonlyArray<string>
}

/** Lines of a log that are kept. */
const kept = 50

const keptLog = (lines: Array<string>) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(json, (line) => {
      if (/"level":"(?:info|debug|trace)"/.test(line)) return
      lines.push(line)
      if (lines.length > kept) lines.shift()
    })
  )

const ledger = Layer.provideMerge(SqlLedger.layer, DatabaseClock.following(Live.database))

/** The same, with the database's own time. */
const plainLedger = Layer.provideMerge(SqlLedger.layer, Live.database)

const portsOf = (ledger: typeof plainLedger) =>
  Layer.mergeAll(ledger, Live.facilitator, Live.chain, Live.providers).pipe(
    Layer.provideMerge(Live.shared),
    Layer.provideMerge(Outbound.layer)
  )

/**
 * Starts a service; it ends with the scope. The ledger's time is that of its clock, unless that is `wrong`: then it is
 * the time of those beside it.
 */
export const start = (environment: Readonly<Record<string, string>>, clock: Clock.Clock, isWrong = false) =>
  Effect.gen(function* () {
    const log: Array<string> = []
    const settings = Layer.effect(
      Settings,
      Effect.withConfigProvider(
        Settings.config,
        ConfigProvider.fromMap(new Map(Object.entries({ ...environment, PORT: "0" })))
      )
    )
    const services = yield* Layer.build(
      Server.layer(Layer.empty).pipe(
        Layer.provideMerge(NodeServer.layer),
        Layer.provideMerge(portsOf(isWrong ? plainLedger : ledger)),
        Layer.provideMerge(settings),
        Layer.provide(keptLog(log))
      )
    ).pipe(Effect.withClock(clock))
    const url = HttpServer.formatAddress(Context.get(services, HttpServer.HttpServer).address)
    yield* Effect.tryPromise(() => fetch(`${url}/health/ready`)).pipe(
      Effect.filterOrFail(({ status }) => status === 200),
      Effect.retry({ times: 400, schedule: Schedule.spaced("25 millis") }),
      Effect.mapError(
        () => new WorldBroken({ message: `a service does not become ready: ${log.join("\n")}` })
      )
    )
    const sql = Context.get(services, SqlClient.SqlClient)
    const query: Query = (statement, values = []) =>
      Effect.mapError(
        sql.unsafe(statement, values as ReadonlyArray<never>),
        (error) => new WorldBroken({ message: `a service's database: ${String(error)}` })
      )
    return { url, log, query } satisfies Service
  })
