import * as Schema from "effect/Schema"
import { matching } from "../Values.ts"

const number = (description: string) => Schema.NullOr(Schema.Number).annotations({ description })

/** One crypto asset on the market. Amounts are in units of the quote currency, supplies in units of the asset. */
export const CryptoMarketEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "CoinGecko identifier of the asset", examples: ["bitcoin"] }),
  symbol: Schema.String.annotations({
    description:
      "Ticker symbol, lower case; not unique among assets; the identifier where the provider gave none",
    examples: ["btc"]
  }),
  name: Schema.String.annotations({
    description: "Name of the asset; the symbol where the provider gave none",
    examples: ["Bitcoin"]
  }),
  price: number("Price of one unit of the asset, in the quote currency"),
  currency: matching(/^[a-z]{3}$/).annotations({
    description: "Quote currency, lower case",
    examples: ["usd"]
  }),
  marketCap: number(
    "Market capitalisation in the quote currency; a 0 beside a null rank means that it is not known"
  ),
  marketCapRank: number("Place by market capitalisation, from 1"),
  volume24h: number("Trading volume of the last 24 hours, in the quote currency"),
  change24h: number("Change of the price in the last 24 hours, in percent"),
  circulatingSupply: number("Units of the asset in circulation"),
  totalSupply: number("Units of the asset that exist, without those destroyed"),
  maxSupply: number("Units of the asset that can ever exist; null when there is no limit or none is known")
}).annotations({ title: "CryptoMarketEntry" })
export type CryptoMarketEntry = typeof CryptoMarketEntry.Type

/** The identifiers asked for that have no entry. */
export const Missing = Schema.Array(Schema.String).annotations({
  description: "Identifiers asked for that the provider did not recognise, in request order",
  examples: [["xrp"]]
})

/** Market data of crypto assets. */
export const CryptoMarkets = Schema.Struct({
  markets: Schema.Array(CryptoMarketEntry).annotations({
    description: "The assets in request order, each once"
  }),
  missing: Missing
}).annotations({
  title: "CryptoMarkets",
  description: "Market data of crypto assets"
})
export type CryptoMarkets = typeof CryptoMarkets.Type
