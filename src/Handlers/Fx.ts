import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { fxRates } from "../Api/Fx.ts"
import { FxRates } from "../Capabilities/FxRates.ts"
import { purchase } from "../Payment/Purchase.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "fx", (handlers) =>
  Effect.map(FxRates, (capability) =>
    handlers.handleRaw(
      "rates",
      purchase(fxRates, (payload) => deliver(capability.rates(payload), {}))
    )
  )
)
