/**
 * Two processes of the service on one PostgreSQL and one Redis: what must be shared is shared.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import * as Pg from "pg"
import { describe } from "vitest"
import { call, payment } from "../Http/Buyer.ts"
import { buyers } from "../Http/Service.ts"
import * as Postgres from "../Storage/Postgres.ts"
import * as RedisServer from "../Storage/RedisServer.ts"
import * as Almanac from "./Almanac.ts"
import * as Neighbours from "./Neighbours.ts"
import { stop } from "./Spawned.ts"

/** The payments of a ledger, as far as money goes. */
const payments = (url: string) =>
  Effect.promise(async () => {
    const client = new Pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query("SELECT state, transaction FROM payments ORDER BY created_at")
    await client.end()
    return rows
  })

const transactionOf = (headers: Headers) =>
  JSON.parse(Buffer.from(headers.get("payment-response") ?? "", "base64").toString()).transaction

describe.skipIf(Postgres.url === undefined || !RedisServer.isHere)("two replicas", () => {
  it.scopedLive(
    "sell a payment once, share the cache, and finish what the other one began",
    () =>
      Effect.gen(function* () {
        let runs = 0
        const asked = yield* Deferred.make<void>()
        const go = yield* Deferred.make<void>()
        // The first run is over in half a second, the second one hangs until its process is dead.
        const delay = Effect.suspend(() => {
          runs += 1
          if (runs === 1) return Effect.sleep("500 millis")
          return runs === 2
            ? Effect.zipRight(Deferred.succeed(asked, undefined), Deferred.await(go))
            : Effect.void
        })
        const database = yield* Postgres.database
        const databaseUrl = Redacted.value(database.url)
        const redis = yield* RedisServer.make
        const neighbours = yield* Neighbours.start(delay)
        const environment = { ...neighbours.environment, DATABASE_URL: databaseUrl, REDIS_URL: redis.url }
        const replicas = [yield* Almanac.start(environment), yield* Almanac.start(environment)] as const
        const urls = [yield* Almanac.urlOf(replicas[0]), yield* Almanac.urlOf(replicas[1])] as const
        yield* Effect.forEach(urls, (url) => Almanac.readiness(url, 200))

        const header = yield* Effect.promise(() => payment())
        const answers = yield* Effect.promise(() => Promise.all(urls.map((url) => call(url, header))))
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        expect(answers[0]?.text).toBe(answers[1]?.text)
        const transactions = answers.map(({ headers }) => transactionOf(headers))
        expect(transactions[0]).toBe(transactions[1])
        expect(yield* payments(databaseUrl)).toEqual([{ state: "settled", transaction: transactions[0] }])
        expect(runs).toBe(1)

        const other = yield* Effect.promise(() =>
          payment(buyers[1] === undefined ? {} : { account: buyers[1] })
        )
        const cached = yield* Effect.promise(() => call(urls[1], other))
        expect([cached.status, cached.headers.get("cache-status")]).toEqual([
          200,
          expect.stringContaining("hit")
        ])
        expect(runs).toBe(1)

        const question = { base: "CHF", currencies: ["USD"] }
        const third = yield* Effect.promise(() =>
          payment(buyers[2] === undefined ? {} : { account: buyers[2] })
        )
        const lost = yield* Effect.fork(
          Effect.either(Effect.tryPromise(() => call(urls[0], third, question)))
        )
        yield* Deferred.await(asked)
        const taken = yield* Effect.fork(Effect.promise(() => call(urls[1], third, question)))
        yield* Effect.promise(() => stop(replicas[0]))
        expect((yield* Fiber.join(lost))._tag).toBe("Left")
        const finished = yield* Fiber.join(taken)
        expect(finished.status).toBe(200)
        expect(runs).toBe(3)
        expect(yield* payments(databaseUrl)).toEqual([
          { state: "settled", transaction: transactions[0] },
          { state: "settled", transaction: transactionOf(cached.headers) },
          { state: "settled", transaction: transactionOf(finished.headers) }
        ])
      }),
    120_000
  )
})
