import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import * as CoinGecko from "../../../src/Providers/CoinGecko/index.ts"
import type { Plan } from "../../../src/Providers/CoinGecko/plan.ts"
import { CryptoMarket } from "../../../src/Providers/ports/CryptoMarket.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { always, observe, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
import {
  bitcoinAndEthereum,
  invalidCurrency,
  nestedError,
  proKeyOnPublicHost,
  throttled,
  throttledHeaders,
  unknownCoin
} from "./fixtures.ts"

const layer = (plan: Plan, key?: string) =>
  CoinGecko.layer({
    baseUrl: "https://api.coingecko.com",
    deadline: "8 seconds",
    userAgent,
    plan,
    key: Option.map(Option.fromNullable(key), Redacted.make)
  })

/** Asks for bitcoin and ether. */
const markets = (currency = "usd") =>
  Effect.flatMap(CryptoMarket, (market) => market.markets({ ids: ["bitcoin", "ethereum"], currency })).pipe(
    Effect.either,
    Effect.map(told)
  )

const outcome = (answer: Reply, currency?: string) =>
  observe(always(answer), layer("demo"), markets(currency))

const code = (error_code: number) => JSON.stringify({ status: { error_code, error_message: "…" } })
const html =
  "<html><title>Access denied | api.coingecko.com used Cloudflare to restrict access</title></html>"
const keyRefused = "ProviderUnavailable: key or plan refused"

interface Row {
  readonly name: string
  readonly answer: Reply
  readonly outcome: string
}

const rows: ReadonlyArray<Row> = [
  {
    name: "one that it knows",
    answer: reply(200, '[{"id":"ethereum","symbol":"eth","name":"Ethereum","current_price":1876.28}]'),
    outcome:
      '{"markets":[{"id":"ethereum","symbol":"eth","name":"Ethereum","price":1876.28,"currency":"usd",' +
      '"marketCap":null,"marketCapRank":null,"volume24h":null,"change24h":null,"circulatingSupply":null,' +
      '"totalSupply":null,"maxSupply":null}],"missing":["bitcoin"]}'
  },
  {
    name: "nothing that it knows",
    answer: reply(200, "[]"),
    outcome: '{"markets":[],"missing":["bitcoin","ethereum"]}'
  },
  // 400: the caller's in CoinGecko's own words alone.
  {
    name: "an unsupported quote currency",
    answer: reply(400, invalidCurrency),
    outcome: "refused /currency: quote currency usd is not supported"
  },
  ...[
    ["another error", '{"error":"Missing parameter vs_currencies"}'],
    ["longer words", '{"error":"invalid vs_currency: xyz"}'],
    ["other letters", '{"error":"Invalid vs_currency"}'],
    ["a text", "invalid vs_currency"],
    ["HTML", html],
    ["empty", ""],
    ["a throttle's code", throttled]
  ].map(([kind, body = ""]) => ({
    name: `a 400 that is ${kind}`,
    answer: reply(400, body),
    outcome: "ProviderBadResponse: status 400"
  })),
  {
    name: "report 10: a pro key on the public host (tosunthex/CoinGecko #53, rotki/rotki #10292)",
    answer: reply(400, proKeyOnPublicHost),
    outcome: keyRefused
  },
  {
    name: "report 10: a demo key on the pro host (koala73/worldmonitor #4313, aeonfun/aeon #683)",
    answer: reply(400, code(10011)),
    outcome: keyRefused
  },
  // Report 11, TundraSoft/tundra-connect: three shapes of an error, told apart by the status first.
  {
    name: "report 11: no key (10002)",
    answer: reply(401, code(10002)),
    outcome: "ProviderUnavailable: status 401"
  },
  {
    name: "report 11: an endpoint outside the plan (10005)",
    answer: reply(403, code(10005)),
    outcome: "ProviderUnavailable: status 403"
  },
  {
    name: "report 11: the code below error.status (10012)",
    answer: reply(401, nestedError),
    outcome: "ProviderUnavailable: status 401"
  },
  {
    name: "report 11: an error of /coins/{id}, which is not called: a wrong address",
    answer: reply(404, unknownCoin),
    outcome: "ProviderBadResponse: status 404"
  },
  // 429, whatever the body.
  {
    name: "report 7, Gituser143/cryptgo #30: throttled, in JSON",
    answer: reply(429, throttled),
    outcome: "ProviderRateLimited: status 429"
  },
  {
    name: "report 8, nimblehq/jetpack-compose-crypto #45: the time that it names",
    answer: reply(429, throttled, throttledHeaders),
    outcome: "ProviderRateLimited: status 429, again in 119 s"
  },
  {
    name: "report 9, Philipinho/CoinGecko-Java #32: throttled, in HTML",
    answer: reply(429, "<html>"),
    outcome: "ProviderRateLimited: status 429"
  },
  // A 200 that is an error.
  {
    name: "a throttle that kept the status 200",
    answer: reply(200, throttled),
    outcome: "ProviderRateLimited: status 429"
  },
  {
    name: "a throttle that kept the status 200, with its time",
    answer: reply(200, throttled, { "retry-after": "119" }),
    outcome: "ProviderRateLimited: status 429, again in 119 s"
  },
  {
    name: "a throttle's code below error.status",
    answer: reply(200, '{"error":{"status":{"error_code":429}}}'),
    outcome: "ProviderRateLimited: status 429"
  },
  {
    name: "a throttle's code beside the status",
    answer: reply(200, '{"status":429,"error_code":429}'),
    outcome: "ProviderRateLimited: status 429"
  },
  ...[10002, 10005, 10010, 10011].map((number) => ({
    name: `the code ${number} in a 200`,
    answer: reply(200, code(number)),
    outcome: keyRefused
  })),
  {
    name: "another code in a 200",
    answer: reply(200, code(10012)),
    outcome: "ProviderBadResponse: wrong shape"
  },
  {
    name: "the words of a 400 in a 200",
    answer: reply(200, invalidCurrency),
    outcome: "ProviderBadResponse: wrong shape"
  },
  {
    name: "report 12: NaN is no JSON",
    answer: reply(200, '[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":NaN}]'),
    outcome: "ProviderBadResponse: not JSON"
  }
]

describe("CoinGecko", () => {
  everyProvider({ layer: layer("demo"), deadline: "8 seconds", operations: { markets: { ask: markets() } } })

  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        const seen = yield* outcome(row.answer)
        expect(seen.outcome).toBe(row.outcome)
        expect(seen.calls).toHaveLength(1)
      })
    )
  }

  it.effect("the refusal names the currency", () =>
    Effect.gen(function* () {
      const seen = yield* outcome(reply(400, invalidCurrency), "xyz")
      expect(seen.outcome).toBe("refused /currency: quote currency xyz is not supported")
    })
  )
})

describe("CoinGecko's key", () => {
  it.effect.each([
    { name: "none (report 16, SiaFoundation/explored #166)", plan: "demo", key: undefined, sent: {} },
    { name: "none on the pro plan", plan: "pro", key: undefined, sent: {} },
    { name: "of the demo plan", plan: "demo", key: "CG-1", sent: { "x-cg-demo-api-key": "CG-1" } },
    { name: "of a paid plan", plan: "pro", key: "CG-2", sent: { "x-cg-pro-api-key": "CG-2" } }
  ] as const)("$name", ({ plan, key, sent }) =>
    Effect.gen(function* () {
      const { calls } = yield* observe(always(reply(200, bitcoinAndEthereum)), layer(plan, key), markets())
      const [call] = calls
      expect(
        Object.fromEntries(Object.entries(call?.headers ?? {}).filter(([name]) => name.startsWith("x-")))
      ).toEqual(sent)
      expect(call?.url.href).toBe(
        "https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=bitcoin%2Cethereum&per_page=250&page=1&sparkline=false&precision=full"
      )
    })
  )
})
