import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { list, withDefault, word } from "../../Api/Fields.ts"
import { CryptoPrices } from "../../Resources/facts/CryptoPrices.ts"

/**
 * An asset's identifier at CoinGecko: `bitcoin`, `usd-coin`, `hive_dollar`, `0x`. No comma may pass: it would
 * carry more assets than were counted.
 */
const AssetSlug = word(
  "[a-z0-9][a-z0-9._-]{0,99}",
  "must be a lower-case asset identifier such as bitcoin or usd-coin"
)

/** A currency to quote prices in: `usd`, `eur`, `btc`. Upper case is refused by the contract. */
const QuoteCurrency = word("[a-z]{3}", "must be a currency code of 3 lower-case letters")

/** Body of `POST /v1/crypto/price` and `POST /v1/crypto/market`. */
export const CryptoRequest = Schema.Struct({
  assets: list(AssetSlug, 1, 20).annotations({
    description:
      "CoinGecko identifiers of the assets, lower case: names such as bitcoin, not symbols such as btc",
    examples: [["bitcoin", "ethereum"]]
  }),
  currency: withDefault(
    QuoteCurrency.annotations({
      description: "Quote currency, 3 lower-case letters",
      examples: ["usd"]
    }),
    () => "usd"
  )
}).annotations({ ...strict, title: "Crypto assets request" })

/** Whose data it is, for the descriptions of both crypto capabilities. */
export const attribution =
  "Data provided by CoinGecko (https://www.coingecko.com), terms: https://www.coingecko.com/en/api_terms."

export const meta = { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b" }

/** As CoinGecko answered on 2026-02-27. */
const priceExample = {
  request: { assets: ["bitcoin", "ethereum", "xrp"], currency: "usd" },
  response: {
    data: {
      assets: [
        { id: "bitcoin", symbol: "btc", price: 65610, currency: "usd", change24h: -2.95991 },
        { id: "ethereum", symbol: "eth", price: 1921.27, currency: "usd", change24h: -5.62453 }
      ],
      missing: ["xrp"]
    },
    meta
  }
}

/** `POST /v1/crypto/price` */
export const cryptoPrice = capability("price", "/v1/crypto/price", {
  id: "crypto.price",
  name: "Crypto prices",
  description: `Prices of up to 20 crypto assets with their change over 24 hours, in a currency of choice, at most about a minute behind the provider. Unknown assets are listed as missing. ${attribution}`,
  category: "crypto",
  price: "0.002",
  provider: { kind: "provider", slugs: ["coingecko"] },
  example: priceExample
})
  .setPayload(CryptoRequest)
  .addSuccess(envelope(CryptoPrices, {}))
  .addError(providerFailures)
