import * as Schema from "effect/Schema"
import { CryptoMarketEntry, Missing } from "./CryptoMarkets.ts"

/** The price of one crypto asset: what the market says of it, in short. */
export const CryptoPriceAsset = CryptoMarketEntry.pick(
  "id",
  "symbol",
  "price",
  "currency",
  "change24h"
).annotations({
  title: "CryptoPriceAsset"
})
export type CryptoPriceAsset = typeof CryptoPriceAsset.Type

/** Prices of crypto assets. */
export const CryptoPrices = Schema.Struct({
  assets: Schema.Array(CryptoPriceAsset).annotations({
    description: "The assets in request order, each once"
  }),
  missing: Missing
}).annotations({
  title: "CryptoPrices",
  description: "Prices of crypto assets"
})
export type CryptoPrices = typeof CryptoPrices.Type
