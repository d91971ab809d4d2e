/**
 * What the ledger has for a report.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Settings } from "../../../src/Settings.ts"

/** UTC days, both of them included. */
export interface Period {
  readonly from: string
  readonly to: string
}

const Count = Schema.NumberFromString

/** Counts of a day, a capability and a payer (`''`: payers that never paid, whose rows are gone). Revenue in atomic units. */
const Sales = Schema.Struct({
  day: Schema.String,
  capability: Schema.String,
  payer: Schema.String,
  charged: Count,
  presumed: Count,
  given: Count,
  failed: Count,
  faults: Count,
  open: Count,
  replays: Count,
  revenue: Schema.BigInt
})
export type Sales = typeof Sales.Type

/** Calls of a provider's operation on a day. */
const Asked = Schema.Struct({ day: Schema.String, operation: Schema.String, calls: Count })
export type Asked = typeof Asked.Type

const decodeSales = Schema.decodeUnknown(Schema.Array(Sales))
const decodeAsked = Schema.decodeUnknown(Schema.Array(Asked))

/**
 * Sales by day. What was charged, and its repetitions, are of the day of the settlement; everything else is of the day of
 * the payment's last reservation. Payments of another chain than the settings' are left out, as far as their rows are there.
 */
export const sales = ({ from, to }: Period) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { asset, network } = (yield* Settings).payment.chain
    // What is not of the period is left out at once: a ledger may have ten million rows.
    const during = (moment: string) => sql`(${sql(moment)} >= ${from}::date::timestamp AT TIME ZONE 'UTC'
      AND ${sql(moment)} < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC')`
    const rows = yield* sql`
      WITH own AS (
        SELECT capability, payer, state, amount, uncharged, faults, failures, replays,
          (created_at AT TIME ZONE 'UTC')::date AS day, (settled_at AT TIME ZONE 'UTC')::date AS settled_on
        FROM payments WHERE network = ${network} AND asset = ${asset.address.toLowerCase()}
          AND (${during("created_at")} OR ${during("settled_at")})
      ), counted AS (
        SELECT settled_on AS day, capability, payer, 1 AS charged, (state = 'presumed_settled')::int AS presumed,
          0 AS given, 0 AS failed, 0 AS faults, 0 AS open, replays, amount
        FROM own WHERE state IN ('settled', 'presumed_settled')
        UNION ALL
        SELECT day, capability, payer, 0, 0, uncharged, failures, faults,
          (state IN ('reserved', 'settling', 'unknown'))::int, 0, 0
        FROM own
        UNION ALL
        SELECT day, capability, payer, 0, 0, uncharged, failures, faults, undecided, 0, 0 FROM payment_days
      )
      SELECT day::text AS day, capability, payer, SUM(charged)::text AS charged, SUM(presumed)::text AS presumed,
        SUM(given)::text AS given, SUM(failed)::text AS failed, SUM(faults)::text AS faults, SUM(open)::text AS open,
        SUM(replays)::text AS replays, SUM(amount)::text AS revenue
      FROM counted WHERE day BETWEEN ${from}::date AND ${to}::date
      GROUP BY 1, 2, 3
      HAVING SUM(charged + given + failed + faults + open + replays) > 0
      ORDER BY 1, 2, 3`
    return yield* Effect.orDie(decodeSales(rows))
  })

/** What providers were asked, by day. */
export const asked = ({ from, to }: Period) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`
      SELECT day::text AS day, operation, calls::text AS calls FROM provider_calls
      WHERE day BETWEEN ${from}::date AND ${to}::date ORDER BY day, operation`
    return yield* Effect.orDie(decodeAsked(rows))
  })
