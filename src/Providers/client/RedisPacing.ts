/**
 * A pace in Redis for all replicas. While Redis is away, each process has its own pace.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Redis } from "../../Storage/Redis.ts"
import { layerMemory, Pace, type Reservation } from "./Pacing.ts"

/**
 * Reserves the next slot atomically. It uses the clock of Redis, so the clocks of replicas need not agree. Arguments:
 * interval and longest wait in milliseconds. Returns whether the slot is reserved, and the milliseconds until it
 * begins.
 */
const takeSlot = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local free = tonumber(redis.call('GET', KEYS[1]) or now)
local begins = math.max(now, free)
local wait = begins - now
if wait > tonumber(ARGV[2]) then return {0, wait} end
redis.call('SET', KEYS[1], begins + ARGV[1], 'PX', wait + 2 * ARGV[1])
return {1, wait}
`

const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)

/** Needs `Redis`. */
export const layer = Layer.effect(
  Pace,
  Effect.gen(function* () {
    const redis = yield* Redis
    const own = yield* Pace
    return Pace.of({
      take: (key, interval, longestWait) =>
        redis
          .run("EVAL", (client) =>
            client.eval(
              takeSlot,
              1,
              `almanac:pace:${key}`,
              Math.ceil(Duration.toMillis(interval)),
              Math.floor(Duration.toMillis(longestWait))
            )
          )
          .pipe(
            Effect.filterOrFail(isPair),
            Effect.map(
              ([taken, wait]): Reservation => ({ reserved: taken === 1, wait: Duration.millis(wait) })
            ),
            Effect.catchAll(() => own.take(key, interval, longestWait))
          )
    })
  })
).pipe(Layer.provide(layerMemory))
