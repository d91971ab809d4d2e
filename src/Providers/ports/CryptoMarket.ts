/**
 * The port to the market of crypto assets.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { CryptoMarkets } from "../../Resources/facts/CryptoMarkets.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/** What is asked: 1 to 20 lower-case identifiers, none twice, and a lower-case quote currency of 3 letters. */
export interface MarketsQuery {
  readonly ids: ReadonlyArray<string>
  readonly currency: string
}

/** Entries and missing identifiers, both in the order of the query; each identifier is in one of them. */
export const CryptoMarketRecord = CryptoMarkets
export type CryptoMarketRecord = CryptoMarkets

/** Market data of assets. Refuses a quote currency that the provider does not support, at `/currency`. */
export class CryptoMarket extends Context.Tag("almanac/CryptoMarket")<
  CryptoMarket,
  {
    readonly markets: (query: MarketsQuery) => Effect.Effect<CryptoMarketRecord, ProviderError | QueryRefused>
  }
>() {}
