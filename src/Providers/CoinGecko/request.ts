/**
 * From a query to a call of CoinGecko's API v3. `/coins/markets` serves prices as well: `/simple/price` has no
 * symbols, and leaves out an unsupported quote currency in silence.
 */

import type { UpstreamRequest } from "../client/Upstream.ts"
import type { MarketsQuery } from "../ports/CryptoMarket.ts"

/**
 * One page holds every asset that a query can name. Without `precision=full` prices are rounded, bitcoin's to whole
 * dollars (cowprotocol/services #2852). `ids` is never empty, which would ask for the biggest assets instead.
 */
export const marketsRequest = ({ ids, currency }: MarketsQuery): UpstreamRequest => ({
  path: "/api/v3/coins/markets",
  query: {
    vs_currency: currency,
    ids: ids.join(","),
    per_page: "250",
    page: "1",
    sparkline: "false",
    precision: "full"
  },
  accept: [400]
})
