/**
 * The building blocks of the crypto requests.
 */
import { word } from "../../Api/Fields.ts"

/**
 * An asset's identifier at CoinGecko: `bitcoin`, `usd-coin`, `hive_dollar`, `0x`. No comma may pass: it would
 * carry more assets than were counted.
 */
export const AssetSlug = word(
  "[a-z0-9][a-z0-9._-]{0,99}",
  "must be a lower-case asset identifier such as bitcoin or usd-coin"
)

/** A currency to quote prices in: `usd`, `eur`, `btc`. Upper case is refused by the contract. */
export const QuoteCurrency = word("[a-z]{3}", "must be a currency code of 3 lower-case letters")
