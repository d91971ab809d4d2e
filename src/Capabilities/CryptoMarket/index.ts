/**
 * Market data of crypto assets: CoinGecko, behind the cache that both crypto capabilities share.
 */
import * as Effect from "effect/Effect"
import { defineCapability } from "../Capability.ts"
import { CryptoQuotes } from "../CryptoPrice/quotes.ts"
import { deliver } from "../Deliver.ts"
import { cryptoMarket } from "./contract.ts"

export const capability = defineCapability(cryptoMarket, {
  asks: ["coingecko.markets"],
  layer: CryptoQuotes.Default,
  make: Effect.map(
    CryptoQuotes,
    ({ market }) =>
      (request) =>
        deliver(market(request), {})
  )
})
