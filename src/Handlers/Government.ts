import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { census, source } from "../Api/Government.ts"
import { GovernmentCensus } from "../Capabilities/GovernmentCensus.ts"
import { purchase } from "../Payment/Purchase.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "government", (handlers) =>
  Effect.map(GovernmentCensus, (capability) =>
    handlers.handleRaw(
      "census",
      purchase(census, (payload) => deliver(capability.table(payload), { source }))
    )
  )
)
