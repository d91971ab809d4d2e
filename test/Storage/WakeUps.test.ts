/**
 * WakeUps, within a process and over Redis: a message wakes subscribers, a subscriber without one looks by itself, and nothing is
 * left behind.
 */
import { expect, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted, Ref, Schedule, TestClock } from "effect"
import { Redis as Client } from "ioredis"
import { describe } from "vitest"
import * as Redis from "../../src/Storage/Redis.ts"
import * as RedisWakeUps from "../../src/Storage/RedisWakeUps.ts"
import { layerMemory, lookInterval, until, WakeUps } from "../../src/Storage/WakeUps.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

const patiently = { times: 500, schedule: Schedule.spaced("20 millis") }

/** The wakeUps of a process, on this server. */
const process = (server: { readonly url: string }) => {
  const url = Redacted.make(server.url)
  return Layer.build(RedisWakeUps.layer(url).pipe(Layer.provide(Redis.layer(url)))).pipe(
    Effect.map(Context.get(WakeUps))
  )
}

/** Two processes that are connected, and a look at the channels that are subscribed to. */
const redis = Effect.gen(function* () {
  const server = yield* RedisServer.make
  const one = yield* process(server)
  const other = yield* process(server)
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new Client(server.url).on("error", () => {})),
    (client) => Effect.sync(() => client.disconnect())
  )
  const channels = Effect.promise(() => client.pubsub("CHANNELS", "almanac:*"))
  const channelCount = (count: number) =>
    Effect.filterOrFail(channels, ({ length }) => length === count).pipe(Effect.retry(patiently))
  const linked = (from: WakeUps["Type"], to: WakeUps["Type"]) =>
    Effect.scoped(
      Effect.flatMap(to.subscribe("linked"), (told) =>
        Effect.zipRight(
          from.publish("linked"),
          Effect.timeoutFail(told, { duration: "100 millis", onTimeout: () => "not linked" })
        )
      )
    ).pipe(Effect.retry(patiently))
  yield* linked(one, other)
  yield* linked(other, one)
  return { server, one, other, channels, channelCount, linked }
})

const memory = Effect.map(Layer.build(layerMemory), (context) => {
  const wakeUps = Context.get(context, WakeUps)
  return { one: wakeUps, other: wakeUps }
})

const kinds = [
  { kind: "within a process", make: memory, skip: false },
  { kind: "from one process to another, over Redis", make: redis, skip: !RedisServer.isHere }
] as const

for (const { kind, make, skip } of kinds) {
  describe.skipIf(skip)(`a notice ${kind}`, () => {
    it.scopedLive("wakes all subscribers of its key, even one that does not wait yet", () =>
      Effect.gen(function* () {
        const { one, other } = yield* make
        const listeners = [
          yield* other.subscribe("a"),
          yield* other.subscribe("a"),
          yield* one.subscribe("a")
        ]
        yield* one.publish("a")
        yield* Effect.all(listeners, { concurrency: "unbounded" })
        yield* other.publish("a")
        yield* Effect.all(listeners, { concurrency: "unbounded" })
      })
    )

    it.scopedLive("wakes no other subscriber", () =>
      Effect.gen(function* () {
        const { one, other } = yield* make
        const told = yield* other.subscribe("a")
        const end = yield* other.subscribe("z")
        yield* one.publish("b")
        // What was told last has come: so would have the first.
        yield* one.publish("z")
        yield* end
        expect(Option.isNone(yield* Effect.timeoutOption(told, "50 millis"))).toBe(true)
      })
    )

    it.scopedLive("is one, however often it was told before anybody looked", () =>
      Effect.gen(function* () {
        const { one, other } = yield* make
        const told = yield* other.subscribe("a")
        const end = yield* other.subscribe("z")
        for (let n = 0; n < 5; n++) yield* one.publish("a")
        yield* one.publish("z")
        yield* end
        yield* told
        expect(Option.isNone(yield* Effect.timeoutOption(told, "50 millis"))).toBe(true)
      })
    )
  })
}

describe("looking until there is something", () => {
  /** Looks at a value that appears later, and counts the looks. */
  const looking = Effect.gen(function* () {
    const wakeUps = yield* WakeUps
    const looks = yield* Ref.make(0)
    const value = yield* Ref.make(Option.none<string>())
    const fiber = yield* Effect.fork(
      until(
        wakeUps,
        "a",
        Effect.zipRight(
          Ref.update(looks, (count) => count + 1),
          Ref.get(value)
        )
      )
    )
    yield* TestClock.adjust("1 millis")
    return { wakeUps, looks, value, fiber }
  })
  const shown = Option.some("shown")
  const done = (fiber: Fiber.RuntimeFiber<string>) => Effect.map(fiber.poll, Option.isSome)

  it.effect("sees it at once when told", () =>
    Effect.gen(function* () {
      const { wakeUps, looks, value, fiber } = yield* looking
      expect(yield* Ref.get(looks)).toBe(1)
      yield* Ref.set(value, shown)
      yield* TestClock.adjust("1 millis")
      expect(yield* done(fiber)).toBe(false)
      yield* wakeUps.publish("a")
      expect(yield* Fiber.join(fiber)).toBe("shown")
      expect(yield* Ref.get(looks)).toBe(2)
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("sees it a little later without a message", () =>
    Effect.gen(function* () {
      const { looks, value, fiber } = yield* looking
      yield* Ref.set(value, shown)
      yield* TestClock.adjust(lookInterval)
      expect(yield* Fiber.join(fiber)).toBe("shown")
      expect(yield* Ref.get(looks)).toBe(2)
    }).pipe(Effect.provide(layerMemory))
  )

  it.effect("believes no notice: it wakes the look, and the look decides", () =>
    Effect.gen(function* () {
      const { wakeUps, looks, fiber } = yield* looking
      for (let n = 0; n < 3; n++) {
        yield* wakeUps.publish("a")
        yield* TestClock.adjust("1 millis")
      }
      expect(yield* done(fiber)).toBe(false)
      expect(yield* Ref.get(looks)).toBe(4)
      expect(Exit.isInterrupted(yield* Fiber.interrupt(fiber))).toBe(true)
    }).pipe(Effect.provide(layerMemory))
  )
})

describe.skipIf(!RedisServer.isHere)("subscriptions (REDIS_URL)", () => {
  it.scopedLive("have a name that tells nothing, and end with their last listener, interrupted or not", () =>
    Effect.gen(function* () {
      const { one, channels, channelCount } = yield* redis
      yield* channelCount(0)
      const waiters = yield* Effect.forEach([1, 2], () =>
        Effect.fork(until(one, "payment:secret", Effect.succeed(Option.none<never>())))
      )
      yield* channelCount(1)
      expect(yield* channels).toEqual([expect.stringMatching(/^almanac:notice:[\w-]{43}$/)])
      const [first, second] = waiters
      if (first !== undefined) yield* Fiber.interrupt(first)
      yield* Effect.sleep("30 millis")
      yield* channelCount(1)
      if (second !== undefined) yield* Fiber.interrupt(second)
      yield* channelCount(0)
    })
  )

  it.scopedLive("are a thousand at most, and make room again", () =>
    Effect.gen(function* () {
      const { one, other, channelCount } = yield* redis
      const keys = Array.from({ length: RedisWakeUps.maxSubscriptions + 5 }, (_, index) => `key ${index}`)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const listeners = yield* Effect.forEach(keys, (key) => one.subscribe(key), {
            concurrency: "unbounded"
          })
          yield* channelCount(RedisWakeUps.maxSubscriptions)
          // A subscriber beyond the limit is woken by its own process.
          yield* one.publish(keys.at(-1) ?? "")
          yield* listeners.at(-1) ?? Effect.never
        })
      )
      yield* channelCount(0)
      const told = yield* one.subscribe("after")
      yield* other.publish("after")
      yield* told
    })
  )

  it.scopedLive("are made again when Redis comes back; meanwhile the own process is told", () =>
    Effect.gen(function* () {
      const { server, one, other } = yield* redis
      const told = yield* other.subscribe("a")
      yield* server.stop
      const meanwhile = yield* other.subscribe("b")
      yield* other.publish("b")
      yield* meanwhile
      yield* server.start
      yield* Effect.zipRight(
        one.publish("a"),
        Effect.timeoutFail(told, { duration: "100 millis", onTimeout: () => "not told" })
      ).pipe(Effect.retry(patiently))
    })
  )
})
