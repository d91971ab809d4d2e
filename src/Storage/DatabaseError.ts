/**
 * How the database can fail, decided at its edge.
 */
import type { SqlError } from "@effect/sql/SqlError"
import { Predicate, Schema } from "effect"
import * as Pg from "pg"

/**
 * The database cannot do it now; later it may. Whether a write has happened is then unknown: the connection may have
 * been lost after the server did it. `sqlState` is the server's error code
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), when it was the server that refused.
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.Literal(
    /** The migrations have not run yet. */
    "starting",
    /** No answer in time. */
    "timeout",
    /** There is no connection, or it was lost. */
    "connection",
    /** The server is there and refuses: it is shutting down, full, read-only, does not know our password... */
    "refused"
  ),
  sqlState: Schema.optional(Schema.String)
}) {
  override get message() {
    return `The database is unavailable: ${this.reason}${this.sqlState === undefined ? "" : ` (${this.sqlState})`}`
  }
}

/**
 * The statement is wrong, or breaks a constraint: a bug of ours, and a defect. Names of tables and constraints, and
 * no values: the server's message would have them.
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
 * Classes of SQLSTATE, and single codes, that do not blame the statement: connection, no longer writable, a name for a
 * statement that the connection does not know or has already, who we are, unknown database, rolled back in favour of
 * another transaction, resources, no stack left (PGlite loses some at every error), locks, operators, disk,
 * configuration, internal.
 */
const unavailable = /^(08|25006|26000|28|3D|40|42P05|53|54001|55P03|57|58|F0|XX)/

/** A `SqlError`, also where its type is not known. */
export const isSqlError = <E>(error: E): error is Extract<E, SqlError> =>
  Predicate.isTagged(error, "SqlError")

/** Judges a failed statement by what the driver reports. */
export const judge = ({ cause }: SqlError): DatabaseUnavailable | StatementRejected => {
  if (cause instanceof Pg.DatabaseError) {
    const { code: sqlState, table, constraint } = cause
    return sqlState === undefined || unavailable.test(sqlState)
      ? new DatabaseUnavailable({ reason: "refused", sqlState })
      : new StatementRejected({ sqlState, table, constraint })
  }
  // The driver's own errors have no code to tell them by. All of them are about the connection, but for a value
  // that it cannot encode.
  return cause instanceof TypeError
    ? new StatementRejected({})
    : new DatabaseUnavailable({ reason: "connection" })
}
