import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { geocode } from "../Api/Geocode.ts"
import { Geocode } from "../Capabilities/Geocode.ts"
import { purchase } from "../Payment/Purchase.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "geocode", (handlers) =>
  Effect.map(Geocode, (capability) =>
    handlers.handleRaw(
      "geocode",
      purchase(geocode, (payload) => deliver(capability.places(payload), {}))
    )
  )
)
