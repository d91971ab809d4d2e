/**
 * The service under load while everything that it leans on is taken away and brought back, one after the other: each
 * purchase comes to its answer and is charged once, without a restart.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Option, Redacted, Schedule, Schema } from "effect"
import { Redis } from "ioredis"
import { describe } from "vitest"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import type { ProviderSlug } from "../../src/Resources/ProviderSlug.ts"
import * as Usdc from "../../src/Resources/Usdc.ts"
import { addressOf, providersAt } from "../Sandbox/Addresses.ts"
import { simulated } from "../Sandbox/Simulated.ts"
import { nextBuyer, payment, post } from "../support/Buyer.ts"
import { buyers, openingBalance } from "../support/Harness.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Cut from "../support/process/Cut.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { type Samples, until } from "../support/process/Scrape.ts"
import { payTo } from "../support/SignedPayment.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

/** Composites give their answer away when all of their sources fail. */
const wares = registeredCapabilities.filter(({ facts }) => facts.provider.kind === "provider")

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

interface Purchase {
  readonly capability: string
  readonly amount: string
  readonly statuses: Array<number>
  transaction: string | undefined
}

describe.skipIf(Postgres.url === undefined || !RedisServer.isHere).concurrent("under load", () => {
  it.scopedLive(
    "database, Redis, facilitator and providers go and come: nothing is lost, nothing is charged twice",
    () =>
      Effect.gen(function* () {
        const database = yield* Postgres.database
        const proxy = yield* Postgres.proxy(database)
        yield* proxy.open
        const redis = yield* RedisServer.make
        const neighbours = yield* Neighbours.start()
        const facilitator = yield* Cut.before(neighbours.environment.X402_FACILITATOR_URL)
        const { origin } = yield* simulated
        const providers = yield* Cut.before(origin)
        const almanac = yield* Almanac.start({
          ...neighbours.environment,
          X402_FACILITATOR_URL: facilitator.url,
          DATABASE_URL: Redacted.value(proxy.url),
          REDIS_URL: redis.url,
          ...providersAt(providers.url),
          GDELT_PACE: "1 millis",
          BREAKER_COOLDOWN: "1 second",
          METRICS_PORT: "0"
        })
        const url = yield* Almanac.urlOf(almanac)
        const [, metrics = ""] = yield* Effect.promise(() =>
          almanac.prints(/metrics on (http:\/\/127[\d.:]+\/metrics)/)
        )
        yield* Almanac.readiness(url, 200)

        // Without it the providers would hardly be asked: each buys the same again and again.
        const cache = yield* Effect.acquireRelease(
          Effect.sync(() => new Redis(redis.url, { maxRetriesPerRequest: 0 }).on("error", () => {})),
          (client) => Effect.sync(() => client.disconnect())
        )
        let selling = true
        const purchases: Array<Purchase> = []
        /**
         * One buyer: pays once, and sends the same payment until there is the answer. An unknown settlement is asked for
         * again ever more rarely, so that an outage of half a minute may cost another one.
         */
        const buy = async (at: number) => {
          const ware = wares[at % wares.length]
          if (ware === undefined) throw new Error("nothing to buy")
          const amount = String(Option.getOrThrow(Usdc.parse(ware.facts.price)))
          const purchase: Purchase = {
            capability: ware.facts.id,
            amount,
            statuses: [],
            transaction: undefined
          }
          purchases.push(purchase)
          const header = await payment({ amount, account: nextBuyer() })
          for (let attempt = 0; attempt < 1_000; attempt++) {
            const answer = await post(`${url}${ware.path}`, header, ware.facts.example.request)
            purchase.statuses.push(answer.status)
            const receipt = answer.headers.get("payment-response")
            if (answer.status === 200 && receipt !== null) {
              purchase.transaction = JSON.parse(Buffer.from(receipt, "base64").toString()).transaction
              return
            }
            await sleep(250)
          }
        }
        const load = yield* Effect.fork(
          Effect.promise(() =>
            Promise.all(
              [0, 1, 2, 3, 4, 5, 6, 7].map(async (first) => {
                for (let at = first; selling; at += 8) {
                  await buy(at)
                  await cache.flushall().catch(() => {})
                  await sleep(50)
                }
              })
            )
          )
        )

        yield* Effect.raceFirst(Effect.sleep("1 second"), Fiber.join(load))
        const seen = (holds: (samples: Samples) => boolean) => Effect.promise(() => until(metrics, holds))
        const down = (dependency: string) =>
          seen((samples) => samples.get(`almanac_dependency_up{dependency="${dependency}"}`) === 0)
        const sum = (samples: Samples, name: string) =>
          [...samples].reduce((total, [key, value]) => total + (key.startsWith(name) ? value : 0), 0)

        yield* proxy.close
        yield* Almanac.readiness(url, 503)
        yield* down("database")
        yield* proxy.open
        yield* Almanac.readiness(url, 200)

        yield* redis.stop
        yield* Almanac.readiness(url, 503)
        yield* down("cache")
        yield* redis.start
        yield* Almanac.readiness(url, 200)

        facilitator.cut()
        yield* seen((samples) => sum(samples, "almanac_facilitator_errors_total") >= 4)
        facilitator.mend()

        // Not for long: a payer whose runs fail twenty times is refused for ten minutes.
        providers.cut()
        yield* seen((samples) => sum(samples, "almanac_circuit_opened_total") >= 3)
        providers.mend()
        yield* seen((samples) => sum(samples, "almanac_circuit_open{") === 0)

        selling = false
        yield* Fiber.join(load)

        const unanswered = purchases.filter(({ transaction }) => transaction === undefined)
        expect(unanswered, almanac.output().slice(-2000)).toEqual([])
        expect(new Set(purchases.map(({ transaction }) => transaction)).size).toBe(purchases.length)
        expect(yield* neighbours.chain.balance(payTo)).toBe(
          purchases.reduce((total, { amount }) => total + BigInt(amount), 0n)
        )
        const rows = yield* database.query(
          "SELECT state, count(*)::integer AS count FROM payments GROUP BY state"
        )
        expect(rows).toEqual([{ state: "settled", count: purchases.length }])
        // The trouble was met: without it the test would show nothing.
        const statuses = purchases.flatMap(({ statuses }) => statuses)
        expect(purchases.length).toBeGreaterThan(10)
        expect(statuses).toEqual(expect.arrayContaining([200, 502, 503]))
        expect(statuses.filter((status) => status !== 200 && status < 500)).toEqual([])
        // Not `toMatch`: it would print the whole log.
        for (const told of [
          /no answer from database/,
          /no answer from (database \(.+\) and )?cache/,
          /ready again/,
          /circuit opened/,
          /circuit closed/
        ])
          expect(told.test(almanac.output()), String(told)).toBe(true)
      }),
    400_000
  )
})

/** The question of a row: another limit is another query, which is in no cache. */
const subject = (row: number) => ({ query: "carbon", limit: row + 1 })

const table = { dataset: "acs/acs1", year: 2019, variables: ["NAME"], forGeography: "state:01" }
const withTable = {
  sources: ["academic", "news", "knowledge", "government"],
  government: table
}

const decodeReport = Schema.decodeUnknownSync(
  Schema.Struct({
    status: Schema.String,
    sources: Schema.Record({
      key: Schema.String,
      value: Schema.Struct({
        status: Schema.String,
        error: Schema.optional(Schema.NullOr(Schema.Struct({ code: Schema.String })))
      })
    })
  })
)

/** A provider, a capability that asks it, and what becomes of a call of that, and of research, while it is away. */
const lone = [
  ["openalex", "academic.search", 200, []],
  ["crossref", "academic.work", 200, []],
  ["gdelt", "news.search", 502, ["news"]],
  ["wikidata", "knowledge.search", 502, ["knowledge"]],
  ["us-census", "government.census", 502, ["government"]],
  ["coingecko", "crypto.price", 502, []],
  ["frankfurter", "fx.rates", 502, []],
  ["nager-date", "holidays", 502, []],
  ["open-meteo", "weather", 502, []],
  ["photon", "geocode", 502, []]
] as const satisfies ReadonlyArray<readonly [ProviderSlug, string, number, ReadonlyArray<string>]>

describe.concurrent("one provider at a time", () => {
  it.scopedLive(
    "goes and comes: research names the source that failed and is charged for the rest, its own calls are not charged",
    () =>
      Effect.gen(function* () {
        const neighbours = yield* Neighbours.start()
        const { origin } = yield* simulated
        const ways = yield* Effect.forEach(lone, ([slug]) =>
          Effect.map(Cut.before(origin), (way) => ({ ...way, slug }))
        )
        const addresses = Object.assign({}, ...ways.map(({ slug, url }) => addressOf(slug, url)))
        const almanac = yield* Almanac.start({
          ...neighbours.environment,
          ...(yield* Almanac.ledger),
          ...addresses,
          GDELT_PACE: "1 millis",
          BREAKER_COOLDOWN: "100 millis"
        })
        const url = yield* Almanac.urlOf(almanac)
        yield* Almanac.readiness(url, 200)
        // In turn, each once: what one has spent is what the purchase cost.
        const accounts = buyers.values()
        const purchase = (amount: string, path: string, body: object) =>
          Effect.gen(function* () {
            const account = accounts.next().value
            if (account === undefined) throw new Error("no buyer is left")
            const header = yield* Effect.promise(() => payment({ amount, account }))
            return {
              send: Effect.promise(() => post(`${url}${path}`, header, body)),
              spent: Effect.map(neighbours.chain.balance(account.address), (balance) =>
                String(openingBalance - balance)
              )
            }
          })

        for (const [row, [slug, capability, status, failed]] of lone.entries()) {
          const ware = wares.find(({ facts }) => facts.id === capability)
          const way = ways[row]
          if (ware === undefined || way === undefined) throw new Error(`nothing to buy of ${slug}`)
          const price = String(Option.getOrThrow(Usdc.parse(ware.facts.price)))
          const own = yield* purchase(price, ware.path, ware.facts.example.request)
          const composite = yield* purchase("50000", "/v1/research", {
            ...subject(row),
            ...(slug === "us-census" ? withTable : {})
          })

          way.cut()
          const [alone, together] = yield* Effect.all([own.send, composite.send], { concurrency: 2 })
          expect([slug, alone.status, yield* own.spent]).toEqual([slug, status, status === 200 ? price : "0"])
          if (status !== 200) {
            expect(alone.body.error).toMatchObject({
              code: "PROVIDER_UNAVAILABLE",
              details: { provider: slug }
            })
          }
          expect([slug, together.status]).toEqual([slug, 200])
          const { status: whole, sources } = decodeReport(together.body.data)
          expect([slug, whole]).toEqual([slug, failed.length === 0 ? "complete" : "partial"])
          expect(
            Object.entries(sources).flatMap(([name, { status, error }]) =>
              status === "failed" ? [[name, error?.code]] : []
            )
          ).toEqual(failed.map((name) => [name, "PROVIDER_UNAVAILABLE"]))
          expect([slug, yield* composite.spent]).toEqual([slug, "50000"])

          // The same payment buys the answer as soon as the provider is there again.
          way.mend()
          yield* Effect.retry(
            Effect.filterOrFail(own.send, (answer) => answer.status === 200),
            { times: 30, schedule: Schedule.spaced("50 millis") }
          )
          expect([slug, yield* own.spent]).toEqual([slug, price])
        }
      }),
    60_000
  )
})
