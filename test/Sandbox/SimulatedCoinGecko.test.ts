import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Either, Layer, Option, Redacted } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { cryptoMarket } from "../../src/Capabilities/CryptoMarket/contract.ts"
import { cryptoPrice } from "../../src/Capabilities/CryptoPrice/contract.ts"
import { CryptoQuotes } from "../../src/Capabilities/CryptoPrice/quotes.ts"
import * as CoinGecko from "../../src/Providers/CoinGecko/index.ts"
import type { Plan } from "../../src/Providers/CoinGecko/plan.ts"
import { CryptoMarket } from "../../src/Providers/ports/CryptoMarket.ts"
import { router } from "../../src/Sandbox/providers/SimulatedCoinGecko.ts"
import * as Cache from "../../src/Storage/Cache.ts"
import {
  hive,
  invalidCurrency,
  proKeyOnPublicHost,
  supportedCurrencies,
  top10
} from "../Providers/CoinGecko/fixtures.ts"

const path = "/api/v3/coins/markets"

const get = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const app = yield* HttpRouter.toHttpApp(router)
    const request = HttpServerRequest.fromWeb(new Request(`http://sandbox${address}`, { headers }))
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
    )
    return { status: response.status, text: yield* Effect.promise(() => response.text()) }
  })

const rows = (address: string) =>
  Effect.map(get(address), ({ text }): ReadonlyArray<Readonly<Record<string, unknown>>> => JSON.parse(text))
const ids = (address: string) => Effect.map(rows(address), (list) => list.map(({ id }) => id))

const byCapitalisation = [
  "bitcoin",
  "ethereum",
  "tether",
  "binancecoin",
  "ripple",
  "usd-coin",
  "solana",
  "tron",
  "figure-heloc",
  "dogecoin",
  "hive",
  "hive_dollar"
]

describe("SimulatedCoinGecko", () => {
  it.effect.each([
    ["all, by market capitalisation", "vs_currency=usd", byCapitalisation],
    ["all when no ids are named", "vs_currency=usd&ids=", byCapitalisation],
    [
      "the known, by market capitalisation",
      "vs_currency=usd&ids=hive,xrp,ripple,bitcoin",
      ["bitcoin", "ripple", "hive"]
    ],
    ["each once", "vs_currency=usd&ids=hive,hive", ["hive"]],
    ["none", "vs_currency=usd&ids=xrp", []],
    ["a page", "vs_currency=usd&per_page=2&page=2", ["tether", "binancecoin"]],
    ["a page behind the last", "vs_currency=usd&page=2", []],
    ["pages of at most 250", "vs_currency=usd&per_page=1000", byCapitalisation]
  ] as const)("%s", ([, query, expected]) =>
    Effect.gen(function* () {
      expect(yield* ids(`${path}?${query}`)).toEqual(expected)
    })
  )

  it.effect("in dollars it is the recordings, digit by digit", () =>
    Effect.gen(function* () {
      expect(yield* rows(`${path}?vs_currency=usd`)).toEqual([...JSON.parse(top10), ...JSON.parse(hive)])
    })
  )

  it.effect("in another currency amounts are converted, and nothing else", () =>
    Effect.gen(function* () {
      const [dollars = {}] = yield* rows(`${path}?vs_currency=usd&ids=tether`)
      const [yen = {}] = yield* rows(`${path}?vs_currency=jpy&ids=tether`)
      // 143.53 yen and 1.0517 dollars for a euro on 2022-06-29.
      const yenPerDollar = 143.53 / 1.0517
      const converted = {
        current_price: yenPerDollar,
        market_cap: 183557246716 * yenPerDollar,
        fully_diluted_valuation: 189024409655 * yenPerDollar,
        total_volume: 71211541734 * yenPerDollar,
        high_24h: yenPerDollar,
        low_24h: 0.999928 * yenPerDollar,
        price_change_24h: 5.856e-5 * yenPerDollar,
        market_cap_change_24h: -3439710.1094970703 * yenPerDollar,
        ath: 1.32 * yenPerDollar,
        atl: 0.572521 * yenPerDollar
      }
      expect(yen).toEqual({ ...dollars, ...converted })
    })
  )

  it.effect("every supported currency is answered; without a rate its amounts are null", () =>
    Effect.gen(function* () {
      for (const currency of supportedCurrencies) {
        expect((yield* get(`${path}?vs_currency=${currency}`)).status).toBe(200)
      }
      const [bitcoin] = yield* rows(`${path}?vs_currency=aed&ids=bitcoin`)
      expect(bitcoin).toMatchObject({
        id: "bitcoin",
        current_price: null,
        market_cap: null,
        market_cap_rank: 1,
        total_volume: null,
        price_change_percentage_24h: null,
        max_supply: 21000000
      })
    })
  )

  it.effect.each([
    ["an unsupported currency", `${path}?vs_currency=xyz`, {}, 400, invalidCurrency],
    ["no currency", path, {}, 400, '{"error":"Missing parameter vs_currency"}'],
    ["a pro key", `${path}?vs_currency=usd`, { "x-cg-pro-api-key": "CG-1" }, 400, proKeyOnPublicHost],
    ["another path", "/api/v3/coins/bitcoin", {}, 404, ""]
  ] as const)("%s", ([, address, headers, status, text]) =>
    Effect.gen(function* () {
      expect(yield* get(address, headers)).toEqual({ status, text })
    })
  )
})

describe("CoinGecko against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = (plan: Plan, key?: string) =>
    Layer.unwrapEffect(
      HttpServer.addressFormattedWith((baseUrl) =>
        Effect.succeed(
          CoinGecko.layer({
            baseUrl,
            deadline: "8 seconds",
            userAgent: "almanac/0.1.0 (test)",
            plan,
            key: Option.map(Option.fromNullable(key), Redacted.make)
          })
        )
      )
    ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  const outcome = (assets: ReadonlyArray<string>, currency: string) =>
    Effect.gen(function* () {
      const market = yield* CryptoMarket
      return Either.match(yield* Effect.either(market.markets({ ids: assets, currency })), {
        onRight: ({ markets, missing }): unknown => [markets.map(({ id, price }) => [id, price]), missing],
        onLeft: (error) => (error._tag === "QueryRefused" ? error.problems : `${error._tag}: ${error.reason}`)
      })
    })

  it.scopedLive("prices, missing assets and refusals", () =>
    Effect.gen(function* () {
      expect(yield* outcome(["hive_dollar", "xrp", "ripple", "usd-coin"], "usd")).toEqual([
        [
          ["hive_dollar", 0.98186],
          ["ripple", 1.35],
          ["usd-coin", 0.999988]
        ],
        ["xrp"]
      ])
      expect(yield* outcome(["bitcoin"], "eur")).toEqual([[["bitcoin", 65610 * (1 / 1.0517)]], []])
      expect(yield* outcome(["bitcoin"], "btc")).toEqual([[["bitcoin", null]], []])
      expect(yield* outcome(["bitcoin"], "xyz")).toEqual([
        { pointer: "/currency", message: "quote currency xyz is not supported" }
      ])
    }).pipe(Effect.provide(layer("demo", "CG-1")))
  )

  it.scopedLive("a pro key on the public host", () =>
    Effect.gen(function* () {
      expect(yield* outcome(["bitcoin"], "usd")).toBe("ProviderUnavailable: key or plan refused")
    }).pipe(Effect.provide(layer("pro", "CG-1")))
  )

  it.scopedLive("the examples of the capability list are what the sandbox answers", () =>
    Effect.gen(function* () {
      const quotes = yield* CryptoQuotes
      const example = (endpoint: { readonly annotations: Context.Context<never> }) =>
        Option.getOrThrow(Context.getOption(endpoint.annotations, Capability)).example
      const price = yield* quotes.price({ assets: ["bitcoin", "ethereum", "xrp"], currency: "usd" })
      expect(example(cryptoPrice)).toMatchObject({
        request: { assets: ["bitcoin", "ethereum", "xrp"], currency: "usd" },
        response: { data: price.value }
      })
      const market = yield* quotes.market({ assets: ["ethereum"], currency: "usd" })
      expect(example(cryptoMarket)).toMatchObject({
        request: { assets: ["ethereum"], currency: "usd" },
        response: { data: market.value }
      })
    }).pipe(
      Effect.provide(
        CryptoQuotes.Default.pipe(Layer.provide(layer("demo")), Layer.provide(Cache.layerMemory))
      )
    )
  )
})
