import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { weather } from "../Api/Weather.ts"
import { Weather } from "../Capabilities/Weather.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "weather", (handlers) =>
  Effect.map(Effect.all([Paywall, Weather]), ([{ protect }, capability]) =>
    handlers.handleRaw(
      "weather",
      protect(weather, (payload) => deliver(capability.forecast(payload), {}))
    )
  )
)
