/**
 * The cache in Redis, shared by all replicas. What is not there, not answered in time or not of the schema is a
 * miss; what cannot be written is forgotten.
 */
import { createHash } from "node:crypto"
import { Clock, Duration, Effect, Layer, Option, Schema } from "effect"
import { Cache } from "./Cache.ts"
import { Redis } from "./Redis.ts"

/** Queries are of any length and nobody's business: only their hash is a key. */
const keyOf = (key: string) => {
  const name = key.slice(0, Math.max(0, key.indexOf(":")))
  return `almanac:cache:${name}:${createHash("sha256").update(key).digest("base64url")}`
}

const probeLimit = Duration.seconds(1)

/** Needs `Redis`. */
export const layer = Layer.effect(
  Cache,
  Effect.map(Redis, (redis) => {
    const entryOf = <A, I>(value: Schema.Schema<A, I>) =>
      Schema.parseJson(Schema.Struct({ storedAt: Schema.Number, value }))
    return Cache.of({
      get: (key, schema) =>
        redis
          .run((client) => client.get(keyOf(key)))
          .pipe(
            Effect.flatMap((text) =>
              text === null ? Effect.succeedNone : Effect.asSome(Schema.decode(entryOf(schema))(text))
            ),
            Effect.catchAll((error) => Effect.as(Effect.logDebug("cache read skipped", error), Option.none()))
          ),
      set: (key, schema, value, timeToLive) =>
        Effect.gen(function* () {
          const storedAt = yield* Clock.currentTimeMillis
          const text = yield* Effect.orDie(Schema.encode(entryOf(schema))({ storedAt, value }))
          yield* redis
            .run((client) => client.set(keyOf(key), text, "PX", Math.ceil(Duration.toMillis(timeToLive))))
            .pipe(Effect.catchAll((error) => Effect.logDebug("cache write skipped", error)))
          return storedAt
        }),
      probe: redis.run((client) => client.ping()).pipe(Effect.timeout(probeLimit), Effect.isSuccess)
    })
  })
)
