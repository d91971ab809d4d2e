/**
 * The client of a Redis server. A command fails when it is not answered soon, and never waits for a connection: the
 * service works without Redis, so its absence must cost nothing.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Redis as Client } from "ioredis"

/** A command failed, or its answer did not come. */
export class RedisUnavailable extends Data.TaggedError("RedisUnavailable")<{ readonly cause: unknown }> {}

/** Milliseconds after which a command fails. */
const commandTimeout = 200

/** Runs commands. */
export class Redis extends Context.Tag("almanac/Redis")<
  Redis,
  { readonly run: <A>(command: (client: Client) => Promise<A>) => Effect.Effect<A, RedisUnavailable> }
>() {}

/** Connects in the background, now and after every loss of the connection, until the scope ends. */
export const connect = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    // Loaded on demand: a process without Redis does not need it.
    Effect.promise(async () => {
      const { Redis: Client } = await import("ioredis")
      const client = new Client(Redacted.value(url), {
        commandTimeout,
        connectTimeout: 2_000,
        enableAutoPipelining: true,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        retryStrategy: (attempt) => Math.min(100 * attempt, 2_000)
      })
      // Without a listener, an error of the connection ends the process. The commands fail in any case.
      client.on("error", () => {})
      return client
    }),
    (client) => Effect.sync(() => client.disconnect())
  )

/** The connection for commands. */
export const layer = (url: Redacted.Redacted) =>
  Layer.scoped(
    Redis,
    Effect.map(connect(url), (client) =>
      Redis.of({
        run: (command) =>
          Effect.tryPromise({
            try: () => command(client),
            catch: (cause) => new RedisUnavailable({ cause })
          })
      })
    )
  )
