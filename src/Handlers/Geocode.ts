import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { geocode } from "../Api/Geocode.ts"
import { Geocode } from "../Capabilities/Geocode.ts"
import { Counter } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "geocode", (handlers) =>
  Effect.map(Effect.all([Counter, Geocode]), ([{ sell }, capability]) =>
    handlers.handleRaw(
      "geocode",
      sell(geocode, (payload) => deliver(capability.places(payload), {}))
    )
  )
)
