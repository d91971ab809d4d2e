import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { geocode } from "../Api/Geocode.ts"
import { Geocode } from "../Capabilities/Geocode.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "geocode", (handlers) =>
  Effect.map(Effect.all([Paywall, Geocode]), ([{ protect }, capability]) =>
    handlers.handleRaw(
      "geocode",
      protect(geocode, (payload) => deliver(capability.places(payload), {}))
    )
  )
)
