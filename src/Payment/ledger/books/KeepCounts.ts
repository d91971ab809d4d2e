/**
 * The counts of payments that are deleted, which the books keep.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"

/**
 * Adds the counts of deleted rows to `payment_days`: to be run in the statement that deletes them, so that each is counted
 * once. `removed` names the rows (`DELETE ... RETURNING payments.*`). Days are written in one order, so that two replicas
 * that sweep do not wait for each other.
 */
export const keepCounts = (sql: SqlClient.SqlClient, removed: string): Fragment => sql`
  INSERT INTO payment_days (day, capability, payer, uncharged, faults, failures, undecided)
  SELECT (gone.created_at AT TIME ZONE 'UTC')::date, gone.capability,
    CASE WHEN EXISTS (
      SELECT 1 FROM payments AS paid
      WHERE paid.network = gone.network AND paid.asset = gone.asset AND paid.payer = gone.payer
        AND paid.state IN ('settled', 'presumed_settled')
    ) THEN gone.payer ELSE '' END,
    SUM(gone.uncharged), SUM(gone.faults), SUM(gone.failures), COUNT(*) FILTER (WHERE gone.state = 'unknown')
  FROM ${sql(removed)} AS gone
  WHERE gone.uncharged + gone.faults + gone.failures > 0 OR gone.state = 'unknown'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, capability, payer) DO UPDATE SET
    uncharged = payment_days.uncharged + EXCLUDED.uncharged, faults = payment_days.faults + EXCLUDED.faults,
    failures = payment_days.failures + EXCLUDED.failures, undecided = payment_days.undecided + EXCLUDED.undecided`
