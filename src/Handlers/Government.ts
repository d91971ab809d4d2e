import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { census, source } from "../Api/Government.ts"
import { GovernmentCensus } from "../Capabilities/GovernmentCensus.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "government", (handlers) =>
  Effect.map(Effect.all([Paywall, GovernmentCensus]), ([{ protect }, capability]) =>
    handlers.handleRaw(
      "census",
      protect(census, (payload) => deliver(capability.table(payload), { source }))
    )
  )
)
