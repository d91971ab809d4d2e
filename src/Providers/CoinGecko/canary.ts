/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import { type CanaryQuery, items, reading } from "../CanaryQuery.ts"
import { CryptoMarket } from "../ports/CryptoMarket.ts"
import * as Raw from "./schema.ts"

export const canary: ReadonlyArray<CanaryQuery<CryptoMarket>> = [
  {
    name: "coingecko.markets",
    call: Effect.flatMap(CryptoMarket, ({ markets }) =>
      markets({ ids: ["bitcoin", "ethereum"], currency: "usd" })
    ),
    reads: reading(
      Raw.MarketsReply,
      items("[]", (rows) => rows, Raw.MarketRow)
    ),
    fixtures: [
      "coingecko/coins_markets_top10_2026-02-27.json",
      "coingecko/coins_markets_btc_eth_2026-07-28.json"
    ]
  }
]
