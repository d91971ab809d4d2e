/**
 * The books of a period: options, and what is printed.
 */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { capabilities, providers } from "../../../src/Capabilities/index.ts"
import { Misused } from "../Failure.ts"
import { Day, flag, optional, reader } from "../Options.ts"
import * as Program from "../Program.ts"
import * as Ledger from "./Ledger.ts"
import * as Prices from "./Prices.ts"
import * as Report from "./Report.ts"

const usage = `npm run report -- [options]        in the image: node dist/report.cjs [options]

  --from DAY     the first day, UTC, such as 2026-01-31 (29 days before the last)
  --to DAY       the last day (today)
  --csv          a line for each row, for other programs; without it a table with totals
  --prices FILE  what calls of providers cost, as {"openalex.search":"0.001"} in dollars
  --help         this

For each day, capability and payer: calls, and how many of them were charged, presumed to be (a part of those charged),
ran without a charge, failed to settle, ended by a fault, are open or were given up undecided, and repeated an answer.
Reads DATABASE_URL or DATA_DIR as the service does; an embedded ledger is its service's alone while that runs.
Exit code: 0 the report is printed, 2 it could not be made.`

const read = reader(
  { from: { type: "string" }, to: { type: "string" }, prices: { type: "string" }, csv: { type: "boolean" } },
  Schema.Struct({
    from: optional(Day),
    to: optional(Day),
    prices: optional(Schema.String),
    csv: flag
  })
)

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** The operations that each capability may ask. */
const asks: Report.Asks = new Map(capabilities.all.map(({ asks, id }) => [id, asks(Option.none())]))
const operations = providers.all.flatMap(({ operations }) => operations)

/** The program. */
export const report = Program.define({
  usage,
  read: (words) =>
    Effect.gen(function* () {
      const request = yield* read(words)
      const now = yield* Clock.currentTimeMillis
      const to = request.to ?? dayOf(now)
      const from = request.from ?? dayOf(Date.parse(to) - Duration.toMillis(Duration.days(29)))
      if (from > to) return yield* new Misused({ message: `--from ${from} is after --to ${to}` })
      return { ...request, from, to }
    }),
  work: ({ csv, from, prices: file, to }) =>
    Effect.gen(function* () {
      const prices = file === undefined ? Prices.listed : yield* Prices.fromFile(file, operations)
      const asked = yield* Ledger.asked({ from, to })
      const lines = Report.lines(yield* Ledger.sales({ from, to }), asked, asks, prices)
      return { lines: csv ? Report.asCsv(lines) : Report.asTable(lines, asked, prices), code: 0 }
    })
})
