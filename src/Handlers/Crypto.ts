import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { cryptoMarket, cryptoPrice } from "../Api/Crypto.ts"
import { CryptoQuotes } from "../Capabilities/CryptoQuotes.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "crypto", (handlers) =>
  Effect.map(Effect.all([Paywall, CryptoQuotes]), ([{ protect }, quotes]) =>
    handlers
      .handleRaw(
        "price",
        protect(cryptoPrice, (payload) => deliver(quotes.price(payload), {}))
      )
      .handleRaw(
        "market",
        protect(cryptoMarket, (payload) => deliver(quotes.market(payload), {}))
      )
  )
)
