/**
 * Prices of crypto assets: CoinGecko, behind the cache that both crypto capabilities share.
 */
import * as Effect from "effect/Effect"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import { cryptoPrice } from "./contract.ts"
import { CryptoQuotes } from "./quotes.ts"

export const capability = defineCapability(cryptoPrice, {
  asks: ["coingecko.markets"],
  layer: CryptoQuotes.Default,
  make: Effect.map(
    CryptoQuotes,
    ({ price }) =>
      (request) =>
        deliver(price(request), {})
  )
})
