/**
 * Geocoding: Photon, behind the cache.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  decimals,
  Gazetteer,
  PlacesRecord,
  type PointQuery,
  type SearchQuery
} from "../../Providers/ports/Gazetteer.ts"
import { roundedDegrees } from "../../Resources/Degrees.ts"
import { span } from "../../Runtime/Span.ts"
import { cached } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import type { GeocodeRequest } from "./contract.ts"
import { geocode } from "./contract.ts"

/** How long places are kept: a map changes slowly. */
const timeToLive = Duration.days(7)

/** From a text to places, and from a point to the nearest one. */
export class Geocode extends Effect.Service<Geocode>()("almanac/Geocode", {
  effect: Effect.gen(function* () {
    const provider = yield* Gazetteer
    const search = yield* cached({
      name: "geocode",
      schema: PlacesRecord,
      key: ({ text, limit }: SearchQuery) => `forward:${limit}:${text}`,
      timeToLive: () => timeToLive,
      lookup: provider.search
    })
    const nearest = yield* cached({
      name: "geocode",
      schema: PlacesRecord,
      key: ({ latitude, longitude }: PointQuery) => `reverse:${latitude}:${longitude}`,
      timeToLive: () => timeToLive,
      lookup: provider.nearest
    })
    return {
      places: (request: GeocodeRequest) =>
        (request.mode === "forward"
          ? search({ text: request.query, limit: request.limit })
          : nearest({
              latitude: roundedDegrees(request.latitude, decimals),
              longitude: roundedDegrees(request.longitude, decimals)
            })
        ).pipe(span("geocode"))
    }
  })
}) {}

export const capability = defineCapability(geocode, {
  asks: Option.match({
    onNone: () => ["photon.search", "photon.reverse"],
    onSome: ({ mode }) => [mode === "forward" ? "photon.search" : "photon.reverse"]
  }),
  layer: Geocode.Default,
  make: Effect.map(
    Geocode,
    ({ places }) =>
      (request) =>
        deliver(places(request), {})
  )
})
