import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import * as Frankfurter from "../../../src/Providers/Frankfurter/index.ts"
import { type RatesQuery, ReferenceRates } from "../../../src/Providers/ports/ReferenceRates.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { observe, over, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
import { json, type Script, scriptedClient } from "../../support/provider/ScriptedClient.ts"
import { badPair, latest, measured, newYear2020, notFound, v2Rates } from "./fixtures.ts"

const layer = Frankfurter.layer({
  baseUrl: "https://api.frankfurter.dev/",
  deadline: "8 seconds",
  userAgent
})

const query = (base: string, currencies: ReadonlyArray<string>, date?: string): RatesQuery => ({
  base,
  currencies,
  date: Option.fromNullable(date)
})

const rates = (asked: RatesQuery) =>
  Effect.flatMap(ReferenceRates, (port) => port.rates(asked)).pipe(Effect.either, Effect.map(told))

const html = "<!DOCTYPE html><html><title>api.frankfurter.dev | 521: Web server is down</title></html>"
const currencies = reply(
  200,
  '{"BGN":"Bulgarian Lev","EUR":"Euro","GBP":"British Pound","USD":"United States Dollar"}'
)

const unusableLists: ReadonlyArray<readonly [string, Reply]> = [
  ["out of order", reply(500, "{}")],
  ["gone", reply(404, notFound)],
  ["of another shape", reply(200, "[]")],
  ["empty", reply(200, "{}")],
  ["HTML", reply(200, html)]
]

/** What a client measured for a request: the status, and the body where it was noted. */
const asMeasured = (request: string) => {
  const line = measured.split("\n").find((text) => text.startsWith(`GET ${request} `)) ?? ""
  const [, status, body] = /-> (\d{3})(?: (.*))?$/.exec(line) ?? []
  return { status: Number(status), body }
}

interface Row {
  readonly name: string
  readonly asked: RatesQuery
  readonly rates: Reply
  /** The reply to `/v1/currencies`. */
  readonly currencies?: Reply
  readonly outcome: string
  /** Paths and queries that were called. */
  readonly calls: ReadonlyArray<string>
}

const rows: ReadonlyArray<Row> = [
  {
    name: "latest rates",
    asked: query("EUR", ["USD", "GBP"]),
    rates: reply(200, latest),
    outcome: '{"base":"EUR","date":"2022-06-29","rates":{"USD":1.0517,"GBP":0.86461}}',
    calls: ["/v1/latest?base=EUR&symbols=USD%2CGBP"]
  },
  {
    name: "#51: EUR to EUR is ours to answer",
    asked: query("EUR", ["EUR"]),
    rates: reply(200, latest),
    outcome: '{"base":"EUR","date":"2022-06-29","rates":{"EUR":1}}',
    calls: ["/v1/latest?base=EUR"]
  },
  {
    name: "#51: EUR to EUR refused (422) is a fault, as we do not ask for it",
    asked: query("EUR", ["EUR"]),
    rates: reply(asMeasured("/v1/latest?base=EUR&symbols=EUR").status, badPair),
    outcome: "ProviderBadResponse: status 422",
    calls: ["/v1/latest?base=EUR"]
  },
  {
    name: "#51: an unknown base to itself",
    asked: query("XXX", ["XXX"]),
    rates: reply(404, notFound),
    outcome: "refused /base: currency XXX is not supported; /currencies/0: currency XXX is not supported",
    calls: ["/v1/latest?base=XXX", "/v1/currencies"]
  },
  {
    name: "#594: AED is 404 by design",
    asked: query("EUR", ["AED"]),
    rates: reply(404, notFound),
    outcome: "refused /currencies/0: currency AED is not supported",
    calls: ["/v1/latest?base=EUR&symbols=AED", "/v1/currencies"]
  },
  {
    name: "#594: NPR as the base",
    asked: query("NPR", ["USD", "EUR"]),
    rates: reply(404, notFound),
    outcome: "refused /base: currency NPR is not supported",
    calls: ["/v1/latest?base=NPR&symbols=USD%2CEUR", "/v1/currencies"]
  },
  {
    name: "base XXX, as measured",
    asked: query("XXX", ["USD"]),
    rates: reply(asMeasured("/v1/latest?base=XXX&symbols=TRY").status, notFound),
    outcome: "refused /base: currency XXX is not supported",
    calls: ["/v1/latest?base=XXX&symbols=USD", "/v1/currencies"]
  },
  {
    name: "#31: 2020-01-01 gives 2019-12-31",
    asked: query("EUR", ["USD", "RUB"], "2020-01-01"),
    rates: reply(200, newYear2020),
    outcome: '{"base":"EUR","date":"2019-12-31","rates":{"USD":1.1234,"RUB":69.956}}',
    calls: ["/v1/2020-01-01?base=EUR&symbols=USD%2CRUB"]
  },
  {
    name: "#130: Sunday gives Friday",
    asked: query("EUR", ["USD"], "2025-08-31"),
    rates: reply(200, '{"amount":1.0,"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}'),
    outcome: '{"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}',
    calls: ["/v1/2025-08-31?base=EUR&symbols=USD"]
  },
  {
    name: "a Saturday, as measured (but for the base, which the note leaves out)",
    asked: query("EUR", ["TRY"], "2026-08-29"),
    rates: () => {
      const { status, body } = asMeasured("/v1/2026-08-29?base=EUR&symbols=TRY")
      return json({ amount: 1, base: "EUR", ...JSON.parse(body ?? "") }, status)
    },
    outcome: '{"base":"EUR","date":"2026-08-28","rates":{"TRY":56.1718}}',
    calls: ["/v1/2026-08-29?base=EUR&symbols=TRY"]
  },
  {
    name: "#71: a day is never asked for as a range",
    asked: query("USD", ["EUR"], "2020-03-14"),
    rates: reply(200, '{"amount":1.0,"base":"USD","date":"2020-03-13","rates":{"EUR":0.9005}}'),
    outcome: '{"base":"USD","date":"2020-03-13","rates":{"EUR":0.9005}}',
    calls: ["/v1/2020-03-14?base=USD&symbols=EUR"]
  },
  {
    name: "#578: 404 for a currency that is listed",
    asked: query("EUR", ["BGN"]),
    rates: reply(404, notFound),
    outcome: "refused /currencies: no reference rates for these currencies",
    calls: ["/v1/latest?base=EUR&symbols=BGN", "/v1/currencies"]
  },
  {
    name: "#578: 404 for a currency that is listed, on a day",
    asked: query("EUR", ["BGN"], "2026-06-01"),
    rates: reply(404, notFound),
    outcome: "refused /date: no reference rates for that date",
    calls: ["/v1/2026-06-01?base=EUR&symbols=BGN", "/v1/currencies"]
  },
  {
    name: "#578: a listed currency that is absent from the rates",
    asked: query("EUR", ["USD", "BGN"]),
    rates: reply(200, '{"amount":1.0,"base":"EUR","date":"2026-08-28","rates":{"USD":1.1658}}'),
    outcome: "refused /currencies/1: currency BGN is not supported",
    calls: ["/v1/latest?base=EUR&symbols=USD%2CBGN"]
  },
  {
    name: "#77, #189: RUB since its suspension",
    asked: query("EUR", ["RUB"]),
    rates: reply(404, notFound),
    outcome: "refused /currencies/0: currency RUB is not supported",
    calls: ["/v1/latest?base=EUR&symbols=RUB", "/v1/currencies"]
  },
  {
    name: "#392 of eitchtee/WYGIWYH: a 404 is never a success",
    asked: query("EUR", ["USD"], "1999-01-04"),
    rates: reply(404, notFound),
    outcome: "refused /date: no reference rates for that date",
    calls: ["/v1/1999-01-04?base=EUR&symbols=USD", "/v1/currencies"]
  },
  {
    name: "before the first day, as measured",
    asked: query("EUR", ["USD"], "1998-01-05"),
    rates: reply(asMeasured("/v1/1998-01-05").status, asMeasured("/v1/1998-01-05").body ?? ""),
    outcome: "refused /date: no reference rates for that date",
    calls: ["/v1/1998-01-05?base=EUR&symbols=USD", "/v1/currencies"]
  },
  {
    name: "beyond 14 days, as measured",
    asked: query("EUR", ["USD"], "2027-01-01"),
    rates: reply(asMeasured("/v1/2027-01-01").status, asMeasured("/v1/2027-01-01").body ?? ""),
    outcome: "refused /date: no reference rates for that date",
    calls: ["/v1/2027-01-01?base=EUR&symbols=USD", "/v1/currencies"]
  },
  {
    name: "empty rates of an old host",
    asked: query("EUR", ["USD"], "2020-01-01"),
    rates: reply(200, '{"amount":1.0,"base":"EUR","date":"2019-12-31","rates":{}}'),
    outcome: "refused /date: no reference rates for that date",
    calls: ["/v1/2020-01-01?base=EUR&symbols=USD", "/v1/currencies"]
  },
  {
    name: "#28, #164: TWD left out in silence",
    asked: query("EUR", ["TWD", "USD"]),
    rates: reply(200, '{"amount":1.0,"base":"EUR","date":"2026-08-28","rates":{"USD":1.1658}}'),
    outcome: "refused /currencies/0: currency TWD is not supported",
    calls: ["/v1/latest?base=EUR&symbols=TWD%2CUSD"]
  },
  ...[
    ["empty", ""],
    ["a text", "Not Found"],
    ["JSON of someone else", '{"error":"Not Found"}'],
    ["a gateway's", '{"message":"no Route matched with those values"}'],
    ["a JSON string", '"not found"']
  ].map(([kind, body = ""]) => ({
    name: `a 404 that is ${kind}`,
    asked: query("EUR", ["USD"]),
    rates: reply(404, body),
    outcome: "ProviderBadResponse: status 404",
    calls: ["/v1/latest?base=EUR&symbols=USD"]
  })),
  {
    name: "422 invalid date",
    asked: query("EUR", ["USD"], "2024-02-30"),
    rates: reply(422, '{"message":"invalid date"}'),
    outcome: "ProviderBadResponse: status 422",
    calls: ["/v1/2024-02-30?base=EUR&symbols=USD"]
  },
  {
    name: "a reply of v2",
    asked: query("USD", ["EUR", "TWD"]),
    rates: reply(200, v2Rates),
    outcome: "ProviderBadResponse: wrong shape",
    calls: ["/v1/latest?base=USD&symbols=EUR%2CTWD"]
  },
  ...unusableLists.map(([kind, list]) => ({
    name: `a list of currencies that is ${kind}`,
    asked: query("EUR", ["AED"]),
    rates: reply(404, notFound),
    currencies: list,
    outcome: "refused : no reference rates for these currencies on that date",
    calls: ["/v1/latest?base=EUR&symbols=AED", "/v1/currencies"]
  }))
]

const script =
  (row: Pick<Row, "rates" | "currencies">): Script =>
  ({ pathname }) =>
    Effect.sync(pathname === "/v1/currencies" ? (row.currencies ?? currencies) : row.rates)

describe("Frankfurter", () => {
  everyProvider({
    layer,
    deadline: "8 seconds",
    operations: { rates: { ask: rates(query("EUR", ["USD"])) } }
  })

  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        const { outcome, calls } = yield* observe(script(row), layer, rates(row.asked))
        expect(outcome).toBe(row.outcome)
        expect(calls.map(({ url }) => url.pathname + url.search)).toEqual(row.calls)
      })
    )
  }

  it.effect("thanhdv2811/Magento-2-Currency-Convert #6: one move is followed", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        ({ host, href }) =>
          Effect.sync(
            host === "api.frankfurter.dev"
              ? reply(301, "", { location: href.replace("frankfurter.dev", "frankfurter.app") })
              : reply(200, latest)
          ),
        layer,
        rates(query("EUR", ["USD"]))
      )
      expect(outcome).toBe('{"base":"EUR","date":"2022-06-29","rates":{"USD":1.0517}}')
      expect(calls.map(({ url }) => url.host)).toEqual(["api.frankfurter.dev", "api.frankfurter.app"])
    })
  )

  it.effect("a list of currencies that hangs shares the deadline, and costs no more than the reason", () =>
    Effect.gen(function* () {
      const { outcome } = yield* observe(
        ({ pathname }) =>
          pathname === "/v1/currencies"
            ? Effect.never
            : Effect.delay(Effect.sync(reply(404, notFound)), "3 seconds"),
        layer,
        rates(query("EUR", ["AED"]))
      )
      expect(outcome).toBe("refused : no reference rates for these currencies on that date")
    })
  )

  it.effect(
    "the list of currencies is asked for once a day, and again at once when it could not be had",
    () =>
      Effect.gen(function* () {
        let broken = true
        const client = scriptedClient(({ pathname }) =>
          Effect.sync(
            pathname === "/v1/currencies" ? (broken ? reply(500, "") : currencies) : reply(404, notFound)
          )
        )
        const lists = () => client.calls.filter(({ url }) => url.pathname === "/v1/currencies").length
        yield* Effect.gen(function* () {
          yield* rates(query("EUR", ["AED"]))
          expect(lists()).toBe(1)
          broken = false
          expect(yield* rates(query("EUR", ["AED"]))).toBe(
            "refused /currencies/0: currency AED is not supported"
          )
          expect(lists()).toBe(2)
          yield* TestClock.adjust("23 hours")
          yield* rates(query("EUR", ["NPR"]))
          expect(lists()).toBe(2)
          yield* TestClock.adjust("1 hours")
          yield* rates(query("EUR", ["NPR"]))
          expect(lists()).toBe(3)
        }).pipe(Effect.provide(over(layer, client)))
      })
  )
})
