/**
 * What stands between a capability and its provider: the cache, and one call for equal queries.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Option, Schema, TestClock } from "effect"
import { describe } from "vitest"
import { cached } from "../../src/Capabilities/Cached.ts"
import { ProviderTimeout, QueryRefused } from "../../src/Providers/Errors.ts"
import { Cache, layerMemory } from "../../src/Storage/Cache.ts"

/** An operation that counts its calls. */
const counted = (answer: (call: number) => Effect.Effect<number, ProviderTimeout | QueryRefused>) => {
  let calls = 0
  return Effect.map(
    cached({
      name: "test",
      schema: Schema.Number,
      key: (query: string) => query,
      timeToLive: (_, record) => Duration.seconds(record),
      lookup: () =>
        Effect.suspend(() => {
          calls += 1
          return answer(calls)
        })
    }),
    (fetch) => ({ fetch, calls: () => calls })
  )
}

const timedOut = new ProviderTimeout({ provider: "frankfurter", reason: "deadline" })
const refused = new QueryRefused({
  provider: "frankfurter",
  problems: [{ pointer: "/base", message: "is unknown" }]
})

describe("a cached operation", () => {
  it.effect("keeps a record for the record's own time, and tells its age", () =>
    Effect.gen(function* () {
      const { fetch, calls } = yield* counted(() => Effect.succeed(60))
      expect(yield* fetch("a")).toMatchObject({ value: 60, hit: false, age: 0 })
      yield* TestClock.adjust("59 seconds")
      expect(yield* fetch("a")).toMatchObject({ value: 60, hit: true, age: 59 })
      expect(yield* fetch("b")).toMatchObject({ value: 60, hit: false, age: 0 })
      yield* TestClock.adjust("1 second")
      expect(yield* fetch("a")).toMatchObject({ value: 60, hit: false, age: 0 })
      expect(calls()).toBe(3)
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("remembers a refusal for 5 minutes, a failure never", () =>
    Effect.gen(function* () {
      const { fetch, calls } = yield* counted((call) =>
        call === 1 ? refused : call === 2 ? timedOut : Effect.succeed(1)
      )
      expect(yield* Effect.flip(fetch("a"))).toMatchObject({ _tag: "QueryRefused" })
      yield* TestClock.adjust("299 seconds")
      expect(yield* Effect.flip(fetch("a"))).toMatchObject({ _tag: "QueryRefused" })
      expect(calls()).toBe(1)
      yield* TestClock.adjust("1 second")
      expect(yield* Effect.flip(fetch("a"))).toMatchObject({ _tag: "ProviderTimeout" })
      expect((yield* fetch("a")).value).toBe(1)
      expect(calls()).toBe(3)
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("asks once for 200 equal queries at once", () =>
    Effect.gen(function* () {
      const { fetch, calls } = yield* counted(() => Effect.delay(Effect.succeed(7), "1 second"))
      const all = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 200 }, () => fetch("a")),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("1 second")
      expect(new Set((yield* Fiber.join(all)).map(({ value }) => value))).toEqual(new Set([7]))
      expect(calls()).toBe(1)
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("goes on when the caller who began hangs up, and ends in the cache when all have", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const { fetch, calls } = yield* counted(() => Effect.as(Deferred.await(go), 60))
      const first = yield* Effect.fork(fetch("a"))
      const second = yield* Effect.fork(fetch("a"))
      const alone = yield* Effect.fork(fetch("b"))
      yield* Effect.yieldNow()
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      yield* Fiber.interrupt(first)
      yield* Fiber.interrupt(alone)
      yield* Deferred.succeed(go, undefined)
      expect((yield* Fiber.join(second)).value).toBe(60)
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      expect(yield* fetch("b")).toMatchObject({ value: 60, hit: true })
      expect(calls()).toBe(2)
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("works without its cache: a broken one is a miss", () =>
    Effect.gen(function* () {
      const { fetch, calls } = yield* counted(() => Effect.succeed(60))
      expect(yield* fetch("a")).toMatchObject({ value: 60, hit: false })
      expect(yield* fetch("a")).toMatchObject({ value: 60, hit: false })
      expect(calls()).toBe(2)
    }).pipe(
      Effect.provide(
        Layer.succeed(
          Cache,
          Cache.of({
            get: () => Effect.succeedNone,
            set: () => Effect.succeed(0),
            runOnce: (_key, _schema, work) => work,
            problem: Effect.succeedSome("away")
          })
        )
      )
    )
  )

  it.effect("lets a bug through as what it is", () =>
    Effect.gen(function* () {
      const { fetch } = yield* counted(() => Effect.die("bug"))
      expect(Exit.isFailure(yield* Effect.exit(fetch("a")))).toBe(true)
      expect(Option.isSome(yield* Effect.map(Effect.exit(fetch("a")), Exit.causeOption))).toBe(true)
    }).pipe(Effect.provide(layerMemory))
  )
})
