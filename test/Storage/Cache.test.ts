/**
 * The cache, in memory and in Redis: the same promises, and what each promises beside.
 */
import { expect, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Redacted, Schedule, Schema, TestClock } from "effect"
import { describe } from "vitest"
import { Cache, layerMemory } from "../../src/Storage/Cache.ts"
import * as Redis from "../../src/Storage/Redis.ts"
import * as RedisCache from "../../src/Storage/RedisCache.ts"
import * as RedisServer from "./RedisServer.ts"

const Works = Schema.Struct({ titles: Schema.Array(Schema.String), cited: Schema.NullOr(Schema.Number) })
const works = { titles: ["Zürich", "\u{1F600}"], cited: null }
const minute = Duration.minutes(1)

const value = <A>(stored: Option.Option<{ readonly value: A }>) => Option.map(stored, ({ value }) => value)

describe("in memory", () => {
  it.effect("keeps a record for its time, and tells since when", () =>
    Effect.gen(function* () {
      const cache = yield* Cache
      yield* TestClock.adjust("5 seconds")
      expect(yield* cache.get("a:1", Works)).toEqual(Option.none())
      expect(yield* cache.set("a:1", Works, works, minute)).toBe(5000)
      expect(yield* cache.get("a:1", Works)).toEqual(Option.some({ value: works, storedAt: 5000 }))
      yield* TestClock.adjust("59 seconds")
      expect(value(yield* cache.get("a:1", Works))).toEqual(Option.some(works))
      yield* TestClock.adjust("1 second")
      expect(yield* cache.get("a:1", Works)).toEqual(Option.none())
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("takes a record of another schema for a miss", () =>
    Effect.gen(function* () {
      const cache = yield* Cache
      yield* cache.set("a:1", Schema.Number, 1, minute)
      expect(yield* cache.get("a:1", Works)).toEqual(Option.none())
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("stays below 64 MiB: the least recently used records go", () =>
    Effect.gen(function* () {
      const cache = yield* Cache
      const megabytes = "x".repeat(8 * 1024 * 1024)
      for (let n = 0; n < 7; n++) yield* cache.set(`a:${n}`, Schema.String, megabytes, minute)
      yield* cache.get("a:0", Schema.String)
      yield* cache.set("a:7", Schema.String, megabytes, minute)
      const kept = yield* Effect.filter([0, 1, 2, 6, 7], (n) =>
        Effect.map(cache.get(`a:${n}`, Schema.String), Option.isSome)
      )
      expect(kept).toEqual([0, 2, 6, 7])
    }).pipe(Effect.provide(layerMemory))
  )
})

describe.skipIf(!RedisServer.isHere)("in Redis (REDIS_URL)", () => {
  const onServer = <A, E>(
    use: (server: Effect.Effect.Success<typeof RedisServer.make>) => Effect.Effect<A, E, Cache>
  ) =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const layer = RedisCache.layer.pipe(Layer.provide(Redis.layer(Redacted.make(server.url))))
      return yield* Effect.provide(use(server), layer)
    }).pipe(Effect.scoped)

  /** The client connects in the background. */
  const probeUntilUp = Effect.flatMap(Cache, (cache) =>
    Effect.filterOrFail(cache.probe, (ok) => ok).pipe(
      Effect.retry({ times: 250, schedule: Schedule.spaced("20 millis") })
    )
  )

  it.live("keeps a record, in the schema's encoded form, under a key that tells nothing", () =>
    onServer(({ url }) =>
      Effect.gen(function* () {
        yield* probeUntilUp
        const cache = yield* Cache
        yield* cache.set("news.search:a secret question", Works, works, minute)
        expect(value(yield* cache.get("news.search:a secret question", Works))).toEqual(Option.some(works))
        expect(yield* cache.get("news.search:another", Works)).toEqual(Option.none())
        expect(yield* cache.get("news.search:a secret question", Schema.Number)).toEqual(Option.none())
        const keys = yield* Effect.provide(
          Effect.flatMap(Redis.Redis, (redis) =>
            Effect.retry(
              redis.run((client) => client.keys("*")),
              { times: 100, schedule: Schedule.spaced("20 millis") }
            )
          ),
          Redis.layer(Redacted.make(url))
        )
        expect(keys).toEqual([expect.stringMatching(/^almanac:cache:news\.search:[\w-]{43}$/)])
      })
    )
  )

  it.live("is a miss while the server is away, and comes back with it", () =>
    onServer((server) =>
      Effect.gen(function* () {
        yield* probeUntilUp
        const cache = yield* Cache
        yield* cache.set("a:1", Works, works, minute)
        yield* server.stop
        expect(yield* cache.get("a:1", Works)).toEqual(Option.none())
        yield* cache.set("a:1", Works, works, minute)
        expect(yield* cache.probe).toBe(false)
        yield* server.start
        yield* probeUntilUp
        expect(yield* cache.get("a:1", Works)).toEqual(Option.none())
        yield* cache.set("a:1", Works, works, minute)
        expect(value(yield* cache.get("a:1", Works))).toEqual(Option.some(works))
      })
    )
  )
})
