/**
 * The operations of a ledger that are measured: those of a sale, those of a buyer that asks again, those of the
 * background, and those of the operator's programs.
 */
import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Layer, Option, type Scope } from "effect"
import { Ledger, type PaymentKey, type Reservation } from "../../../src/Payment/ledger/Ledger.ts"
import { PendingPayments } from "../../../src/Payment/ledger/PendingPayments.ts"
import { Retention } from "../../../src/Payment/ledger/Retention.ts"
import type { Settings } from "../../../src/Settings.ts"
import * as LedgerDatabase from "../../books/LedgerDatabase.ts"
import * as Books from "../../books/Payments.ts"
import * as Report from "../../books/report/Ledger.ts"
import { type BenchFailure, because } from "../Failure.ts"
import * as Database from "../servers/Database.ts"
import { type Cost, connections, measure } from "./Measure.ts"
import type { Facts } from "./Place.ts"
import * as Rows from "./Rows.ts"
import * as Sales from "./Sales.ts"

/** A ledger that is measured. */
export interface Side {
  readonly url: string
  readonly services: Context.Context<Ledger | PendingPayments | Retention | SqlClient.SqlClient>
  /** The rows that it was filled with; the empty one has none. */
  readonly facts: Option.Option<Facts>
  readonly payers: ReadonlyArray<string>
}

/** The costs of one round, by operation. */
export type Round = ReadonlyMap<string, Cost>

/** The most answers that the sweeper drops at a time. */
const batch = 500

const isTrue = (result: boolean) => result
const day = 86_400

const anyOf = (payers: ReadonlyArray<string>, count: number) =>
  Array.from({ length: count }, () => payers[Math.floor(Math.random() * payers.length)] ?? "")

const keysOf = ({ facts, url }: Side, sold: ReadonlyArray<Reservation>, from: number, to: number) =>
  Option.match(facts, {
    onNone: () => Effect.succeed(sold.map(({ key }) => key)),
    onSome: (facts) =>
      Effect.map(
        Database.query(url, Rows.keys(facts, sold.length, from, to)),
        (rows) => rows as unknown as ReadonlyArray<PaymentKey>
      )
  })

const at = (day: number) => new Date(day).toISOString().slice(0, 10)

/** One round of all operations. `whole`: with the programs that read much. */
export const round = (
  side: Side,
  calls: number,
  whole: boolean
): Effect.Effect<Round, BenchFailure, Settings | Scope.Scope> =>
  Effect.gen(function* () {
    const { facts, payers, url } = side
    const ledger = yield* Ledger
    const pending = yield* PendingPayments
    const retention = yield* Retention
    const costs = new Map<string, Cost>()
    const timed = <A, R, E, Argument>(
      name: string,
      run: ReadonlyArray<Argument>,
      operation: (argument: Argument) => Effect.Effect<A, E, R>,
      isRight: (result: A) => boolean,
      concurrency = 1
    ) =>
      Effect.map(measure(name, url, run, operation, isRight, concurrency), (cost) => {
        costs.set(name, cost)
      })

    const settling = (sale: Reservation) =>
      ledger.storeAnswer(sale.key, sale.attempt, Sales.answer, Sales.payload(sale))
    const settled = ({ key }: Reservation) => ledger.recordTransfer(key, Sales.transaction(key))

    const sold = Sales.sales(anyOf(payers, calls))
    yield* timed("reserve", sold, ledger.reserve, ({ _tag }) => _tag === "Reserved")
    yield* timed("settling", sold, settling, isTrue)
    yield* timed("settled", sold, settled, isTrue)
    const given = Sales.sales(anyOf(payers, calls))
    yield* Effect.forEach(given, (sale) => Effect.mapError(ledger.reserve(sale), because("reserve")))
    yield* timed(
      "release",
      given,
      ({ attempt, key }) => ledger.release(key, attempt, { _tag: "NotRun" }),
      isTrue
    )

    const old = yield* keysOf(side, sold, 2 * day, 80 * day)
    const young = yield* keysOf(side, sold, day / 24, (20 * day) / 24)
    const again = young.map((key, number) => ({ ...Sales.sale(key.payer, number), key }))
    yield* timed("reserve, paid before", again, ledger.reserve, ({ _tag }) => _tag === "AlreadyReserved")
    yield* timed("find", old, ledger.find, Option.isSome)
    yield* timed("replay", young, ledger.replay, Option.isSome)
    yield* timed("status", old, ledger.status, Option.isSome)

    const sell = (sale: Reservation) =>
      Effect.zipRight(Effect.zipRight(ledger.reserve(sale), settling(sale)), settled(sale))
    yield* timed("sale, 10 at once", Sales.sales(anyOf(payers, calls)), sell, isTrue, connections)
    const one = anyOf(payers, 1)
    const ofOne = Sales.sales(Array.from({ length: calls }, () => one[0] ?? ""))
    yield* timed("sale, 10 at once of one payer", ofOne, sell, isTrue, connections)

    yield* timed("counts for the metrics", [1, 2, 3], () => pending.stats, Boolean)
    yield* Database.query(url, Rows.writeDue({ payers: payers.length }, 4 * batch))
    yield* timed("sweep of 500 answers", [batch, batch, batch], retention.dropResponses, (n) => n === batch)

    if (!whole) return costs
    const now = yield* Effect.mapError(ledger.now, because("the clock"))
    const days = Option.match(facts, { onNone: () => 30, onSome: ({ days }) => Math.min(30, days) })
    const period = { from: at(now - (days - 1) * day * 1000), to: at(now) }
    yield* Effect.all([
      timed("report of 30 days", [period], Report.sales, (lines) => lines.length > 0),
      timed("report of a day", [{ from: at(now), to: at(now) }], Report.sales, (lines) => lines.length > 0),
      timed("reconcile: read of a day", [now / 1000 - day], Books.countedSince, (rows) => rows.length > 0)
    ]).pipe(Effect.provide(Layer.orDie(LedgerDatabase.server(url))))
    // What these took must not count for the next round: an idle connection tells it after ten seconds.
    yield* Effect.sleep("11 seconds")
    return costs
  }).pipe(Effect.provide(side.services))
