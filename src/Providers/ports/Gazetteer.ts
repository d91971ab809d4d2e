/**
 * The port to a gazetteer: from words to places, and from a point to the place there.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { Places } from "../../Resources/facts/Places.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/**
 * Decimals of a degree that a point is asked for with: about a metre, which is finer than the places of a map are
 * apart, while the digits beyond it, that only differ from one measurement to the next, share a cached record.
 */
export const decimals = 5

/** An address or a name, without blanks around it, and how many places at most. */
export interface SearchQuery {
  readonly text: string
  readonly limit: number
}

/** A point in decimal degrees (WGS 84). */
export interface PointQuery {
  readonly latitude: number
  readonly longitude: number
}

/** The places found, the best match or the nearest first; none is an answer. */
export const PlacesRecord = Places
export type PlacesRecord = Places

/** Places of the world, with names in English where there are any. */
export class Gazetteer extends Context.Tag("almanac/Gazetteer")<
  Gazetteer,
  {
    readonly search: (query: SearchQuery) => Effect.Effect<PlacesRecord, ProviderError | QueryRefused>
    readonly nearest: (query: PointQuery) => Effect.Effect<PlacesRecord, ProviderError | QueryRefused>
  }
>() {}
