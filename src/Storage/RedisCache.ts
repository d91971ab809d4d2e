/**
 * The cache in Redis, shared by all replicas. A failed, late or malformed read is a miss; a failed write is ignored.
 */
import { createHash } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Cache, joinLimit } from "./Cache.ts"
import { Redis } from "./Redis.ts"
import * as RedisLock from "./RedisLock.ts"
import { until, WakeUps } from "./WakeUps.ts"

/** Queries are private and of any length, so the key has only their hash. */
const keyOf = (key: string) => {
  const name = key.slice(0, Math.max(0, key.indexOf(":")))
  return `almanac:cache:${name}:${createHash("sha256").update(key).digest("base64url")}`
}

/** Needs `Redis` and `WakeUps`. */
export const layer = Layer.effect(
  Cache,
  Effect.gen(function* () {
    const redis = yield* Redis
    const wakeUps = yield* WakeUps
    const locks = yield* RedisLock.make
    const entryOf = <A, I>(value: Schema.Schema<A, I>) =>
      Schema.parseJson(Schema.Struct({ storedAt: Schema.Number, value }))

    const get = <A, I>(key: string, schema: Schema.Schema<A, I>) =>
      redis
        .run("GET", (client) => client.get(keyOf(key)))
        .pipe(
          Effect.flatMap((text) =>
            text === null ? Effect.succeedNone : Effect.asSome(Schema.decode(entryOf(schema))(text))
          ),
          Effect.catchAll((error) => Effect.as(Effect.logDebug("cache read skipped", error), Option.none()))
        )

    /** Waits for the record of the process that holds the lock; none when it ends without one or takes too long. */
    const awaitOther = <A, I>(key: string, schema: Schema.Schema<A, I>) =>
      until(
        wakeUps,
        keyOf(key),
        // In this order: the other process stores the record before it releases the lock.
        Effect.flatMap(locks.isHeld(keyOf(key)), (isHeld) =>
          Effect.map(get(key, schema), (stored) =>
            isHeld && Option.isNone(stored) ? Option.none() : Option.some(stored)
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
            .run("SET", (client) =>
              client.set(keyOf(key), text, "PX", Math.ceil(Duration.toMillis(timeToLive)))
            )
            .pipe(Effect.catchAll((error) => Effect.logDebug("cache write skipped", error)))
          return storedAt
        }),
      runOnce: (key, schema, work) =>
        locks.withLock(keyOf(key), joinLimit, {
          held: work,
          taken: Effect.flatMap(
            awaitOther(key, schema),
            Option.match({ onNone: () => work, onSome: (stored) => Effect.succeed(stored) })
          )
        }),
      problem: redis.problem
    })
  })
)
