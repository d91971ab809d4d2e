/**
 * Two processes of the service on one PostgreSQL and one Redis: what must be shared is shared.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted, Schedule } from "effect"
import { Redis } from "ioredis"
import { describe } from "vitest"
import { stop } from "../../scripts/process/Spawned.ts"
import { call, nextBuyer, payment } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Leases from "../support/process/Leases.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

const transactionOf = (headers: Headers) =>
  JSON.parse(Buffer.from(headers.get("payment-response") ?? "", "base64").toString()).transaction

describe.skipIf(Postgres.url === undefined || !RedisServer.isHere)("two replicas", () => {
  it.scopedLive(
    "sell a payment once, share the cache, and finish what the other one began",
    () =>
      Effect.gen(function* () {
        let runs = 0
        let gate: Effect.Effect<void> = Effect.void
        const delay = Effect.suspend(() => {
          runs += 1
          return gate
        })
        const database = yield* Postgres.database
        /** As far as money goes. */
        const payments = database.query("SELECT state, transaction FROM payments ORDER BY created_at")
        const redis = yield* RedisServer.make
        const neighbours = yield* Neighbours.start(delay)
        const environment = {
          ...neighbours.environment,
          DATABASE_URL: Redacted.value(database.url),
          REDIS_URL: redis.url
        }
        const replicas = yield* Effect.all([Almanac.start(environment), Almanac.start(environment)])
        const urls = yield* Effect.all([Almanac.urlOf(replicas[0]), Almanac.urlOf(replicas[1])])
        yield* Effect.forEach(urls, (url) => Almanac.readiness(url, 200))

        const pay = Effect.promise(() => payment({ account: nextBuyer() }))
        const ask = (url: string, header: string, base: string) =>
          Effect.promise(async () => ({
            ...(await call(url, header, { base, currencies: ["USD"] })),
            at: performance.now()
          }))
        const client = yield* Effect.acquireRelease(
          Effect.sync(() => new Redis(redis.url)),
          (client) => Effect.sync(() => client.disconnect())
        )
        /** Ends when as many replicas wait for another one's notice. */
        const waiting = (count: number) =>
          Effect.promise(() => client.pubsub("CHANNELS", "almanac:notice:*")).pipe(
            Effect.filterOrFail((channels) => channels.length === count),
            Effect.retry({ times: 1000, schedule: Schedule.spaced("10 millis") })
          )
        /** Both replicas are asked; the provider answers when the second of them waits for the first. */
        const together = (headers: readonly [string, string], base: string) =>
          Effect.gen(function* () {
            const asked = yield* Deferred.make<void>()
            const go = yield* Deferred.make<void>()
            gate = Effect.zipRight(Deferred.succeed(asked, undefined), Deferred.await(go))
            const first = yield* Effect.fork(ask(urls[0], headers[0], base))
            yield* Deferred.await(asked)
            const second = yield* Effect.fork(ask(urls[1], headers[1], base))
            yield* waiting(1)
            yield* Deferred.succeed(go, undefined)
            const answers = [yield* Fiber.join(first), yield* Fiber.join(second)] as const
            yield* waiting(0)
            return answers
          })

        // One payment: one run, one settlement, and the second replica answers as soon as the first has.
        const gaps: Array<number> = []
        const transactions: Array<string> = []
        for (const base of ["EUR", "GBP", "SEK"]) {
          const header = yield* pay
          const [one, other] = yield* together([header, header], base)
          expect([one.status, other.status]).toEqual([200, 200])
          expect(other.text).toBe(one.text)
          expect(transactionOf(other.headers)).toBe(transactionOf(one.headers))
          transactions.push(transactionOf(one.headers))
          gaps.push(other.at - one.at)
        }
        const settled = () => transactions.map((transaction) => ({ state: "settled", transaction }))
        expect(yield* payments).toEqual(settled())
        expect(runs).toBe(3)
        // Whoever is not told looks once a second, and has just looked.
        expect(Math.min(...gaps)).toBeLessThan(300)

        // Two payments for the same question: the provider is asked once.
        const pair = yield* together([yield* pay, yield* pay], "NOK")
        expect(pair.map(({ status }) => status)).toEqual([200, 200])
        transactions.push(...pair.map(({ headers }) => transactionOf(headers)))
        expect(runs).toBe(4)

        const cached = yield* ask(urls[1], yield* pay, "EUR")
        expect([cached.status, cached.headers.get("cache-status")]).toEqual([
          200,
          expect.stringContaining("hit")
        ])
        transactions.push(transactionOf(cached.headers))
        expect(runs).toBe(4)

        // A replica dies at work: the other one takes the payment over.
        const asked = yield* Deferred.make<void>()
        gate = Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)
        const last = yield* pay
        const lost = yield* Effect.fork(
          Effect.either(Effect.tryPromise(() => call(urls[0], last, { base: "CHF", currencies: ["USD"] })))
        )
        yield* Deferred.await(asked)
        gate = Effect.void
        const taken = yield* Effect.fork(ask(urls[1], last, "CHF"))
        yield* waiting(1)
        yield* Effect.promise(() => stop(replicas[0]))
        yield* Leases.end(database)
        expect((yield* Fiber.join(lost))._tag).toBe("Left")
        const finished = yield* Fiber.join(taken)
        expect(finished.status).toBe(200)
        expect(runs).toBe(6)
        transactions.push(transactionOf(finished.headers))
        const entries = yield* payments
        expect(new Set(entries.map(({ transaction }) => transaction))).toEqual(new Set(transactions))
        expect(entries.map(({ state }) => state)).toEqual(transactions.map(() => "settled"))
      }),
    120_000
  )
})
