/**
 * A PostgreSQL server, which may be away at any time.
 */
import { Socket } from "node:net"
import { Duration, Effect, Redacted, Schema, type Scope } from "effect"
import { parseIntoClientConfig } from "pg-connection-string"
import * as ConnectionPool from "./ConnectionPool.ts"

/** The driver cannot read the URL, or a certificate that it names. Says nothing of the URL: there is a password in it. */
export class DatabaseUrlInvalid extends Schema.TaggedError<DatabaseUrlInvalid>()("DatabaseUrlInvalid", {}) {
  override get message() {
    return "DATABASE_URL is not a usable PostgreSQL URL. It has the form postgres://user:password@host:port/database, special characters in the password percent-encoded; files that it names must be readable."
  }
}

/**
 * A client of the server at the URL, with connections to it as they are needed. Connecting, and waiting for a
 * connection when all are taken, ends after 2 s. A connection over which nothing has come or gone for as long as
 * `silence` is given up: without that, a statement on a connection that broke without a word would occupy it for
 * as long as TCP repeats itself, a quarter of an hour.
 */
export const make = (options: {
  /** Under which its connections are measured. */
  readonly name: string
  readonly url: Redacted.Redacted
  readonly maxConnections: number
  readonly silence: Duration.DurationInput
}): Effect.Effect<ConnectionPool.PooledClient, DatabaseUrlInvalid, Scope.Scope> =>
  Effect.gen(function* () {
    const connectionString = Redacted.value(options.url)
    const silence = Duration.toMillis(options.silence)
    if (!/^(postgres(ql)?|socket):/.test(connectionString)) return yield* new DatabaseUrlInvalid()
    // Once: the driver would read the certificates anew for every connection, and throw where nobody can catch it.
    const where = yield* Effect.try({
      try: () => parseIntoClientConfig(connectionString),
      catch: () => new DatabaseUrlInvalid()
    })
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
