/**
 * The report: sales with their share of what the providers were asked. Pure; all sums are exact.
 */
import * as Usdc from "../../../src/Resources/Usdc.ts"
import { type Column, csv, table } from "../Table.ts"
import type { Asked, Sales } from "./Ledger.ts"
import type { Prices } from "./Prices.ts"

/** A row of the report. `cost` in millionths of a dollar. */
export interface Line extends Sales {
  readonly providerCalls: number
  readonly cost: bigint
}

/** The operations that a capability asks, by its id. */
export type Asks = ReadonlyMap<string, ReadonlyArray<string>>

/** Whose calls are nobody's: asked on a day without a run that could have asked them. */
const unassigned = { capability: "(none)", payer: "" }

const emptySales = {
  charged: 0,
  presumed: 0,
  given: 0,
  failed: 0,
  faults: 0,
  open: 0,
  replays: 0,
  revenue: 0n
}

/** Runs of the capability: a repetition asks no provider. */
const runsOf = ({ charged, failed, faults, given, open }: Sales) => charged + given + failed + faults + open

/** Calls in whole numbers by weight: in the order of the rows, with an exact sum. */
const shares = (calls: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  let reached = 0n
  let given = 0n
  return weights.map((weight) => {
    reached += BigInt(weight)
    const upTo = (BigInt(calls) * reached) / total
    const share = upTo - given
    given = upTo
    return Number(share)
  })
}

const costOf = (calls: number, operation: string, prices: Prices) =>
  BigInt(calls) * (prices.get(operation) ?? 0n)

/**
 * Spreads each day's calls of an operation over that day's runs of the capabilities that ask it: the ledger knows how often
 * an operation was asked, but not for whom, because an answer of the cache asks nobody, and one call may serve many.
 */
export const lines = (
  sales: ReadonlyArray<Sales>,
  asked: ReadonlyArray<Asked>,
  asks: Asks,
  prices: Prices
): ReadonlyArray<Line> => {
  const all: Array<Line> = sales.map((row) => ({ ...row, providerCalls: 0, cost: 0n }))
  const add = (index: number, calls: number, operation: string) => {
    const line = all[index]
    if (line === undefined) return
    all[index] = {
      ...line,
      providerCalls: line.providerCalls + calls,
      cost: line.cost + costOf(calls, operation, prices)
    }
  }
  const left: Array<Asked> = []
  for (const one of asked) {
    const askers = sales.flatMap((row, index) =>
      row.day === one.day && runsOf(row) > 0 && asks.get(row.capability)?.includes(one.operation) === true
        ? [{ index, runs: runsOf(row) }]
        : []
    )
    if (askers.length === 0) left.push(one)
    const weights = askers.map(({ runs }) => runs)
    for (const [at, share] of shares(one.calls, weights).entries())
      add(askers[at]?.index ?? -1, share, one.operation)
  }
  for (const day of new Set(left.map(({ day }) => day))) {
    const rest = left.filter((one) => one.day === day)
    all.push({
      ...emptySales,
      ...unassigned,
      day,
      providerCalls: rest.reduce((sum, { calls }) => sum + calls, 0),
      cost: rest.reduce((sum, { calls, operation }) => sum + costOf(calls, operation, prices), 0n)
    })
  }
  return all.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

const number = (title: string, of: (line: Line) => number | bigint): Column<Line> => ({
  title,
  of: (line) => String(of(line)),
  right: true
})

const columns: ReadonlyArray<Column<Line>> = [
  { title: "day", of: ({ day }) => day },
  { title: "capability", of: ({ capability }) => capability },
  { title: "payer", of: ({ payer }) => payer },
  number("calls", (line) => runsOf(line) + line.replays),
  number("charged", ({ charged }) => charged),
  number("presumed", ({ presumed }) => presumed),
  number("given", ({ given }) => given),
  number("failed", ({ failed }) => failed),
  number("faults", ({ faults }) => faults),
  number("open", ({ open }) => open),
  number("replays", ({ replays }) => replays),
  { title: "revenue_usdc", of: ({ revenue }) => Usdc.format(revenue), right: true },
  number("provider_calls", ({ providerCalls }) => providerCalls),
  { title: "provider_cost_usd", of: ({ cost }) => Usdc.format(cost), right: true }
]

const total = (all: ReadonlyArray<Line>): Line =>
  all.reduce(
    (sum, line) => ({
      day: "total",
      capability: "",
      payer: "",
      charged: sum.charged + line.charged,
      presumed: sum.presumed + line.presumed,
      given: sum.given + line.given,
      failed: sum.failed + line.failed,
      faults: sum.faults + line.faults,
      open: sum.open + line.open,
      replays: sum.replays + line.replays,
      revenue: sum.revenue + line.revenue,
      providerCalls: sum.providerCalls + line.providerCalls,
      cost: sum.cost + line.cost
    }),
    { ...emptySales, day: "total", capability: "", payer: "", providerCalls: 0, cost: 0n }
  )

/** As CSV: a line for each row, no totals. */
export const asCsv = (all: ReadonlyArray<Line>): ReadonlyArray<string> => csv(columns, all)

/** As a table with its totals, and what each operation was asked and costs. */
export const asTable = (
  all: ReadonlyArray<Line>,
  asked: ReadonlyArray<Asked>,
  prices: Prices
): ReadonlyArray<string> => {
  const operations = [...new Set(asked.map(({ operation }) => operation))].sort().map((operation) => ({
    operation,
    calls: asked.reduce((sum, one) => sum + (one.operation === operation ? one.calls : 0), 0)
  }))
  const ofOperations: ReadonlyArray<Column<(typeof operations)[number]>> = [
    { title: "operation", of: ({ operation }) => operation },
    { title: "calls", of: ({ calls }) => String(calls), right: true },
    { title: "usd_a_call", of: ({ operation }) => Usdc.format(prices.get(operation) ?? 0n), right: true },
    {
      title: "cost_usd",
      of: ({ calls, operation }) => Usdc.format(costOf(calls, operation, prices)),
      right: true
    }
  ]
  return [
    ...table(columns, [...all, total(all)]),
    ...(operations.length === 0 ? [] : ["", ...table(ofOperations, operations)]),
    "",
    "Days are UTC. The calls of providers and their cost are an estimate in each row, spread over the runs of the day;",
    "their sums are what was asked, at the prices of the list: free quotas and plans by the month are not in it."
  ]
}
