/**
 * The cache of provider records. It never fails: an unreadable record is a miss, and a failed write is ignored.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { LRUCache } from "lru-cache"

/** A record and when it was stored, in Unix milliseconds. */
export interface Stored<A> {
  readonly value: A
  readonly storedAt: number
}

/** Records by key, each with its own time to live. */
export class Cache extends Context.Tag("almanac/Cache")<
  Cache,
  {
    readonly get: <A, I>(key: string, schema: Schema.Schema<A, I>) => Effect.Effect<Option.Option<Stored<A>>>
    /** Stores a record; returns when, in Unix milliseconds. */
    readonly set: <A, I>(
      key: string,
      schema: Schema.Schema<A, I>,
      value: A,
      timeToLive: Duration.Duration
    ) => Effect.Effect<number>
    /**
     * Runs the work that stores a record under the key. When another process is already running it, waits for that
     * record instead, and runs the work after all when none comes within `joinLimit`.
     */
    readonly runOnce: <A, I, E, R>(
      key: string,
      schema: Schema.Schema<A, I>,
      work: Effect.Effect<Stored<A>, E, R>
    ) => Effect.Effect<Stored<A>, E, R>
    /** Why the cache does not answer, in words for the operator; none when it does. */
    readonly problem: Effect.Effect<Option.Option<string>>
  }
>() {}

/** The most bytes of all records in memory. 64 MiB. */
export const maxBytes = 64 * 1024 * 1024

/** How long to wait for the work of another process. Nearly all provider calls take less. */
export const joinLimit = Duration.seconds(5)

interface Slot extends Stored<unknown> {
  readonly expiresAt: number
  /** The same moment by the monotonic clock, in nanoseconds: the system's clock may be set back. */
  readonly goneAt: bigint
  /** The schema that the value was stored with. */
  readonly schema: unknown
}

const isOf = <A, I>(slot: Slot, schema: Schema.Schema<A, I>): slot is Slot & { readonly value: A } =>
  slot.schema === schema || Schema.is(schema)(slot.value)

/**
 * A cache in the process's memory, which drops the least recently used records first. A record has the size of its
 * JSON. A record is checked against the schema that it is read with, unless it was stored with the same one: a key does
 * not fix the type of its record.
 */
export const layerMemory = Layer.sync(Cache, () => {
  const slots = new LRUCache<string, Slot>({ maxSize: maxBytes })
  return Cache.of({
    get: (key, schema) =>
      Effect.zipWith(Clock.currentTimeMillis, Clock.currentTimeNanos, (now, nanos) => {
        const slot = slots.get(key)
        if (slot === undefined) return Option.none()
        if (slot.expiresAt <= now || slot.goneAt <= nanos || !isOf(slot, schema)) {
          slots.delete(key)
          return Option.none()
        }
        return Option.some({ value: slot.value, storedAt: slot.storedAt })
      }),
    set: (key, schema, value, timeToLive) =>
      Effect.gen(function* () {
        const storedAt = yield* Clock.currentTimeMillis
        const nanos = yield* Clock.currentTimeNanos
        const lasts = Duration.toMillis(timeToLive)
        const text = JSON.stringify(yield* Effect.orDie(Schema.encode(schema)(value)))
        slots.set(
          key,
          {
            value,
            schema,
            storedAt,
            expiresAt: storedAt + lasts,
            goneAt: nanos + BigInt(Math.round(lasts * 1e6))
          },
          { size: Buffer.byteLength(key) + Buffer.byteLength(text) }
        )
        return storedAt
      }),
    runOnce: (_key, _schema, work) => work,
    problem: Effect.succeedNone
  })
})
