import * as Schema from "effect/Schema"

const text = (description: string) => Schema.NullOr(Schema.String).annotations({ description })

/** A place of OpenStreetMap with its address; null is what the map does not say. */
export const Place = Schema.Struct({
  id: Schema.NullOr(Schema.String.pipe(Schema.pattern(/^[NWR]\d+$/))).annotations({
    description: "OpenStreetMap object: N (node), W (way) or R (relation), then its number",
    examples: ["W79611305"]
  }),
  name: text("Name; null for most house numbers"),
  street: text("Street; the name itself when the place is a street"),
  houseNumber: text("House number, with letters where it has some"),
  city: text("City, town or village; the name itself when the place is one"),
  state: text("State, province or region"),
  country: text("Country, in English where the map knows it"),
  countryCode: Schema.NullOr(Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/))).annotations({
    description: "ISO 3166-1 alpha-2 code of the country, upper-case",
    examples: ["FR"]
  }),
  postcode: text("Postcode; a list with semicolons when the place has several"),
  latitude: Schema.Number.pipe(
    Schema.filter((degrees) => degrees >= -90 && degrees <= 90, {
      jsonSchema: { minimum: -90, maximum: 90 }
    })
  ).annotations({ description: "Degrees north (WGS 84)" }),
  longitude: Schema.Number.pipe(
    Schema.filter((degrees) => degrees >= -180 && degrees <= 180, {
      jsonSchema: { minimum: -180, maximum: 180 }
    })
  ).annotations({ description: "Degrees east (WGS 84)" }),
  type: text("Kind: house, street, locality, district, city, county, state, country or other")
})
export type Place = typeof Place.Type

/** What was found, the best match or the nearest place first. */
export const Places = Schema.Struct({ results: Schema.Array(Place) })
export type Places = typeof Places.Type
