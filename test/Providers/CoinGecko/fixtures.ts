/** Recorded replies: test/fixtures/coingecko/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/coingecko/${name}`, import.meta.url), "utf8").trim()

export const bitcoin2026 = fixture("coins_markets_bitcoin_2026-05.json")
export const bitcoinAndEthereum = fixture("coins_markets_btc_eth_2026-07-28.json")
export const ethereum2024 = fixture("coins_markets_ethereum_2024-01.json")
export const hive = fixture("coins_markets_hive_nulls_2022.json")
export const top10 = fixture("coins_markets_top10_2026-02-27.json")
export const invalidCurrency = fixture("error_400_invalid_vs_currency.json")
export const unknownCoin = fixture("error_404_unknown_coin.json")
export const throttled = fixture("error_429.json")
/** Header lines of that reply, after its status line. */
export const throttledHeaders = Object.fromEntries(
  fixture("error_429_headers.txt")
    .split("\n")
    .slice(1)
    .map((line) => {
      const [name = "", ...value] = line.split(": ")
      return [name, value.join(": ")]
    })
)
export const proKeyOnPublicHost = fixture("error_10010_pro_key_on_public_host.json")
export const nestedError = fixture("error_10012_nested.json")
/** The reply of `/simple/price` for unknown assets. */
export const simplePriceUnknown = fixture("simple_price_unknown_id.json")
export const supportedCurrencies: ReadonlyArray<string> = JSON.parse(
  fixture("supported_vs_currencies_2026.json")
)
