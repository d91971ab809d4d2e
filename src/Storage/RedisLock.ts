/**
 * A lock in Redis, so that one of several processes does a piece of work. It only saves work: while Redis is away,
 * every process gets the lock.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { randomHex } from "../Runtime/RandomId.ts"
import { Redis } from "./Redis.ts"
import { WakeUps } from "./WakeUps.ts"

/** Deletes the lock, unless another holder has it by now. */
const deleteOwn = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/** What to run with the lock, and what without it. */
export interface Branches<A, E, R> {
  readonly held: Effect.Effect<A, E, R>
  readonly taken: Effect.Effect<A, E, R>
}

/** Needs `Redis` and `WakeUps`: the release of a lock is published under its key. */
export const make = Effect.gen(function* () {
  const redis = yield* Redis
  const wakeUps = yield* WakeUps
  const nameOf = (key: string) => `${key}:claim`

  /** The holder's token; none when another process holds the key. */
  const acquire = (key: string, limit: Duration.Duration) =>
    Effect.flatMap(randomHex, (token) =>
      redis
        .run("SET", (client) => client.set(nameOf(key), token, "PX", Duration.toMillis(limit), "NX"))
        .pipe(
          Effect.map((reply) => (reply === null ? Option.none() : Option.some(token))),
          Effect.orElseSucceed(() => Option.some(token))
        )
    )

  const release = (key: string, token: string) =>
    Effect.zipRight(
      Effect.ignore(redis.run("EVAL", (client) => client.eval(deleteOwn, 1, nameOf(key), token))),
      wakeUps.publish(key)
    )

  return {
    /** Whether any process holds the key. */
    isHeld: (key: string) =>
      redis
        .run("EXISTS", (client) => client.exists(nameOf(key)))
        .pipe(
          Effect.map((count) => count === 1),
          Effect.orElseSucceed(() => false)
        ),
    /** Runs `held` with the lock, for at most `limit`; runs `taken` when another process holds it. */
    withLock: <A, E, R>(key: string, limit: Duration.Duration, { held, taken }: Branches<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          acquire(key, limit),
          Option.match({
            onNone: () => restore(taken),
            onSome: (token) => Effect.ensuring(restore(held), release(key, token))
          })
        )
      )
  }
})
