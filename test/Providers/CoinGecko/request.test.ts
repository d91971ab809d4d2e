import { describe, expect, it } from "@effect/vitest"
import { marketsRequest } from "../../../src/Providers/CoinGecko/request.ts"

describe("marketsRequest", () => {
  it("asks one page for all assets, unrounded (report 14, cowprotocol/services #2852)", () => {
    expect(marketsRequest({ ids: ["bitcoin", "hive_dollar", "usd-coin"], currency: "eur" })).toEqual({
      path: "/api/v3/coins/markets",
      query: {
        vs_currency: "eur",
        ids: "bitcoin,hive_dollar,usd-coin",
        per_page: "250",
        page: "1",
        sparkline: "false",
        precision: "full"
      },
      accept: [400]
    })
  })
})
