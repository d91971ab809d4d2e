/**
 * Prices and market data of crypto assets: CoinGecko, behind the cache.
 */
import * as Array from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CryptoMarket, CryptoMarketRecord, type MarketsQuery } from "../../Providers/ports/CryptoMarket.ts"
import type { CryptoMarkets } from "../../Resources/facts/CryptoMarkets.ts"
import type { CryptoPrices } from "../../Resources/facts/CryptoPrices.ts"
import { span } from "../../Runtime/Span.ts"
import { cached, type Fetched } from "../Cached.ts"
import type { CryptoRequest } from "./contract.ts"

type Request = typeof CryptoRequest.Type

/** CoinGecko's own figures are up to a minute old. */
const timeToLive = Duration.seconds(60)

/** The record as the caller asked for it: in the caller's order, each asset once. */
const inOrder = ({ markets, missing }: CryptoMarketRecord, assets: ReadonlyArray<string>): CryptoMarkets => {
  const asked = Array.dedupe(assets)
  const absent = new Set(missing)
  return {
    markets: Array.filterMap(asked, (id) => Array.findFirst(markets, (entry) => entry.id === id)),
    missing: asked.filter((id) => absent.has(id))
  }
}

const prices = ({ markets, missing }: CryptoMarkets): CryptoPrices => ({
  assets: markets.map(({ id, symbol, price, currency, change24h }) => ({
    id,
    symbol,
    price,
    currency,
    change24h
  })),
  missing
})

/** Quotes in the order asked for. Both capabilities read the same record, so that one call serves them both. */
export class CryptoQuotes extends Effect.Service<CryptoQuotes>()("almanac/CryptoQuotes", {
  effect: Effect.gen(function* () {
    const provider = yield* CryptoMarket
    const fetch = yield* cached({
      name: "crypto",
      schema: CryptoMarketRecord,
      key: ({ ids, currency }: MarketsQuery) => `${currency}:${ids.join(",")}`,
      timeToLive: () => timeToLive,
      lookup: provider.markets
    })
    const quotes = ({ assets, currency }: Request) =>
      // One record serves every order of the same assets.
      Effect.map(fetch({ ids: [...new Set(assets)].sort(), currency }), (fetched) => ({
        ...fetched,
        value: inOrder(fetched.value, assets)
      }))
    return {
      market: (request: Request) => span("crypto.market")(quotes(request)),
      price: (request: Request) =>
        quotes(request).pipe(
          Effect.map((fetched): Fetched<CryptoPrices> => ({ ...fetched, value: prices(fetched.value) })),
          span("crypto.price")
        )
    }
  })
}) {}
