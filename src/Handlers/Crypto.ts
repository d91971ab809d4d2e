import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { cryptoMarket, cryptoPrice } from "../Api/Crypto.ts"
import { CryptoQuotes } from "../Capabilities/CryptoQuotes.ts"
import { purchase } from "../Payment/Purchase.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "crypto", (handlers) =>
  Effect.map(CryptoQuotes, (quotes) =>
    handlers
      .handleRaw(
        "price",
        purchase(cryptoPrice, (payload) => deliver(quotes.price(payload), {}))
      )
      .handleRaw(
        "market",
        purchase(cryptoMarket, (payload) => deliver(quotes.market(payload), {}))
      )
  )
)
