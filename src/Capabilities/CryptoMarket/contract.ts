import { capability, providerFailures } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { CryptoMarkets } from "../../Resources/facts/CryptoMarkets.ts"
import { attribution, CryptoRequest, meta } from "../CryptoPrice/contract.ts"

/** As CoinGecko answered on 2026-02-27. */
const marketExample = {
  request: { assets: ["ethereum"], currency: "usd" },
  response: {
    data: {
      markets: [
        {
          id: "ethereum",
          symbol: "eth",
          name: "Ethereum",
          price: 1921.27,
          currency: "usd",
          marketCap: 232142240224,
          marketCapRank: 2,
          volume24h: 21206385127,
          change24h: -5.62453,
          circulatingSupply: 120692267.571508,
          totalSupply: 120692267.571508,
          maxSupply: null
        }
      ],
      missing: []
    },
    meta
  }
}

/** `POST /v1/crypto/market` */
export const cryptoMarket = capability("market", "/v1/crypto/market", {
  id: "crypto.market",
  name: "Crypto market data",
  description: `Price, market capitalisation and rank, volume, change over 24 hours and supplies of up to 20 crypto assets, in a currency of choice, at most about a minute behind the provider. Unknown assets are listed as missing. ${attribution}`,
  category: "crypto",
  price: "0.005",
  provider: { kind: "provider", slugs: ["coingecko"] },
  example: marketExample
})
  .setPayload(CryptoRequest)
  .addSuccess(envelope(CryptoMarkets, {}))
  .addError(providerFailures)
