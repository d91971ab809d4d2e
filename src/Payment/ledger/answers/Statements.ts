/**
 * What gives and drops the answer of a payment: whole statements, and parts of others (`SqlSettle` stores it). The payment and its answer
 * change in the same statement.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { maxReplays, retention } from "../Ledger.ts"
import * as SqlTime from "../SqlTime.ts"

/** The columns of a payment's key, and the moment of its answer. */
export const columns = (sql: SqlClient.SqlClient) => sql`network, asset, payer, nonce, answered_at`

/** Whether a row of `answers` is the answer of a payment, of whose row the table `payment` has `columns`. */
export const isOf = (sql: SqlClient.SqlClient, payment: string): Fragment => {
  const its = sql(payment)
  return sql`answers.stored_at = ${its}.answered_at AND answers.network = ${its}.network
    AND answers.asset = ${its}.asset AND answers.payer = ${its}.payer AND answers.nonce = ${its}.nonce`
}

/** Deletes the answers of the payments in a table that has `columns`. */
export const deleted = (sql: SqlClient.SqlClient, payments: string): Fragment =>
  sql`DELETE FROM answers USING ${sql(payments)} WHERE ${isOf(sql, payments)}`

/** Gives the answer of the payment that `its` selects once more, and counts it. */
export const replay = (sql: SqlClient.SqlClient, its: Fragment): Statement<unknown> => sql`
  WITH given AS (
    UPDATE payments SET replays = replays + 1
    WHERE ${its} AND state IN ('settled', 'presumed_settled') AND answered_at IS NOT NULL
      AND replays < ${maxReplays} AND settled_at > ${SqlTime.make(sql).before(retention)}
    RETURNING ${columns(sql)}, response_hash, capability
  )
  SELECT body, headers, response_hash AS hash, capability FROM given JOIN answers ON ${isOf(sql, "given")}`

/**
 * The table `given_up`, for a statement: gives up the payment that `mine` selects, and deletes its answer if there is one.
 * `change`: what is written beside that. The row is locked before it is judged: `mine` holds to the end of the statement.
 */
export const givenUp = (sql: SqlClient.SqlClient, mine: Fragment, change: Fragment): Fragment => sql`
  mine AS MATERIALIZED (SELECT ${columns(sql)} FROM payments WHERE ${mine} FOR UPDATE),
  given_up AS (
    UPDATE payments SET ${change}, payment_id = NULL, signature = '', answered_at = NULL, response_hash = NULL
    FROM mine WHERE (payments.network, payments.asset, payments.payer, payments.nonce) =
      (mine.network, mine.asset, mine.payer, mine.nonce) RETURNING payments.payer
  ),
  forgotten AS (${deleted(sql, "mine")})`
