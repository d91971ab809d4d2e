/**
 * A run as tables. Pure.
 */
import { median, percentile } from "../report/Statistics.ts"
import { number, type Table } from "../report/Table.ts"
import type { Cost } from "./Measure.ts"
import type { Results } from "./Run.ts"

const costs = (results: Results, name: string) => {
  const of = (side: "empty" | "filled") =>
    results[side].flatMap((round) => {
      const cost = round.get(name)
      return cost === undefined ? [] : [cost]
    })
  return { empty: of("empty"), filled: of("filled") }
}

const middle = (costs: ReadonlyArray<Cost>, pick: (cost: Cost) => number) => number(median(costs.map(pick)))

/** Of one operation, the median of its rounds' medians: a round beside another program counts as one. */
const waited = (costs: ReadonlyArray<Cost>) => middle(costs, ({ waits }) => median(waits))
const slow = (costs: ReadonlyArray<Cost>) => middle(costs, ({ waits }) => percentile(waits, 0.95))

const names = ({ filled }: Results) => [...new Set(filled.flatMap((round) => [...round.keys()]))]

const timeTable = (results: Results): Table => ({
  title: `Milliseconds a call: an empty ledger, and one of ${results.facts.rows} rows`,
  head: ["operation", "empty", "filled", "empty, p95", "filled, p95", "in the database, empty", "filled"],
  rows: names(results).map((name) => {
    const { empty, filled } = costs(results, name)
    const inside = ({ databaseMs }: Cost) => databaseMs
    return [
      name,
      waited(empty),
      waited(filled),
      slow(empty),
      slow(filled),
      middle(empty, inside),
      middle(filled, inside)
    ]
  })
})

const writeTable = (results: Results): Table => ({
  title: "Write-ahead log in KB a call, and pages a call that were not in the database's memory",
  head: ["operation", "WAL, empty", "WAL, filled", "pages, empty", "pages, filled"],
  rows: names(results).map((name) => {
    const { empty, filled } = costs(results, name)
    const wal = ({ walBytes }: Cost) => walBytes / 1024
    const reads = ({ reads }: Cost) => reads
    return [name, middle(empty, wal), middle(filled, wal), middle(empty, reads), middle(filled, reads)]
  })
})

const megabytes = (bytes: number) => number(bytes / 2 ** 20)

const sizeTable = ({ facts, sizes }: Results): Table => ({
  title: `Size of ${facts.rows} rows`,
  head: ["table or index", "rows", "heap MB", "TOAST MB", "indexes MB", "bytes a row of the ledger"],
  rows: sizes.map(({ heap, indexes, name, rows, toast }) => [
    name,
    String(rows),
    megabytes(heap),
    megabytes(toast),
    megabytes(indexes),
    number((heap + toast + indexes) / facts.rows)
  ])
})

/** All tables. */
export const tables = (results: Results): ReadonlyArray<Table> => [
  timeTable(results),
  writeTable(results),
  sizeTable(results)
]

/** Where and with what the run was made. */
export const lines = ({ calls, date, facts, filled, machine }: Results): ReadonlyArray<string> => [
  `Run of ${date}: ${filled.length} rounds of ${calls} calls.`,
  `Machine: ${Object.entries(machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ")}.`,
  `Filled with ${facts.rows} rows over ${facts.days} days by ${facts.payers} payers in ${number(facts.fillSeconds)} s; then ` +
    `VACUUM (ANALYZE) took ${number(facts.vacuumSeconds)} s, and another index (on created_at) ${number(facts.indexSeconds)} s.`
]
