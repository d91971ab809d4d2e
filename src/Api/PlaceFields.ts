/**
 * The building blocks of the requests that name a place.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A number from `min` to `max`. */
const between = (min: number, max: number) => {
  const rule = `must be a number from ${min} to ${max}`
  return Schema.Number.annotations({ message: () => rule }).pipe(
    Schema.filter((value) => value >= min && value <= max, {
      message: () => rule,
      jsonSchema: { minimum: min, maximum: max }
    })
  )
}

/** Degrees north of the equator (WGS 84). */
export const Latitude = between(-90, 90)

/** Degrees east of Greenwich (WGS 84); 180 and -180 are the same meridian. */
export const Longitude = between(-180, 180)

/**
 * A field that belongs to another form of the request: it may hold anything, and is dropped. A field that is not
 * declared at all would be refused. `reason` is its description.
 */
export const ignored = (reason: string) =>
  Schema.optionalToOptional(
    Schema.Unknown.annotations({ jsonSchema: { description: reason } }),
    Schema.Never,
    { decode: () => Option.none(), encode: () => Option.none() }
  )
