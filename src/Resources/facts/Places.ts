import * as Schema from "effect/Schema"
import { matching, numberFrom } from "../Values.ts"

const text = (description: string) => Schema.NullOr(Schema.String).annotations({ description })

/** A place of OpenStreetMap with its address; null is what the map does not say. */
export const Place = Schema.Struct({
  id: Schema.NullOr(matching(/^[NWR]\d+$/)).annotations({
    description: "OpenStreetMap object: N (node), W (way) or R (relation), then its number",
    examples: ["W79611305"]
  }),
  name: text("Name; null for most house numbers"),
  street: text("Street; the name itself when the place is a street"),
  houseNumber: text("House number, with letters where it has some"),
  city: text("City, town or village; the name itself when the place is one"),
  state: text("State, province or region"),
  country: text("Country, in English where the map knows it"),
  countryCode: Schema.NullOr(matching(/^[A-Z]{2}$/)).annotations({
    description: "ISO 3166-1 alpha-2 code of the country, upper-case",
    examples: ["FR"]
  }),
  postcode: text("Postcode; a list with semicolons when the place has several"),
  latitude: numberFrom(-90, 90).annotations({ description: "Degrees north (WGS 84)" }),
  longitude: numberFrom(-180, 180).annotations({ description: "Degrees east (WGS 84)" }),
  type: text("Kind: house, street, locality, district, city, county, state, country or other")
}).annotations({ title: "Place" })
export type Place = typeof Place.Type

/** What was found, the best match or the nearest place first. */
export const Places = Schema.Struct({
  results: Schema.Array(Place).annotations({
    description: "Places, the best match or the nearest first; empty when none is found",
    jsonSchema: { maxItems: 20 }
  })
}).annotations({
  title: "Places",
  description: "The places that were found"
})
export type Places = typeof Places.Type
