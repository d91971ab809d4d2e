/**
 * Publish and subscribe by key, over all processes that share it. A message only wakes a subscriber, which then reads
 * the state where it is stored. A message may get lost, so a subscriber also looks again every `lookInterval`.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

/** Ends with the next message, or at once if there was one since it last ended. */
export type Subscription = Effect.Effect<void>

/** Publishes and subscribes by key. Neither fails. */
export class WakeUps extends Context.Tag("almanac/WakeUps")<
  WakeUps,
  {
    /** Wakes all subscribers of the key. */
    readonly publish: (key: string) => Effect.Effect<void>
    /** Subscribes until the scope ends. */
    readonly subscribe: (key: string) => Effect.Effect<Subscription, never, Scope.Scope>
  }
>() {}

/** How often a subscriber looks without a message. */
export const lookInterval = Duration.seconds(1)

/**
 * Repeats `look` until it gives a value or fails: now, after every message of the key, and when `pause` is over without
 * one. The subscription begins before the first look, so that no message is missed between the two.
 */
export const until = <A, E, R>(
  wakeUps: WakeUps["Type"],
  key: string,
  look: Effect.Effect<Option.Option<A>, E, R>,
  pause: Effect.Effect<Duration.Duration> = Effect.succeed(lookInterval)
): Effect.Effect<A, E, R> =>
  Effect.scoped(
    Effect.flatMap(wakeUps.subscribe(key), (next) => {
      const again: Effect.Effect<A, E, R> = Effect.flatMap(
        look,
        Option.match({
          onNone: () =>
            Effect.zipRight(
              Effect.flatMap(pause, (duration) => Effect.timeoutOption(next, duration)),
              Effect.suspend(() => again)
            ),
          onSome: Effect.succeed
        })
      )
      return again
    })
  )

/** Called when a key gets its first subscriber in this process, and when it loses its last one. */
export interface KeyListener {
  /** Subscribers of the key are ready when this has ended. */
  readonly onFirst: (key: string) => Promise<void>
  readonly onLast: (key: string) => void
}

interface Subscribers {
  readonly queues: Set<Queue.Queue<void>>
  readonly ready: Promise<void> | undefined
}

/** The subscribers of one process. */
export const local = (listener?: KeyListener): WakeUps["Type"] => {
  const byKey = new Map<string, Subscribers>()

  const add = (key: string, queue: Queue.Queue<void>): Subscribers => {
    const subscribers = byKey.get(key) ?? { queues: new Set(), ready: listener?.onFirst(key) }
    byKey.set(key, subscribers)
    subscribers.queues.add(queue)
    return subscribers
  }

  const remove = (key: string, queue: Queue.Queue<void>, { queues }: Subscribers) => {
    queues.delete(queue)
    if (queues.size > 0) return
    byKey.delete(key)
    listener?.onLast(key)
  }

  return {
    publish: (key) =>
      Effect.suspend(() => {
        const subscribers = byKey.get(key)
        return subscribers === undefined
          ? Effect.void
          : Effect.forEach(subscribers.queues, (queue) => Queue.offer(queue, undefined), { discard: true })
      }),
    subscribe: (key) =>
      // One message that waits in the queue is as good as many.
      Effect.flatMap(Queue.sliding<void>(1), (queue) =>
        Effect.acquireRelease(
          Effect.sync(() => add(key, queue)),
          (subscribers) => Effect.sync(() => remove(key, queue, subscribers))
        ).pipe(
          Effect.tap(({ ready }) => (ready === undefined ? Effect.void : Effect.promise(() => ready))),
          Effect.as(Queue.take(queue))
        )
      )
  }
}

/** Within the process. */
export const layerMemory = Layer.sync(WakeUps, () => local())
