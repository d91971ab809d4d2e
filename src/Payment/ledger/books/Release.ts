/**
 * The statement that releases a payment.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { shortageMemory, unchargedWindow } from "../../Limits.ts"
import type { ReleaseReason } from "../Outcomes.ts"
import * as SqlTime from "../SqlTime.ts"
import { keepCounts } from "./KeepCounts.ts"

/**
 * Releases the payment that `mine` selects, counts its run, and remembers the reason of its payer, in one statement. Its
 * rows are the payments that were released; those of a run without a charge have their `capability`.
 */
export const make = (sql: SqlClient.SqlClient) => {
  const { before, later, now } = SqlTime.make(sql)

  return (mine: Fragment, reason: ReleaseReason): Statement<unknown> => {
    const released = (counter: Fragment) => sql`
      UPDATE payments SET state = 'released', payment_id = NULL, signature = '', ${counter}
      WHERE ${mine} RETURNING payer, amount, capability`
    const deleted = sql`
      refused AS (DELETE FROM payments WHERE ${mine} RETURNING payments.*), kept AS (${keepCounts(sql, "refused")})`
    switch (reason._tag) {
      case "NotRun":
        return released(sql`faults = faults + 1`)
      case "Refused":
        return sql`WITH ${deleted} SELECT payer FROM refused`
      case "RanUncharged":
        return sql`
        WITH released AS (${released(sql`uncharged = uncharged + 1`)})
        INSERT INTO payers (payer, uncharged, uncharged_since, changed_at)
        SELECT payer, 1, ${now}, ${now} FROM released
        ON CONFLICT (payer) DO UPDATE SET changed_at = EXCLUDED.changed_at,
          uncharged = CASE WHEN payers.uncharged_since > ${before(unchargedWindow)}
            THEN payers.uncharged + 1 ELSE 1 END,
          uncharged_since = CASE WHEN payers.uncharged_since > ${before(unchargedWindow)}
            THEN payers.uncharged_since ELSE EXCLUDED.uncharged_since END
        RETURNING (SELECT capability FROM released) AS capability`
      case "InsufficientBalance":
        return sql`
        WITH ${deleted}
        INSERT INTO payers (payer, short_until, short_amount, short_reason, changed_at)
        SELECT payer, ${later(shortageMemory)}, amount, ${reason.reason}::text, ${now}
        FROM refused
        ON CONFLICT (payer) DO UPDATE SET changed_at = EXCLUDED.changed_at,
          short_until = EXCLUDED.short_until, short_amount = EXCLUDED.short_amount,
          short_reason = EXCLUDED.short_reason
        RETURNING payer`
    }
  }
}
