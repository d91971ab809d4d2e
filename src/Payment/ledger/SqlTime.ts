/**
 * The ledger's time: the database's, which all replicas share. By its own clock, a replica whose clock is wrong would
 * take what others hold, and delete what they keep.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Duration from "effect/Duration"
import { statementLimit } from "../../Storage/Database.ts"
import { longestWindow, oldWindow } from "./Ledger.ts"

/**
 * The only clock of the ledger's statements, stable within one statement. A test replaces it in a database of its own,
 * to let time pass.
 */
export const clockFunction = (sql: SqlClient.SqlClient) => sql`
  CREATE FUNCTION almanac_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT statement_timestamp()'`

/**
 * How a function of the ledger begins that waits for locks: it gives up when nobody waits for it any more. The server would
 * go on for as long as somebody keeps the lock, with a connection for each repetition of a call, until it had none left.
 */
export const boundLocks = (sql: SqlClient.SqlClient): Fragment =>
  sql.literal(`PERFORM set_config('lock_timeout', '${Duration.toMillis(statementLimit)}ms', true);`)

/** Moments in statements. */
export interface SqlTime {
  readonly now: Fragment
  /** The duration is part of the statement's text. */
  readonly interval: (duration: Duration.Duration) => Fragment
  /** The duration is part of the statement's text. */
  readonly later: (duration: Duration.Duration) => Fragment
  readonly before: (duration: Duration.Duration) => Fragment
  /** The duration is a value, for durations that differ from call to call. */
  readonly laterBy: (duration: Duration.Duration) => Fragment
  /** When a row's payment is over, in Unix seconds: see `endOf`. */
  readonly endsAt: Fragment
}

/** Moments relative to the present. */
export const make = (sql: SqlClient.SqlClient): SqlTime => {
  const interval = (duration: Duration.Duration) =>
    sql.literal(`INTERVAL '${Duration.toMillis(duration)} milliseconds'`)
  const seconds = (duration: Duration.Duration) => sql.literal(String(Duration.toSeconds(duration)))
  const created = sql.literal("FLOOR(EXTRACT(EPOCH FROM created_at))")
  return {
    now: sql`almanac_now()`,
    interval,
    later: (duration) => sql`almanac_now() + ${interval(duration)}`,
    before: (duration) => sql`almanac_now() - ${interval(duration)}`,
    laterBy: (duration) =>
      sql`almanac_now() + ${Duration.toMillis(duration)}::float8 * INTERVAL '1 millisecond'`,
    endsAt: sql`CASE WHEN valid_before > ${created} + ${seconds(longestWindow)} THEN ${created} + ${seconds(oldWindow)}
      ELSE valid_before END`
  }
}
