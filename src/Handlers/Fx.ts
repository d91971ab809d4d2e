import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { fxRates } from "../Api/Fx.ts"
import { FxRates } from "../Capabilities/FxRates.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "fx", (handlers) =>
  Effect.map(Effect.all([Paywall, FxRates]), ([{ protect }, capability]) =>
    handlers.handleRaw(
      "rates",
      protect(fxRates, (payload) => deliver(capability.rates(payload), {}))
    )
  )
)
