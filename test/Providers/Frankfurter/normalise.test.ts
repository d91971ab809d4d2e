import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Option, Schema } from "effect"
import { normalise } from "../../../src/Providers/Frankfurter/normalise.ts"
import { RatesReply } from "../../../src/Providers/Frankfurter/schema.ts"
import type { RatesQuery } from "../../../src/Providers/ports/ReferenceRates.ts"
import { told } from "../../support/provider/Outcome.ts"
import { latest, newYear2020, v2Identity, v2Rates, v2Single } from "./fixtures.ts"

const query = (base: string, currencies: ReadonlyArray<string>, date?: string): RatesQuery => ({
  base,
  currencies,
  date: Option.fromNullable(date)
})

const decode = Schema.decodeUnknownEither(RatesReply)

/** Decodes and normalises a body; "wrong shape" when it is no reply at all. */
const read = (asked: RatesQuery, body: string) =>
  Either.match(decode(JSON.parse(body)), {
    onLeft: () => "wrong shape",
    onRight: (reply) =>
      Either.match(normalise(asked, reply), {
        onLeft: (failure) => (failure._tag === "NothingFound" ? "nothing found" : told(Either.left(failure))),
        onRight: (record) => told(Either.right(record))
      })
  })

const eurUsd = query("EUR", ["USD"])
const reply = (fields: object) =>
  JSON.stringify({ amount: 1, base: "EUR", date: "2025-08-29", rates: { USD: 1.1658 }, ...fields })

describe("normalise", () => {
  it.each([
    {
      name: "request order, extra entries dropped, digits untouched, whole numbers too",
      asked: query("EUR", ["ZAR", "IDR", "GBP"]),
      body: latest,
      outcome: '{"base":"EUR","date":"2022-06-29","rates":{"ZAR":16.9295,"IDR":15613,"GBP":0.86461}}'
    },
    {
      name: "a holiday gives the working day before (#31)",
      asked: query("EUR", ["USD"], "2020-01-01"),
      body: newYear2020,
      outcome: '{"base":"EUR","date":"2019-12-31","rates":{"USD":1.1234}}'
    },
    {
      name: "a Sunday gives the Friday before (#130)",
      asked: query("EUR", ["USD"], "2025-08-31"),
      body: reply({}),
      outcome: '{"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}'
    },
    {
      name: "today before the publication gives the day before",
      asked: query("EUR", ["USD"], "2025-08-30"),
      body: reply({}),
      outcome: '{"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}'
    },
    {
      name: "the very day",
      asked: query("EUR", ["USD"], "2025-08-29"),
      body: reply({}),
      outcome: '{"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}'
    },
    {
      name: "RUB for a day before its suspension (#77, #189)",
      asked: query("EUR", ["RUB"], "2020-01-01"),
      body: newYear2020,
      outcome: '{"base":"EUR","date":"2019-12-31","rates":{"RUB":69.956}}'
    },
    {
      name: "RUB now (#77, #189)",
      asked: query("EUR", ["USD", "RUB"]),
      body: latest,
      outcome: "refused /currencies/1: currency RUB is not supported"
    },
    {
      name: "the base as the only target (#51)",
      asked: query("EUR", ["EUR"]),
      body: latest,
      outcome: '{"base":"EUR","date":"2022-06-29","rates":{"EUR":1}}'
    },
    {
      name: "the base among the targets, in its place",
      asked: query("EUR", ["USD", "EUR", "GBP"]),
      body: latest,
      outcome: '{"base":"EUR","date":"2022-06-29","rates":{"USD":1.0517,"EUR":1,"GBP":0.86461}}'
    },
    {
      name: "unknown targets dropped in silence (#28, #164)",
      asked: query("EUR", ["TWD", "USD"]),
      body: reply({}),
      outcome: "refused /currencies/0: currency TWD is not supported"
    },
    {
      name: "every missing target is named",
      asked: query("EUR", ["TWD", "USD", "LKR"]),
      body: reply({}),
      outcome:
        "refused /currencies/0: currency TWD is not supported; /currencies/2: currency LKR is not supported"
    },
    {
      name: "a listed currency whose last quote is too old (#578)",
      asked: query("EUR", ["KPW"]),
      body: reply({}),
      outcome: "refused /currencies/0: currency KPW is not supported"
    },
    { name: "empty rates", asked: eurUsd, body: reply({ rates: {} }), outcome: "nothing found" },
    {
      name: "small crosses as they are printed",
      asked: query("IDR", ["EUR"]),
      body: reply({ base: "IDR", rates: { EUR: 0.00006 } }),
      outcome: '{"base":"IDR","date":"2025-08-29","rates":{"EUR":0.00006}}'
    },
    {
      name: "no amount",
      asked: eurUsd,
      body: '{"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}',
      outcome: '{"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}'
    },
    {
      name: "a malformed rate that nobody asked for",
      asked: eurUsd,
      body: reply({ rates: { USD: 1.1658, GBP: null } }),
      outcome: '{"base":"EUR","date":"2025-08-29","rates":{"USD":1.1658}}'
    },
    {
      name: "another base",
      asked: eurUsd,
      body: reply({ base: "GBP" }),
      outcome: "ProviderBadResponse: rates of another base"
    },
    {
      name: "a later day",
      asked: query("EUR", ["USD"], "2025-08-28"),
      body: reply({}),
      outcome: "ProviderBadResponse: rates of a later day"
    },
    ...["0", "-1.1", '"1.1658"', "null", "true", "[1.1]", "1e999", "-0"].map((rate) => ({
      name: `the rate ${rate}`,
      asked: eurUsd,
      body: `{"amount":1.0,"base":"EUR","date":"2025-08-29","rates":{"USD":${rate}}}`,
      outcome: "ProviderBadResponse: malformed rate"
    })),
    ...[
      "2025-8-29",
      "29.08.2025",
      "2025-08-29T00:00:00Z",
      "2025-02-30",
      "2025-13-01",
      "",
      "latest",
      null,
      20250829
    ].map((date) => ({
      name: `the date ${JSON.stringify(date)}`,
      asked: eurUsd,
      body: reply({ date }),
      outcome: "wrong shape"
    })),
    {
      name: "rates that are a list",
      asked: eurUsd,
      body: reply({ rates: [1.1658] }),
      outcome: "wrong shape"
    },
    { name: "rates of another amount", asked: eurUsd, body: reply({ amount: 100 }), outcome: "wrong shape" },
    { name: "no base", asked: eurUsd, body: reply({ base: undefined }), outcome: "wrong shape" },
    { name: "no rates", asked: eurUsd, body: reply({ rates: undefined }), outcome: "wrong shape" },
    { name: "rows of v2", asked: query("USD", ["EUR"]), body: v2Rates, outcome: "wrong shape" },
    { name: "one row of v2", asked: query("KPW", ["EUR"]), body: v2Single, outcome: "wrong shape" },
    { name: "the identity row of v2", asked: query("EUR", ["EUR"]), body: v2Identity, outcome: "wrong shape" }
  ])("$name", ({ asked, body, outcome }) => {
    expect(read(asked, body)).toBe(outcome)
  })
})

describe("normalise, whatever comes", () => {
  const code = FastCheck.constantFrom("EUR", "USD", "GBP", "XXX")
  const asked = FastCheck.record({
    base: code,
    currencies: FastCheck.uniqueArray(code, { minLength: 1 }),
    date: FastCheck.constantFrom(Option.none(), Option.some("2025-08-29"), Option.some("2020-01-01"))
  })

  it("never throws on any JSON", () => {
    FastCheck.assert(
      FastCheck.property(asked, FastCheck.jsonValue(), (question, body) => {
        Either.map(decode(body), (decoded) => normalise(question, decoded))
      })
    )
  })

  it("gives a positive rate for every target, in order, or none at all", () => {
    const number = FastCheck.oneof(FastCheck.double({ min: 1e-6, max: 1e6 }), FastCheck.jsonValue())
    const body = FastCheck.record({
      base: code,
      date: FastCheck.constantFrom("2025-08-29", "2019-12-31"),
      rates: FastCheck.dictionary(code, number)
    })
    FastCheck.assert(
      FastCheck.property(asked, body, (question, json) => {
        const record = Either.flatMap(decode(json), (decoded) => normalise(question, decoded))
        if (Either.isLeft(record)) return
        expect(Object.keys(record.right.rates)).toEqual([...question.currencies])
        for (const rate of Object.values(record.right.rates))
          expect(rate > 0 && Number.isFinite(rate)).toBe(true)
      })
    )
  })
})
