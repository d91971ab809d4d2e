/**
 * Publish and subscribe over Redis. All subscriptions of a process share one connection. While Redis is away, only
 * subscribers of the same process are woken.
 */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { connect, Redis } from "./Redis.ts"
import { local, WakeUps } from "./WakeUps.ts"

/** Keys name payments and queries, so only their hash leaves the process. */
const channelOf = (key: string) => `almanac:notice:${createHash("sha256").update(key).digest("base64url")}`

/** The most subscriptions of one process in Redis. Subscribers beyond are woken by their own process alone. */
export const maxSubscriptions = 1_000

/** A subscription that cannot be made or ended only delays a subscriber until its next look. */
const ignoringFailure = (reply: Promise<unknown>): Promise<void> =>
  reply.then(
    () => {},
    () => {}
  )

/** Needs `Redis` for publishing: a connection that subscribes takes no other commands. */
export const layer = (url: Redacted.Redacted) =>
  Layer.scoped(
    WakeUps,
    Effect.gen(function* () {
      const redis = yield* Redis
      const run = Runtime.runFork(yield* Effect.runtime())
      const { client: subscriber } = yield* connect(url)
      const subscribed = new Set<string>()
      const own = local({
        onFirst: (channel) => {
          if (subscribed.size >= maxSubscriptions) return Promise.resolve()
          subscribed.add(channel)
          return ignoringFailure(subscriber.subscribe(channel))
        },
        onLast: (channel) => {
          if (subscribed.delete(channel)) void ignoringFailure(subscriber.unsubscribe(channel))
        }
      })
      subscriber.on("message", (channel: string) => run(own.publish(channel)))
      return WakeUps.of({
        subscribe: (key) => own.subscribe(channelOf(key)),
        publish: (key) =>
          Effect.suspend(() => {
            const channel = channelOf(key)
            // The publisher does not wait for Redis.
            const overRedis = redis
              .run("PUBLISH", (client) => client.publish(channel, ""))
              .pipe(Effect.ignore, Effect.forkDaemon)
            return Effect.zipRight(own.publish(channel), Effect.asVoid(overRedis))
          })
      })
    })
  )
