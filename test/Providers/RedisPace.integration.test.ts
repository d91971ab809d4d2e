/**
 * The pace over several processes: slots are taken in Redis, and by each process alone while it is away.
 */
import { expect, it } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted, Schedule } from "effect"
import { describe } from "vitest"
import { Pace } from "../../src/Providers/client/Pacing.ts"
import * as RedisPacing from "../../src/Providers/client/RedisPacing.ts"
import * as Redis from "../../src/Storage/Redis.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

/** A process: its own client. */
const process = (url: string) =>
  Effect.map(
    Layer.build(Layer.provideMerge(RedisPacing.layer, Redis.layer(Redacted.make(url)))),
    (services) =>
      <A, E>(effect: Effect.Effect<A, E, Pace | Redis.Redis>) =>
        Effect.provide(effect, services)
  )

const connected = Effect.flatMap(Redis.Redis, (redis) =>
  Effect.retry(
    redis.run("PING", (client) => client.ping()),
    { times: 250, schedule: Schedule.spaced("20 millis") }
  )
)

const take = Effect.flatMap(Pace, (pace) => pace.take("gdelt", Duration.minutes(1), Duration.minutes(2)))

describe.skipIf(!RedisServer.isHere)("the pace in Redis (REDIS_URL)", () => {
  it.scopedLive("gives slots an interval apart to two processes, and none beyond the bound", () =>
    Effect.gen(function* () {
      const { url } = yield* RedisServer.make
      const [one, two] = yield* Effect.all([process(url), process(url)])
      yield* one(connected)
      yield* two(connected)
      const slots = yield* Effect.all([one(take), two(take), one(take), two(take)])
      expect(slots.map(({ reserved }) => reserved)).toEqual([true, true, true, false])
      // Whole minutes, less the moments between the calls.
      expect(slots.map(({ wait }) => Math.ceil(Duration.toSeconds(wait) / 60))).toEqual([0, 1, 2, 3])
    })
  )

  it.scopedLive("is the process's own while Redis is away", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const one = yield* process(server.url)
      yield* one(connected)
      yield* server.stop
      const slots = yield* Effect.all([one(take), one(take)])
      expect(slots.map(({ wait }) => Math.ceil(Duration.toSeconds(wait) / 60))).toEqual([0, 1])
    })
  )
})
