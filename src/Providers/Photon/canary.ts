/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import { type CanaryQuery, items, reading } from "../CanaryQuery.ts"
import { Gazetteer } from "../ports/Gazetteer.ts"
import * as Raw from "./schema.ts"

const places = reading(
  Raw.PlacesReply,
  items("features[]", ({ features }) => features, Raw.Feature)
)

export const canary: ReadonlyArray<CanaryQuery<Gazetteer>> = [
  {
    name: "photon.search",
    call: Effect.flatMap(Gazetteer, ({ search }) => search({ text: "Paris", limit: 5 })),
    reads: places,
    fixtures: [
      "photon/forward_paris_limit5_mixed_types.json",
      "photon/forward_museums_paris.json",
      "photon/forward_house_without_name.json",
      "photon/forward_street_and_square_locality.json"
    ]
  },
  {
    name: "photon.reverse",
    call: Effect.flatMap(Gazetteer, ({ nearest }) => nearest({ latitude: 38.9, longitude: -77.037 })),
    reads: places,
    fixtures: [
      "photon/reverse_washington_streets_and_houses.json",
      "photon/reverse_london_housenumber_221b.json",
      "photon/reverse_layer_city_no_city_prop.json",
      "photon/reverse_presov_city_and_district.json"
    ]
  }
]
