import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { census, source } from "../Api/Government.ts"
import { GovernmentCensus } from "../Capabilities/GovernmentCensus.ts"
import { Counter } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "government", (handlers) =>
  Effect.map(Effect.all([Counter, GovernmentCensus]), ([{ sell }, capability]) =>
    handlers.handleRaw(
      "census",
      sell(census, (payload) => deliver(capability.table(payload), { source }))
    )
  )
)
