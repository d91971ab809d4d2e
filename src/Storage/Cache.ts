/**
 * The cache of provider records. Never a reason to fail: what cannot be read is a miss, what cannot be written is
 * forgotten.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { LRUCache } from "lru-cache"

/** A record and when it was kept, in Unix milliseconds. */
export interface Stored<A> {
  readonly value: A
  readonly storedAt: number
}

/** Records by key, each for its own time. */
export class Cache extends Context.Tag("almanac/Cache")<
  Cache,
  {
    readonly get: <A, I>(key: string, schema: Schema.Schema<A, I>) => Effect.Effect<Option.Option<Stored<A>>>
    /** Keeps a record; gives back the moment. */
    readonly set: <A, I>(
      key: string,
      schema: Schema.Schema<A, I>,
      value: A,
      timeToLive: Duration.Duration
    ) => Effect.Effect<number>
    /**
     * Runs the work that keeps a record under the key, unless another process is at it: then gives that one's record,
     * or runs the work after all when none comes within `joinLimit`.
     */
    readonly fill: <A, I, E, R>(
      key: string,
      schema: Schema.Schema<A, I>,
      work: Effect.Effect<Stored<A>, E, R>
    ) => Effect.Effect<Stored<A>, E, R>
    /** Whether the store answers. */
    readonly probe: Effect.Effect<boolean>
  }
>() {}

/** Bytes of all records in memory at most. Source: decisions, providers in general. */
export const maxBytes = 64 * 1024 * 1024

/** How long the work of another process is waited for. Longer than nearly all calls of a provider take. */
export const joinLimit = Duration.seconds(5)

interface Slot extends Stored<unknown> {
  readonly expiresAt: number
  /** By which the value was kept. */
  readonly schema: unknown
}

const isOf = <A, I>(slot: Slot, schema: Schema.Schema<A, I>): slot is Slot & { readonly value: A } =>
  slot.schema === schema || Schema.is(schema)(slot.value)

/**
 * In the process's memory; the least recently used records go first. A record's size is that of its JSON. What
 * comes out is held to the schema, unless it was kept by that very one: a key does not know the type of its record.
 */
export const layerMemory = Layer.sync(Cache, () => {
  const slots = new LRUCache<string, Slot>({ maxSize: maxBytes })
  return Cache.of({
    get: (key, schema) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const slot = slots.get(key)
        if (slot === undefined) return Option.none()
        if (slot.expiresAt <= now || !isOf(slot, schema)) {
          slots.delete(key)
          return Option.none()
        }
        return Option.some({ value: slot.value, storedAt: slot.storedAt })
      }),
    set: (key, schema, value, timeToLive) =>
      Effect.gen(function* () {
        const storedAt = yield* Clock.currentTimeMillis
        const text = JSON.stringify(yield* Effect.orDie(Schema.encode(schema)(value)))
        slots.set(
          key,
          { value, schema, storedAt, expiresAt: storedAt + Duration.toMillis(timeToLive) },
          { size: key.length + text.length }
        )
        return storedAt
      }),
    fill: (_key, _schema, work) => work,
    probe: Effect.succeed(true)
  })
})
