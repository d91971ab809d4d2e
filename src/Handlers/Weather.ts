import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { weather } from "../Api/Weather.ts"
import { Weather } from "../Capabilities/Weather.ts"
import { purchase } from "../Payment/Purchase.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "weather", (handlers) =>
  Effect.map(Weather, (capability) =>
    handlers.handleRaw(
      "weather",
      purchase(weather, (payload) => deliver(capability.forecast(payload), {}))
    )
  )
)
