import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { ratesRequest } from "../../../src/Providers/Frankfurter/request.ts"

const request = (base: string, currencies: ReadonlyArray<string>, date?: string) => {
  const { operation, path, query } = ratesRequest({ base, currencies, date: Option.fromNullable(date) })
  return [operation, path, query]
}

describe("ratesRequest", () => {
  it.each([
    {
      name: "the latest rates",
      asked: request("USD", ["EUR", "GBP"]),
      sent: ["frankfurter.latest", "/v1/latest", { base: "USD", symbols: "EUR,GBP" }]
    },
    {
      name: "the rates of a day, never of a range (lineofflight/frankfurter #71)",
      asked: request("USD", ["EUR"], "2024-11-03"),
      sent: ["frankfurter.historical", "/v1/2024-11-03", { base: "USD", symbols: "EUR" }]
    },
    {
      name: "a base that is always named",
      asked: request("EUR", ["USD"]),
      sent: ["frankfurter.latest", "/v1/latest", { base: "EUR", symbols: "USD" }]
    },
    {
      name: "a base among the targets, which is left out",
      asked: request("USD", ["EUR", "USD", "GBP"]),
      sent: ["frankfurter.latest", "/v1/latest", { base: "USD", symbols: "EUR,GBP" }]
    },
    {
      name: "no symbols when the base is the only target (lineofflight/frankfurter #51)",
      asked: request("EUR", ["EUR"], "2020-01-01"),
      sent: ["frankfurter.historical", "/v1/2020-01-01", { base: "EUR" }]
    }
  ])("$name", ({ asked, sent }) => {
    expect(asked).toEqual(sent)
  })
})
