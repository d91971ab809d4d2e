/**
 * From Photon's reply to the record of the port. Every field is read from its own property; none is put together
 * from others (geopy/geopy #153), but for the two that Photon itself leaves to the name.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Place } from "../../Resources/facts/Places.ts"
import { cleanText } from "../../Text/Clean.ts"
import { ProviderBadResponse } from "../Errors.ts"
import type { PlacesRecord } from "../ports/Gazetteer.ts"
import { Feature, type PlacesReply, Properties } from "./schema.ts"

/** A plain text, or the number that a self-built index has in its place; what is blank or anything else is not there. */
const textOf = (value: unknown): string | null => {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : null
  const text = typeof value === "string" ? cleanText(value) : ""
  return text === "" ? null : text
}

const matching = (pattern: RegExp, text: string | null): string | null =>
  text !== null && pattern.test(text) ? text : null

const decodeProperties = Schema.decodeUnknownOption(Properties)
const decodeFeature = Schema.decodeUnknownOption(Feature)

const placeOf = ({ geometry, properties }: Feature): Place => {
  const fields = Option.getOrElse(decodeProperties(properties), (): typeof Properties.Type => ({}))
  const field = (name: string) => textOf(Object.hasOwn(fields, name) ? fields[name] : undefined)
  const [longitude, latitude] = geometry.coordinates
  const name = field("name")
  const type = field("type")
  return {
    id: matching(/^[NWR]\d+$/, `${field("osm_type")}${field("osm_id")}`),
    name,
    street: field("street") ?? (type === "street" ? name : null),
    houseNumber: field("housenumber"),
    city: field("city") ?? (type === "city" ? name : null),
    state: field("state"),
    country: field("country"),
    countryCode: matching(/^[A-Z]{2}$/, field("countrycode")?.toUpperCase() ?? null),
    postcode: field("postcode"),
    latitude: latitude + 0,
    longitude: longitude + 0,
    type
  }
}

/** Places in Photon's order, `limit` at most. Features that are not at a point are dropped. */
export const normalise = (
  limit: number,
  { features }: PlacesReply
): Either.Either<PlacesRecord, ProviderBadResponse> => {
  const results = features.flatMap((feature) =>
    Option.match(decodeFeature(feature), {
      onNone: () => [],
      onSome: (place) => [placeOf(place)]
    })
  )
  return results.length === 0 && features.length > 0
    ? Either.left(new ProviderBadResponse({ provider: "photon", reason: "malformed features" }))
    : Either.right({ results: results.slice(0, limit) })
}
