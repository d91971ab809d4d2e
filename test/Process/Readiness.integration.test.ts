/**
 * What a process says of its readiness: nothing when all is well, and why when it is not.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { describe } from "vitest"
import { freePort } from "../../scripts/process/FreePort.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

const started = (environment: Readonly<Record<string, string>>) =>
  Almanac.start({
    X402_PAY_TO: `0x${"a".repeat(40)}`,
    CONTACT: "mailto:a@example.org",
    PORT: "0",
    X402_FACILITATOR_URL: "http://127.0.0.1:1",
    ...environment
  })

const statusOf = (url: string) => Effect.promise(async () => (await fetch(url)).status)

/** The answer of the metrics' listener, once it has this sample. */
const sampled = (port: number, sample: string) =>
  Effect.promise(() => fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text())).pipe(
    Effect.filterOrFail((text) => text.includes(`\n${sample}\n`)),
    Effect.retry({ times: 400, schedule: Schedule.spaced("25 millis") }),
    Effect.orDie
  )

/** Options of a server that does not serve us, and the reason that is told. */
const redisProblems = [
  [["--requirepass", "right"], "the server refuses the user or the password of REDIS_URL"],
  [["--replicaof", "127.0.0.1", "1"], "the server is a read-only replica"]
] as const

describe.skipIf(Postgres.url === undefined).concurrent("npm start", () => {
  it.scopedLive(
    "says nothing of readiness when all is well",
    () =>
      Effect.gen(function* () {
        const port = yield* freePort
        const spawned = yield* started({ ...(yield* Almanac.ledger), METRICS_PORT: String(port) })
        yield* Almanac.readiness(yield* Almanac.urlOf(spawned), 200)
        yield* sampled(port, "almanac_ready 1")
        expect(spawned.output()).not.toMatch(/not ready|ready again/)
      }),
    60_000
  )

  it.scopedLive(
    "names the class of the reason when its database is missing",
    () =>
      Effect.gen(function* () {
        const database = new URL(Postgres.url ?? "")
        database.pathname = "almanac_nowhere"
        const spawned = yield* started({ DATABASE_URL: database.href })
        expect(yield* statusOf(`${yield* Almanac.urlOf(spawned)}/health/serving`)).toBe(503)
        yield* Effect.promise(() =>
          spawned.prints(
            /not ready: no answer from database \(the server has no database of the name in DATABASE_URL \(3D000\)\)/
          )
        )
      }),
    60_000
  )

  it.scopedLive.each(RedisServer.isHere ? redisProblems : [])(
    "is not ready with a Redis of %j, names the reason, and serves",
    ([options, words]) =>
      Effect.gen(function* () {
        const redis = yield* RedisServer.makeWith(options)
        const before = options[0] === "--requirepass" ? "//:wrong@" : "//"
        const spawned = yield* started({
          ...(yield* Almanac.ledger),
          REDIS_URL: redis.url.replace("//", before)
        })
        const url = yield* Almanac.urlOf(spawned)
        yield* Effect.promise(() =>
          spawned.prints(new RegExp(`not ready: no answer from cache \\(${words}\\)`))
        )
        expect(yield* statusOf(`${url}/health/ready`)).toBe(503)
        expect(yield* statusOf(`${url}/health/serving`)).toBe(200)
        expect(spawned.output()).not.toContain("wrong")
      }),
    60_000
  )
})
