/**
 * From CoinGecko's reply to the record of the port. Numbers are passed through as they are: no rounding, and no
 * guess at what a 0 means.
 */
import * as Array from "effect/Array"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CryptoMarketEntry } from "../../Resources/facts/CryptoMarkets.ts"
import { cleanText } from "../../Text/Clean.ts"
import { ProviderBadResponse } from "../Errors.ts"
import type { CryptoMarketRecord, MarketsQuery } from "../ports/CryptoMarket.ts"
import { MarketRow, type MarketsReply } from "./schema.ts"

const decodeRow = Schema.decodeUnknownOption(MarketRow)

/** The first that has something to read. */
const readable = (text: string | null, fallback: string): string => cleanText(text ?? "") || fallback

const entry = (row: MarketRow, currency: string): CryptoMarketEntry => {
  const symbol = readable(row.symbol, row.id)
  return {
    id: row.id,
    symbol,
    name: readable(row.name, symbol),
    price: row.current_price,
    currency,
    marketCap: row.market_cap,
    marketCapRank: row.market_cap_rank,
    volume24h: row.total_volume,
    change24h: row.price_change_percentage_24h,
    circulatingSupply: row.circulating_supply,
    totalSupply: row.total_supply,
    maxSupply: row.max_supply
  }
}

/**
 * The entries in the order of the query, which CoinGecko orders by market capitalisation. It leaves out unknown and
 * delisted assets in silence: they are missing. Rows that were not asked for are left out, and so are those without an
 * identifier. Of any other row an unreadable number is null, an unreadable symbol is the identifier, and an unreadable
 * name is the symbol: the provider knows that asset, so it is not missing.
 */
export const normalise = (
  query: MarketsQuery,
  reply: MarketsReply
): Either.Either<CryptoMarketRecord, ProviderBadResponse> => {
  const rows = Array.filterMap(reply, (row) => decodeRow(row))
  if (reply.length > 0 && rows.length === 0) {
    return Either.left(new ProviderBadResponse({ provider: "coingecko", reason: "no readable row" }))
  }
  const [missing, markets] = Array.partitionMap(query.ids, (id) =>
    Option.match(
      Array.findFirst(rows, (row) => row.id === id),
      { onNone: () => Either.left(id), onSome: (row) => Either.right(entry(row, query.currency)) }
    )
  )
  return Either.right({ markets, missing })
}
