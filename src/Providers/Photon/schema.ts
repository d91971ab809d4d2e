/**
 * The replies of Photon, as far as we read them: a GeoJSON FeatureCollection.
 */
import * as Schema from "effect/Schema"
import { Fields } from "../../Resources/Dictionary.ts"

/** `GET /api` and `GET /reverse`; the features are judged one by one. */
export const PlacesReply = Schema.Struct({ features: Schema.Array(Schema.Unknown) })
export type PlacesReply = typeof PlacesReply.Type

const Coordinate = (limit: number) => Schema.Number.pipe(Schema.between(-limit, limit))

/** A feature at a point: longitude first (RFC 7946), and maybe an altitude. */
export const Feature = Schema.Struct({
  geometry: Schema.Struct({
    type: Schema.Literal("Point"),
    coordinates: Schema.Tuple([Coordinate(180), Coordinate(90)], Schema.Unknown)
  }),
  /** What is not known is absent; what is there is judged one by one. */
  properties: Schema.optional(Schema.Unknown)
})
export type Feature = typeof Feature.Type

/** Properties by name. */
export const Properties = Fields
