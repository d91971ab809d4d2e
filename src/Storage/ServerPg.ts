/**
 * A PostgreSQL server, which may be away at any time.
 */
import { Socket } from "node:net"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { parseDatabaseUrl } from "../Settings/DatabaseUrl.ts"
import * as ConnectionPool from "./pool/ConnectionPool.ts"

/** The driver cannot read the URL, or a certificate that it names. The message omits the URL, which has a password. */
export class DatabaseUrlInvalid extends Schema.TaggedError<DatabaseUrlInvalid>()("DatabaseUrlInvalid", {}) {
  override get message() {
    return "DATABASE_URL is not a usable PostgreSQL URL. It has the form postgres://user:password@host:port/database, special characters in the password percent-encoded; files that it names must be readable."
  }
}

/**
 * A client of the server at the URL, which connects as needed. Connecting, and waiting for a free connection, fails
 * after 2 s. A connection without traffic for as long as `silence` is closed. Without that, a statement on a
 * connection that broke unnoticed would occupy it until TCP gives up, a quarter of an hour later.
 */
export const make = (options: {
  /** Labels the metrics of its connections. */
  readonly name: string
  readonly url: Redacted.Redacted
  readonly maxConnections: number
  readonly silence: Duration.DurationInput
}): Effect.Effect<ConnectionPool.PooledClient, DatabaseUrlInvalid, Scope.Scope> =>
  Effect.gen(function* () {
    const silence = Duration.toMillis(options.silence)
    // Parsed once: the driver would read the certificates for every connection, and throw where nothing can catch it.
    const where = yield* Effect.mapError(
      parseDatabaseUrl(Redacted.value(options.url)),
      () => new DatabaseUrlInvalid()
    )
    return yield* ConnectionPool.client(
      options.name,
      {
        ...where,
        max: options.maxConnections,
        connectionTimeoutMillis: 2_000,
        idleTimeoutMillis: 10_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000
      },
      () => {
        const socket = new Socket()
        socket.setTimeout(silence, () => socket.destroy(new Error("The connection is silent")))
        return socket
      }
    )
  })
