/**
 * The failures of the database.
 */
import type { SqlError } from "@effect/sql/SqlError"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Pg from "pg"
import { driverProblem, refusalProblem } from "./DatabaseProblem.ts"

/**
 * The database cannot run the statement now, but may later. Whether a write has happened is unknown: the connection may
 * have been lost after the server did it. `sqlState` is the error code of a server that refused
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.Literal(
    /** The migrations have not run yet. */
    "starting",
    /** There was no answer in time. */
    "timeout",
    /** There is no connection, or it was lost. */
    "connection",
    /** The server refuses: it is shutting down, full or read-only, rejects our password... */
    "refused"
  ),
  sqlState: Schema.optional(Schema.String),
  /** In words for the operator, where more is known than the reason. */
  words: Schema.optional(Schema.String)
}) {
  /** Why, for the operator: nothing of the server's own text. */
  get problem(): string {
    const code = this.sqlState === undefined ? "" : ` (${this.sqlState})`
    return `${this.words ?? sentences[this.reason]}${code}`
  }

  override get message() {
    return `The database is unavailable: ${this.problem}`
  }
}

const sentences = {
  starting: "its migrations are still running",
  timeout: "no answer in time",
  connection: "the connection failed",
  refused: "the server refuses"
} as const

/**
 * The statement is wrong or breaks a constraint. This is a bug of ours, so it is a defect. It names tables and
 * constraints; the server's own message, which has values, is left out.
 */
export class StatementRejected extends Schema.TaggedError<StatementRejected>()("StatementRejected", {
  /** Absent when the driver could not send the statement. */
  sqlState: Schema.optional(Schema.String),
  table: Schema.optional(Schema.String),
  constraint: Schema.optional(Schema.String)
}) {
  override get message() {
    const facts = [this.sqlState, this.table, this.constraint].filter(Predicate.isNotUndefined)
    return `The database rejects a statement${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`
  }
}

/**
 * Classes of SQLSTATE, and single codes, that are not the statement's fault: connection, no longer writable, the name
 * of a prepared statement unknown or in use, authorization, unknown database, rolled back in favour of another
 * transaction, a missing right, resources, stack depth (PGlite loses some at every error), locks, operator intervention,
 * disk, configuration, internal error.
 */
const unavailable = /^(08|25006|26000|28|3D|40|42501|42P05|53|54001|55P03|57|58|F0|XX)/

/** Whether an error of any type is a `SqlError`. */
export const isSqlError = <E>(error: E): error is Extract<E, SqlError> =>
  Predicate.isTagged(error, "SqlError")

/** Classifies a failed statement by the driver's error. */
export const judge = ({ cause }: SqlError): DatabaseUnavailable | StatementRejected => {
  if (cause instanceof Pg.DatabaseError) {
    const { code: sqlState, table, constraint } = cause
    return sqlState === undefined || unavailable.test(sqlState)
      ? new DatabaseUnavailable({
          reason: "refused",
          sqlState,
          words: refusalProblem(sqlState)
        })
      : new StatementRejected({ sqlState, table, constraint })
  }
  // The driver's own errors have no codes. All of them are about the connection, except for a value that it cannot
  // encode.
  return cause instanceof TypeError
    ? new StatementRejected({})
    : new DatabaseUnavailable({ reason: "connection", words: driverProblem(cause) })
}
