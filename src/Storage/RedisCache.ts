/**
 * The cache in Redis, shared by all replicas. What is not there, not answered in time or not of the schema is a
 * miss; what cannot be written is forgotten.
 */
import { createHash } from "node:crypto"
import { Clock, Duration, Effect, Layer, Option, Schema } from "effect"
import { Cache, joinLimit } from "./Cache.ts"
import { Redis } from "./Redis.ts"
import * as RedisLock from "./RedisLock.ts"
import { until, WakeUps } from "./WakeUps.ts"

/** Queries are of any length and nobody's business: only their hash is a key. */
const keyOf = (key: string) => {
  const name = key.slice(0, Math.max(0, key.indexOf(":")))
  return `almanac:cache:${name}:${createHash("sha256").update(key).digest("base64url")}`
}

const probeLimit = Duration.seconds(1)

/** Needs `Redis` and `Notices`. */
export const layer = Layer.effect(
  Cache,
  Effect.gen(function* () {
    const redis = yield* Redis
    const notices = yield* WakeUps
    const claims = yield* RedisLock.make
    const entryOf = <A, I>(value: Schema.Schema<A, I>) =>
      Schema.parseJson(Schema.Struct({ storedAt: Schema.Number, value }))

    const get = <A, I>(key: string, schema: Schema.Schema<A, I>) =>
      redis
        .run((client) => client.get(keyOf(key)))
        .pipe(
          Effect.flatMap((text) =>
            text === null ? Effect.succeedNone : Effect.asSome(Schema.decode(entryOf(schema))(text))
          ),
          Effect.catchAll((error) => Effect.as(Effect.logDebug("cache read skipped", error), Option.none()))
        )

    /** The record of the process that is at work, none when it ends without one or takes too long. */
    const theirs = <A, I>(key: string, schema: Schema.Schema<A, I>) =>
      until(
        notices,
        keyOf(key),
        // In this order: the record is kept before the claim is given up.
        Effect.flatMap(claims.isHeld(keyOf(key)), (held) =>
          Effect.map(get(key, schema), (kept) =>
            held && Option.isNone(kept) ? Option.none() : Option.some(kept)
          )
        )
      ).pipe(Effect.timeoutOption(joinLimit), Effect.map(Option.flatten))

    return Cache.of({
      get,
      set: (key, schema, value, timeToLive) =>
        Effect.gen(function* () {
          const storedAt = yield* Clock.currentTimeMillis
          const text = yield* Effect.orDie(Schema.encode(entryOf(schema))({ storedAt, value }))
          yield* redis
            .run((client) => client.set(keyOf(key), text, "PX", Math.ceil(Duration.toMillis(timeToLive))))
            .pipe(Effect.catchAll((error) => Effect.logDebug("cache write skipped", error)))
          return storedAt
        }),
      fill: (key, schema, work) =>
        claims.during(keyOf(key), joinLimit, {
          mine: work,
          taken: Effect.flatMap(
            theirs(key, schema),
            Option.match({ onNone: () => work, onSome: (kept) => Effect.succeed(kept) })
          )
        }),
      probe: redis.run((client) => client.ping()).pipe(Effect.timeout(probeLimit), Effect.isSuccess)
    })
  })
)
