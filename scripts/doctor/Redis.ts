/**
 * What replicas share.
 */
import { Context, Effect, Layer, Option, Redacted, Schedule } from "effect"
import type { Settings } from "../../src/Settings.ts"
import * as Redis from "../../src/Storage/Redis.ts"
import { type Finding, fail, off, ok, warn } from "./Finding.ts"

const name = "redis"

/** The number at the end of the URL. */
const databaseOf = (url: Redacted.Redacted) => new URL(Redacted.value(url)).pathname.replace("/", "") || "0"

/** It connects in the background: it has three seconds. */
const patience = Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(30))

/** Checks the server when the settings name one. */
export const check = ({ storage }: Settings["Type"]): Effect.Effect<Finding> =>
  Option.match(storage.redisUrl, {
    onNone: () =>
      Effect.succeed(off(name, "REDIS_URL is not set: cache, pace and notices are this process's own")),
    onSome: (url) =>
      Effect.gen(function* () {
        const redis = Context.get(yield* Layer.build(Redis.layer(url)), Redis.Redis)
        yield* Effect.retry(
          Effect.flatMap(
            redis.problem,
            Option.match({ onNone: () => Effect.void, onSome: (words) => Effect.fail(words) })
          ),
          patience
        )
        const answers = `answers, in its database ${databaseOf(url)}`
        const memory = yield* Effect.option(
          Effect.retry(
            redis.run("INFO", (client) => client.info("memory")),
            patience
          )
        )
        const says = (line: RegExp) => Option.exists(memory, (text) => line.test(text))
        if (says(/^maxmemory:0\r?$/m)) {
          return warn(
            name,
            `${answers}, but keeps everything`,
            "set maxmemory, and maxmemory-policy allkeys-lru"
          )
        }
        return says(/^maxmemory_policy:noeviction\r?$/m)
          ? warn(
              name,
              `${answers}, but takes no writes once its memory is full`,
              "set maxmemory-policy allkeys-lru"
            )
          : ok(name, answers)
      }).pipe(
        Effect.scoped,
        Effect.catchAll((words) =>
          Effect.succeed(
            fail(
              name,
              `does not answer: ${words}`,
              "check REDIS_URL and the server; until then a read is a miss, and the pace is each process's own"
            )
          )
        )
      )
  })
