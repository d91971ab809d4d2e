/**
 * Why a database does not serve us, in words for the operator.
 */
import { connectionProblem } from "./ConnectionProblem.ts"

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const bySqlState: Readonly<Record<string, string>> = {
  "28P01": "the server refuses the password of DATABASE_URL",
  "28000":
    "the server does not let this user in from here (pg_hba.conf), or not without TLS (sslmode=require in DATABASE_URL)",
  "3D000": "the server has no database of the name in DATABASE_URL",
  "42501":
    "the user of DATABASE_URL lacks a right: it needs CREATE on its schema, and its tables must be its own",
  "53100": "the server's disk is full",
  "53200": "the server is out of memory",
  "53300": "the server has no connection left for this user",
  "57P03": "the server is starting or shutting down",
  "57P01": "the server is shutting down",
  "25006": "the server is read-only: a standby, or short of disk"
}

/** The words for what a server refused, where it has words of its own. */
export const refusalProblem = (sqlState: string | undefined): string | undefined =>
  sqlState === undefined ? undefined : bySqlState[sqlState]

/** The words for an error of the driver, which came before the server could say anything. */
export const driverProblem = connectionProblem([
  [/does not support SSL/i, "the server takes no TLS, which sslmode in DATABASE_URL asks for"],
  [/SSL connection|wrong version number/i, "TLS with the server fails"],
  [/password must be a string/i, "the server asks for a password, and DATABASE_URL has none"],
  [/timeout/i, "no connection within 2 s: its host does not answer, or every connection is in use"],
  [/silent/i, "the connection went silent"],
  [/too many statements/i, "too many statements wait for a connection"]
])
