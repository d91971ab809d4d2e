/**
 * Notices over Redis: those who work publish, those who wait subscribe, all of a process over one connection. While
 * Redis is away only listeners of the same process are told.
 */
import { createHash } from "node:crypto"
import { Effect, Layer, type Redacted } from "effect"
import { connect, Redis } from "./Redis.ts"
import { listeners, WakeUps } from "./WakeUps.ts"

/** Keys name payments and queries: only their hash leaves the process. */
const channelOf = (key: string) => `almanac:notice:${createHash("sha256").update(key).digest("base64url")}`

/** Subscriptions of one process at most. A listener without one is told of its own process alone. */
export const maxSubscriptions = 1_000

/** A subscription that cannot be made, or ended, costs a later look. */
const forgiving = (reply: Promise<unknown>): Promise<void> =>
  reply.then(
    () => {},
    () => {}
  )

/** Needs `Redis`, to publish: a connection that subscribes takes no other commands. */
export const layer = (url: Redacted.Redacted) =>
  Layer.scoped(
    WakeUps,
    Effect.gen(function* () {
      const redis = yield* Redis
      const subscriber = yield* connect(url)
      const subscribed = new Set<string>()
      const { listen, wake } = listeners({
        first: (channel) => {
          if (subscribed.size >= maxSubscriptions) return Promise.resolve()
          subscribed.add(channel)
          return forgiving(subscriber.subscribe(channel))
        },
        last: (channel) => {
          if (subscribed.delete(channel)) void forgiving(subscriber.unsubscribe(channel))
        }
      })
      subscriber.on("message", wake)
      return WakeUps.of({
        listen: (key) => listen(channelOf(key)),
        tell: (key) =>
          Effect.suspend(() => {
            const channel = channelOf(key)
            wake(channel)
            // Who works does not wait for those who wait.
            return redis
              .run((client) => client.publish(channel, ""))
              .pipe(Effect.ignore, Effect.forkDaemon, Effect.asVoid)
          })
      })
    })
  )
