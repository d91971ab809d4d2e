/**
 * The client of a Redis server. A command fails when it is not answered soon, and never waits for a connection: the
 * service works without Redis, so its absence must cost nothing.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Redis as Client } from "ioredis"
import { span } from "../Runtime/Span.ts"
import { isReplica, isWrongDatabase, redisProblem } from "./RedisProblem.ts"

/** A command failed, or its answer did not come. */
export class RedisUnavailable extends Data.TaggedError("RedisUnavailable")<{ readonly cause: unknown }> {}

/** Milliseconds after which a command fails. */
const commandTimeout = 200

/** A key that means nothing, for as many milliseconds: only a write meets a replica, or a server whose memory is full. */
const probe = { key: "almanac:probe", timeToLive: 1_000 } as const

/** Milliseconds after which a probe or a step of connecting fails: a busy server is not an absent one. */
const probeTimeout = 1_000

type Command<A> = (client: Client) => Promise<A>

/** Runs commands. */
export class Redis extends Context.Tag("almanac/Redis")<
  Redis,
  {
    /** Runs a command. `operation` is its name in Redis, for its span. */
    readonly run: <A>(operation: string, command: Command<A>) => Effect.Effect<A, RedisUnavailable>
    /**
     * Why the server does not serve us, in words for the operator; none when it takes a write within 1 s. A miss is tried
     * again at once. A server that is a replica, as after a failover, is looked for again at its address.
     */
    readonly problem: Effect.Effect<Option.Option<string>>
  }
>() {}

/** A client, and what is wrong with its connection. */
export interface Connection {
  readonly client: Client
  /** The last error of the connection in words, until a connection is made without one. */
  readonly failure: () => Option.Option<string>
  /**
   * Whether the server has the database that the URL names. Without this look, the client would go on in database 0,
   * which may be another service's.
   */
  readonly hasDatabase: () => boolean
  /** Connects anew, for a reason that holds until it has. */
  readonly renew: (reason: string) => void
}

/** Connects in the background, now and after every loss of the connection, until the scope ends. */
export const connect = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    // Loaded on demand: a process without Redis does not need it.
    Effect.promise(async (): Promise<Connection> => {
      const { Redis: Client } = await import("ioredis")
      const client = new Client(Redacted.value(url), {
        commandTimeout: probeTimeout,
        connectTimeout: 2_000,
        enableAutoPipelining: true,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        retryStrategy: (attempt) => Math.min(100 * attempt, 2_000)
      })
      let failure = Option.none<string>()
      let hasFailed = false
      let hasDatabase = true
      client.on("connect", () => {
        hasFailed = false
        hasDatabase = true
      })
      // Without a listener, an error of the connection ends the process. The commands fail in any case.
      client.on("error", (error: Error) => {
        hasFailed = true
        failure = Option.some(redisProblem(error))
        if (isWrongDatabase(error)) hasDatabase = false
      })
      client.on("ready", () => {
        if (!hasFailed) failure = Option.none()
      })
      const renew = (reason: string) => {
        failure = Option.some(reason)
        client.disconnect(true)
      }
      return { client, failure: () => failure, hasDatabase: () => hasDatabase, renew }
    }),
    ({ client }) => Effect.sync(() => client.disconnect())
  )

/** The answer to a command, or its failure after so many milliseconds. */
const answer = <A>(promise: Promise<A>, millis: number) =>
  new Promise<A>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The command timed out")), millis)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** The attributes of a command's span, without keys and values: OpenTelemetry's conventions for Redis. */
const attributesOf = (url: Redacted.Redacted) => {
  const { hostname, pathname, port } = new URL(Redacted.value(url))
  const namespace = pathname.slice(1) || "0"
  return {
    "db.system.name": "redis",
    "db.namespace": namespace,
    "server.address": hostname || "localhost",
    "server.port": Number(port || 6379)
  }
}

/** The connection for commands. */
export const layer = (url: Redacted.Redacted) =>
  Layer.scoped(
    Redis,
    Effect.map(connect(url), ({ client, failure, hasDatabase, renew }) => {
      const attributes = attributesOf(url)
      const within =
        (millis: number) =>
        <A>(command: Command<A>) =>
          Effect.tryPromise({
            try: () =>
              hasDatabase()
                ? answer(command(client), millis)
                : Promise.reject(new Error("The server does not have this database")),
            catch: (cause) => new RedisUnavailable({ cause })
          })
      return Redis.of({
        run: (operation, command) =>
          within(commandTimeout)(command).pipe(
            span(`${operation} ${attributes["db.namespace"]}`, () => ({
              kind: "client",
              attributes: { ...attributes, "db.operation.name": operation }
            }))
          ),
        problem: within(probeTimeout)((client) => client.set(probe.key, "", "PX", probe.timeToLive)).pipe(
          Effect.retry({ times: 1 }),
          Effect.as(Option.none()),
          Effect.catchAll(({ cause }) =>
            Effect.sync(() => {
              const words = Option.getOrElse(failure(), () => redisProblem(cause))
              if (isReplica(cause)) renew(words)
              return Option.some(words)
            })
          )
        )
      })
    })
  )
