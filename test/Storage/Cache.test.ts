/**
 * The cache, in memory and in Redis: the same promises, and what each promises beside.
 */
import { expect, it } from "@effect/vitest"
import {
  Context,
  Deferred,
  Duration,
  Effect,
  Either,
  Fiber,
  Layer,
  Option,
  Redacted,
  Schedule,
  Schema,
  TestClock
} from "effect"
import { Redis as Client } from "ioredis"
import { describe } from "vitest"
import { Cache, layerMemory, type Stored } from "../../src/Storage/Cache.ts"
import * as Redis from "../../src/Storage/Redis.ts"
import * as RedisCache from "../../src/Storage/RedisCache.ts"
import * as RedisWakeUps from "../../src/Storage/RedisWakeUps.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"
import { shiftedClock } from "../support/setup/ShiftedClock.ts"

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

  it.effect("keeps a record no longer when the system's clock is set back", () =>
    Effect.gen(function* () {
      const cache = yield* Cache
      const { clock, setBack } = yield* shiftedClock
      yield* TestClock.adjust("1 hour")
      yield* Effect.withClock(cache.set("a:1", Works, works, minute), clock)
      setBack("30 minutes")
      expect(value(yield* Effect.withClock(cache.get("a:1", Works), clock))).toEqual(Option.some(works))
      yield* TestClock.adjust("1 minute")
      expect(yield* Effect.withClock(cache.get("a:1", Works), clock)).toEqual(Option.none())
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
      // Two bytes each.
      const megabytes = "é".repeat(4 * 1024 * 1024)
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
      const url = Redacted.make(server.url)
      const layer = RedisCache.layer.pipe(
        Layer.provide(RedisWakeUps.layer(url)),
        Layer.provide(Redis.layer(url))
      )
      return yield* Effect.provide(use(server), layer)
    }).pipe(Effect.scoped)

  /** The client connects in the background. */
  const probeUntilUp = Effect.flatMap(Cache, (cache) =>
    Effect.filterOrFail(cache.problem, Option.isNone).pipe(
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
              redis.run("KEYS", (client) => client.keys("almanac:cache:*")),
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
        expect(yield* cache.problem).toSatisfy(Option.isSome)
        yield* server.start
        yield* probeUntilUp
        expect(yield* cache.get("a:1", Works)).toEqual(Option.none())
        yield* cache.set("a:1", Works, works, minute)
        expect(value(yield* cache.get("a:1", Works))).toEqual(Option.some(works))
      })
    )
  )

  /** A process's cache on this server, connected. */
  const process = ({ url }: { readonly url: string }) =>
    Effect.gen(function* () {
      const at = Redacted.make(url)
      const context = yield* Layer.build(
        RedisCache.layer.pipe(Layer.provide(RedisWakeUps.layer(at)), Layer.provide(Redis.layer(at)))
      )
      yield* Effect.provide(probeUntilUp, context)
      return Context.get(context, Cache)
    })

  /** Two processes asked for the same record: `work` is what the first one does, once the second one waits. */
  const together = <E>(work: (cache: Cache["Type"]) => Effect.Effect<Stored<number>, E>) =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const [one, other] = [yield* process(server), yield* process(server)]
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new Client(server.url).on("error", () => {})),
        (client) => Effect.sync(() => client.disconnect())
      )
      const begun = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const first = yield* one
        .runOnce(
          "a:1",
          Schema.Number,
          Deferred.succeed(begun, undefined).pipe(
            Effect.zipRight(Deferred.await(go)),
            Effect.zipRight(work(one))
          )
        )
        .pipe(Effect.either, Effect.fork)
      yield* Deferred.await(begun)
      let runs = 0
      const second = yield* other
        .runOnce(
          "a:1",
          Schema.Number,
          Effect.sync(() => {
            runs += 1
            return { value: 2, storedAt: 0 }
          })
        )
        .pipe(Effect.fork)
      yield* Effect.promise(() => client.pubsub("CHANNELS", "almanac:notice:*")).pipe(
        Effect.filterOrFail(({ length }) => length === 1),
        Effect.retry({ times: 500, schedule: Schedule.spaced("10 millis") })
      )
      return { first, second, go, client, server, runs: () => runs }
    })

  const kept = (cache: Cache["Type"]) =>
    Effect.map(cache.set("a:1", Schema.Number, 1, minute), (storedAt) => ({ value: 1, storedAt }))

  it.scopedLive("two processes that miss the same record: one works, both have it", () =>
    Effect.gen(function* () {
      const { first, second, go, client, runs } = yield* together(kept)
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(second)).toEqual(Either.getOrThrow(yield* Fiber.join(first)))
      expect(runs()).toBe(0)
      expect(yield* Effect.promise(() => client.keys("*:claim"))).toEqual([])
    })
  )

  for (const [how, work] of [
    ["fails", () => Effect.fail("unavailable")],
    ["dies", () => Effect.die("a bug")]
  ] as const) {
    it.scopedLive(`the other one works when the first ${how}`, () =>
      Effect.gen(function* () {
        const { second, go, client, runs } = yield* together(work)
        yield* Deferred.succeed(go, undefined)
        expect((yield* Fiber.join(second)).value).toBe(2)
        expect(runs()).toBe(1)
        expect(yield* Effect.promise(() => client.keys("*:claim"))).toEqual([])
      })
    )
  }

  it.scopedLive("the other one works when the first is interrupted", () =>
    Effect.gen(function* () {
      const { first, second } = yield* together(kept)
      yield* Fiber.interrupt(first)
      expect((yield* Fiber.join(second)).value).toBe(2)
    })
  )

  it.scopedLive("and when Redis goes away meanwhile", () =>
    Effect.gen(function* () {
      const { second, server } = yield* together(kept)
      yield* server.stop
      expect((yield* Fiber.join(second)).value).toBe(2)
    })
  )

  it.scopedLive("and when the first does not come to an end: its claim ends by itself", () =>
    Effect.gen(function* () {
      const { first, second, go } = yield* together(kept)
      expect((yield* Fiber.join(second)).value).toBe(2)
      expect(Option.isNone(yield* first.poll)).toBe(true)
      yield* Deferred.succeed(go, undefined)
      expect(Either.getOrThrow(yield* Fiber.join(first)).value).toBe(1)
    })
  )
})
