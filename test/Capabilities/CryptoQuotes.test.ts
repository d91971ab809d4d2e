import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import { CryptoQuotes } from "../../src/Capabilities/CryptoPrice/quotes.ts"
import { ProviderUnavailable, QueryRefused } from "../../src/Providers/Errors.ts"
import { CryptoMarket, type MarketsQuery } from "../../src/Providers/ports/CryptoMarket.ts"
import type { CryptoMarketEntry } from "../../src/Resources/facts/CryptoMarkets.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const entry = (id: string, currency: string): CryptoMarketEntry => ({
  id,
  symbol: id.slice(0, 3),
  name: id.toUpperCase(),
  price: id.length,
  currency,
  marketCap: 1e12,
  marketCapRank: 1,
  volume24h: 2e9,
  change24h: -1.5,
  circulatingSupply: 3,
  totalSupply: null,
  maxSupply: null
})

type Markets = CryptoMarket["Type"]["markets"]

/** Knows every asset but those whose name begins with "no-". */
const known: Markets = ({ ids, currency }) =>
  Effect.succeed({
    markets: ids.filter((id) => !id.startsWith("no-")).map((id) => entry(id, currency)),
    missing: ids.filter((id) => id.startsWith("no-"))
  })

/** Runs a test with a provider that answers so, and the list of what it was asked. */
const withProvider = <A, E>(
  markets: Markets,
  test: (quotes: CryptoQuotes, asked: ReadonlyArray<MarketsQuery>) => Effect.Effect<A, E>
) => {
  const asked: Array<MarketsQuery> = []
  const provider = Layer.mock(CryptoMarket, {
    markets: (query) =>
      Effect.suspend(() => {
        asked.push(query)
        return markets(query)
      })
  })
  return Effect.flatMap(CryptoQuotes, (quotes) => test(quotes, asked)).pipe(
    Effect.provide(CryptoQuotes.Default.pipe(Layer.provide(provider), Layer.provide(Cache.layerMemory)))
  )
}

const usd = (...assets: ReadonlyArray<string>) => ({ assets, currency: "usd" })

describe("CryptoQuotes", () => {
  it.effect("prices in the caller's order, duplicates once, missing assets in the caller's order", () =>
    withProvider(known, (quotes, asked) =>
      Effect.gen(function* () {
        const request = { assets: ["no-z", "ripple", "bitcoin", "ripple", "no-a", "no-z"], currency: "eur" }
        expect(yield* quotes.price(request)).toMatchObject({
          value: {
            assets: [
              { id: "ripple", symbol: "rip", price: 6, currency: "eur", change24h: -1.5 },
              { id: "bitcoin", symbol: "bit", price: 7, currency: "eur", change24h: -1.5 }
            ],
            missing: ["no-z", "no-a"]
          },
          hit: false,
          age: 0
        })
        expect(asked).toEqual([{ ids: ["bitcoin", "no-a", "no-z", "ripple"], currency: "eur" }])
      })
    )
  )

  it.effect("market data with every field", () =>
    withProvider(known, (quotes) =>
      Effect.gen(function* () {
        expect(yield* quotes.market(usd("tron", "no-a", "bitcoin", "tron"))).toMatchObject({
          value: { markets: [entry("tron", "usd"), entry("bitcoin", "usd")], missing: ["no-a"] },
          hit: false,
          age: 0
        })
      })
    )
  )

  it.effect(
    "report 15, heyajohnny/cryptoinfo #45: one call for both capabilities and every order, for 60 s",
    () =>
      withProvider(known, (quotes, asked) =>
        Effect.gen(function* () {
          yield* quotes.price(usd("bitcoin", "no-a", "ethereum"))
          yield* TestClock.adjust("59 seconds")
          const market = yield* quotes.market(usd("ethereum", "bitcoin", "no-a", "ethereum"))
          expect({ hit: market.hit, age: market.age }).toMatchObject({ hit: true, age: 59 })
          expect(market.value.markets.map(({ id }) => id)).toEqual(["ethereum", "bitcoin"])
          expect(market.value.missing).toEqual(["no-a"])
          expect(asked.length).toBe(1)
          yield* TestClock.adjust("1 seconds")
          const price = yield* quotes.price(usd("bitcoin", "no-a", "ethereum"))
          expect({ hit: price.hit, age: price.age }).toMatchObject({ hit: false, age: 0 })
          expect(asked.length).toBe(2)
        })
      )
  )

  it.effect("other assets and other currencies are other records", () =>
    withProvider(known, (quotes, asked) =>
      Effect.gen(function* () {
        yield* quotes.price(usd("bitcoin", "ethereum"))
        yield* quotes.price(usd("bitcoin"))
        yield* quotes.price({ assets: ["bitcoin"], currency: "eur" })
        expect(asked).toEqual([
          { ids: ["bitcoin", "ethereum"], currency: "usd" },
          { ids: ["bitcoin"], currency: "usd" },
          { ids: ["bitcoin"], currency: "eur" }
        ])
      })
    )
  )

  it.effect("equal calls in flight share one call of the provider", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      yield* withProvider(
        (query) => Effect.zipRight(Deferred.await(gate), known(query)),
        (quotes, asked) =>
          Effect.gen(function* () {
            const price = yield* Effect.fork(quotes.price(usd("bitcoin", "tron")))
            const market = yield* Effect.fork(quotes.market(usd("tron", "bitcoin")))
            yield* Effect.yieldNow()
            yield* Deferred.succeed(gate, undefined)
            expect((yield* Fiber.join(price)).value.assets.map(({ id }) => id)).toEqual(["bitcoin", "tron"])
            expect((yield* Fiber.join(market)).value.markets.map(({ id }) => id)).toEqual(["tron", "bitcoin"])
            expect(asked.length).toBe(1)
          })
      )
    })
  )

  it.effect("a refused currency is remembered for 5 minutes, for both capabilities", () =>
    withProvider(
      () =>
        new QueryRefused({
          provider: "coingecko",
          problems: [{ pointer: "/currency", message: "quote currency xyz is not supported" }]
        }),
      (quotes, asked) =>
        Effect.gen(function* () {
          const request = { assets: ["bitcoin"], currency: "xyz" }
          const refused = yield* Effect.flip(quotes.price(request))
          expect(refused).toMatchObject({ _tag: "QueryRefused", problems: [{ pointer: "/currency" }] })
          yield* TestClock.adjust("299 seconds")
          expect(yield* Effect.flip(quotes.market(request))).toEqual(refused)
          expect(asked.length).toBe(1)
          yield* TestClock.adjust("1 seconds")
          yield* Effect.flip(quotes.price(request))
          expect(asked.length).toBe(2)
        })
    )
  )

  it.effect("a failure is not remembered", () =>
    withProvider(
      () => new ProviderUnavailable({ provider: "coingecko", reason: "status 500" }),
      (quotes, asked) =>
        Effect.gen(function* () {
          expect((yield* Effect.flip(quotes.price(usd("bitcoin"))))._tag).toBe("ProviderUnavailable")
          yield* Effect.flip(quotes.price(usd("bitcoin")))
          expect(asked.length).toBe(2)
        })
    )
  )
})
