/**
 * Who of several processes is at a piece of work, told by a key in Redis. Only to spare work: while Redis is away
 * everybody is at it.
 */
import { Duration, Effect, Option } from "effect"
import { randomHex } from "../Runtime/RandomId.ts"
import { Redis } from "./Redis.ts"
import { WakeUps } from "./WakeUps.ts"

/** Gives a claim up, unless it has passed to another holder meanwhile. */
const giveUp = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/** What to do with the claim, and without. */
export interface Ways<A, E, R> {
  readonly mine: Effect.Effect<A, E, R>
  readonly taken: Effect.Effect<A, E, R>
}

/** Needs `Redis` and `Notices`: the end of a claim is told under its key. */
export const make = Effect.gen(function* () {
  const redis = yield* Redis
  const notices = yield* WakeUps
  const nameOf = (key: string) => `${key}:claim`

  /** The holder's token; none when another holds the key. */
  const take = (key: string, limit: Duration.Duration) =>
    Effect.flatMap(randomHex, (token) =>
      redis
        .run((client) => client.set(nameOf(key), token, "PX", Duration.toMillis(limit), "NX"))
        .pipe(
          Effect.map((reply) => (reply === null ? Option.none() : Option.some(token))),
          Effect.orElseSucceed(() => Option.some(token))
        )
    )

  const release = (key: string, token: string) =>
    Effect.zipRight(
      Effect.ignore(redis.run((client) => client.eval(giveUp, 1, nameOf(key), token))),
      notices.tell(key)
    )

  return {
    /** Whether anybody holds the key. */
    isHeld: (key: string) =>
      redis
        .run((client) => client.exists(nameOf(key)))
        .pipe(
          Effect.map((count) => count === 1),
          Effect.orElseSucceed(() => false)
        ),
    /** Holds the key while `mine` runs, for `limit` at most; `taken` runs when another holds it. */
    during: <A, E, R>(key: string, limit: Duration.Duration, { mine, taken }: Ways<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          take(key, limit),
          Option.match({
            onNone: () => restore(taken),
            onSome: (token) => Effect.ensuring(restore(mine), release(key, token))
          })
        )
      )
  }
})
