/**
 * The leases that dead processes leave in the ledger.
 */
import { Effect } from "effect"
import type { Database } from "../servers/Postgres.ts"

/** Milliseconds for which a process holds a payment without renewing it. */
const longest = 15_000

/** Nobody waits for a dead process for longer than its lease; a test does not even wait for that. */
export const end = ({ query }: Database) =>
  Effect.gen(function* () {
    const rows = yield* query(
      "SELECT lease_until FROM payments WHERE state IN ('reserved', 'settling', 'unknown')"
    )
    const ends = rows.map((row) => new Date(String(row["lease_until"])).getTime())
    if (ends.some((until) => until > Date.now() + longest)) throw new Error("a lease is too long")
    yield* query("UPDATE payments SET lease_until = now() - interval '1 minute' WHERE settled_at IS NULL")
  })
