import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { visibleText, wholeNumber, withDefault } from "../../Api/Fields.ts"
import { ignored, Latitude, Longitude } from "../../Api/PlaceFields.ts"
import { Places } from "../../Resources/facts/Places.ts"

const Forward = Schema.Struct({
  mode: Schema.Literal("forward").annotations({ description: "From a text to places" }),
  query: visibleText(1, 200).annotations({
    description: "Address or name of a place",
    examples: ["Baker Street, London"]
  }),
  limit: withDefault(wholeNumber(1, 20).annotations({ description: "Results at most", default: 5 }), () => 5),
  latitude: ignored("Used by mode reverse only"),
  longitude: ignored("Used by mode reverse only")
}).annotations({ title: "Forward", description: "From a text to places" })

const Reverse = Schema.Struct({
  mode: Schema.Literal("reverse").annotations({ description: "From a point to the nearest place" }),
  latitude: Latitude.annotations({ description: "Degrees north", examples: [51.5237] }),
  longitude: Longitude.annotations({ description: "Degrees east", examples: [-0.1585] }),
  query: ignored("Used by mode forward only"),
  limit: ignored("Used by mode forward only")
}).annotations({ title: "Reverse", description: "From a point to the nearest place" })

const EitherMode = Schema.Union(Forward, Reverse)

/**
 * Judged first, so that a mode that is none is told in one sentence at `/mode`: which other fields are wrong depends
 * on it.
 */
const AnyMode = Schema.Struct(
  {
    mode: Schema.Literal("forward", "reverse").annotations({
      message: () => ({ message: "must be forward or reverse", override: true })
    })
  },
  Schema.Record({ key: Schema.String, value: Schema.Unknown })
)

const { $schema: _, ...alternatives } = JSONSchema.make(EitherMode, { target: "jsonSchema2020-12" })

/** Body of `POST /v1/geocode`. The fields of the other mode are ignored, whatever they hold. */
export const GeocodeRequest = Schema.compose(AnyMode, EitherMode, { strict: false }).annotations({
  ...strict,
  title: "Geocode request",
  // Of a composition the library would show the first half only.
  jsonSchema: { title: "Geocode request", type: "object", ...alternatives }
})
export type GeocodeRequest = typeof GeocodeRequest.Type

/** A recorded reply of Photon (© OpenStreetMap contributors, ODbL 1.0). */
const example = {
  request: { mode: "reverse", latitude: 51.5237, longitude: -0.1585 },
  response: {
    data: {
      results: [
        {
          id: "N3916613190",
          name: "The Sherlock Holmes Museum and shop",
          street: "Baker Street",
          houseNumber: "221b",
          city: "London",
          state: "England",
          country: "United Kingdom",
          countryCode: "GB",
          postcode: "NW1 6XE",
          latitude: 51.5237629,
          longitude: -0.1584743,
          type: "house"
        }
      ]
    },
    meta: { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b" }
  }
}

/** `POST /v1/geocode` */
export const geocode = capability("geocode", "/v1/geocode", {
  id: "geocode",
  name: "Geocoding",
  description:
    "From an address or a name to places (mode forward), or from a point to the nearest place within a kilometre " +
    "(mode reverse). Data © OpenStreetMap contributors, ODbL 1.0 (https://www.openstreetmap.org/copyright), by way " +
    "of Photon (https://photon.komoot.io).",
  category: "geography",
  price: "0.002",
  provider: { kind: "provider", slugs: ["photon"] },
  charges: { never: ["refused"] },
  example
})
  .setPayload(GeocodeRequest)
  .addSuccess(envelope(Places, {}))
  .addError(providerFailures)
