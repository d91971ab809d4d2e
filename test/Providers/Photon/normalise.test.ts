import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { normalise } from "../../../src/Providers/Photon/normalise.ts"
import { PlacesReply } from "../../../src/Providers/Photon/schema.ts"
import { type Place, Places } from "../../../src/Resources/facts/Places.ts"
import * as fixtures from "./fixtures.ts"

const decode = Schema.decodeUnknownEither(PlacesReply)

/** Decodes and normalises a body. */
const read = (body: string, limit = 20): ReadonlyArray<Place> | string =>
  Either.match(decode(JSON.parse(body)), {
    onLeft: () => "wrong shape",
    onRight: (reply) =>
      Either.match(normalise(limit, reply), {
        onLeft: ({ _tag, reason }) => `${_tag}: ${reason}`,
        onRight: ({ results }) => results
      })
  })

/** One field of every place. */
const each = (field: keyof Place, body: string) => {
  const places = read(body)
  return typeof places === "string" ? places : places.map((place) => place[field])
}

const nowhere = {
  id: null,
  name: null,
  street: null,
  houseNumber: null,
  city: null,
  state: null,
  country: null,
  countryCode: null,
  postcode: null,
  latitude: 51.5237629,
  longitude: -0.1584743,
  type: null
}

const point = { type: "Point", coordinates: [-0.1584743, 51.5237629] }
const feature = (properties: unknown, geometry: unknown = point) => ({
  type: "Feature",
  geometry,
  properties
})
const collection = (...features: ReadonlyArray<unknown>) =>
  JSON.stringify({ type: "FeatureCollection", features })

describe("normalise: recorded replies", () => {
  it("a museum with an address: every field", () => {
    expect(read(fixtures.bakerStreet)).toEqual([
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
    ])
  })

  it("a house without a name: it is not given one (geopy/geopy #153)", () => {
    expect(read(fixtures.houseWithoutName)).toEqual([
      {
        id: "N1988097192",
        name: null,
        street: "Avenue Gambetta",
        houseNumber: "10",
        city: "Paris",
        state: "Île-de-France",
        country: "France",
        countryCode: "FR",
        postcode: "75020",
        latitude: 48.8631927,
        longitude: 2.3890894,
        type: "house"
      }
    ])
  })

  it("a place of an older index: no name, no type, no country code (geopy/geopy #153, #450)", () => {
    expect(read(fixtures.legacyWithoutName)).toEqual([
      {
        id: "N6985936386",
        name: null,
        street: "Pennsylvania Plaza",
        houseNumber: "4",
        city: "New York",
        state: "New York",
        country: "United States of America",
        countryCode: null,
        postcode: "10121",
        latitude: 40.750499,
        longitude: -73.9935078,
        type: null
      }
    ])
  })

  it("#450: no country code, no type: osm_value is another vocabulary", () => {
    expect(read(fixtures.legacyWithoutType)).toMatchObject([
      { id: "W138141251", name: "Madison Square Garden", countryCode: null, type: null }
    ])
  })

  it("#402: a street has its name in name; a square has none", () => {
    expect(read(fixtures.streetAndSquare)).toMatchObject([
      { name: "Pariser Straße", street: "Pariser Straße", city: "Wörrstadt", type: "street" },
      { name: "Pariser Platz", street: null, city: "Berlin", type: "locality" }
    ])
  })

  it("#402: a street of an index without types is not known to be one", () => {
    expect(read(fixtures.streetInName2019)).toMatchObject([
      { name: "Talstraße", street: null, city: "Stuttgart", type: null }
    ])
  })

  it("streets and houses around a point, in the order of the reply", () => {
    expect(each("type", fixtures.washington)).toEqual(["street", "street", "house", "house", "house"])
    expect(each("street", fixtures.washington)).toEqual([
      "H Street Northwest",
      "H Street Northwest",
      "Black Lives Matter Plaza Northwest",
      "H Street Northwest",
      "Black Lives Matter Plaza Northwest"
    ])
    expect(each("houseNumber", fixtures.washington)).toEqual([null, null, "800", null, null])
  })

  it("mixed kinds: a city without a city is its own; a district keeps its own, equal to its name", () => {
    expect(each("type", fixtures.parisLimit5)).toEqual(["district", "city", "district", "city", "house"])
    expect(each("city", fixtures.parisLimit5)).toEqual(["Paris", "Paris", "Paris", "Paris", "Paris"])
    expect(each("id", fixtures.parisLimit5)).toEqual(["R7444", "R71525", "R1641193", "R115357", "W79611305"])
    expect(each("countryCode", fixtures.parisLimit5)).toEqual(["FR", "FR", "FR", "US", "FR"])
    expect(each("longitude", fixtures.parisLimit5)).toContain(-95.555513)
  })

  it("several postcodes pass through as they are", () => {
    expect(each("postcode", fixtures.parisPostcodes)).toEqual([
      "75000;75001;75002;75003;75004;75005;75006;75007;75008;75009;75010;75011;75012;75013;75014;75015;75016;75017;" +
        "75018;75019;75020;75116"
    ])
  })

  it("a city twice, as city and as boundary: both stay", () => {
    expect(read(fixtures.presovCityAndDistrict)).toMatchObject([
      { id: "R388255", name: "Prešov", city: "Prešov", type: "city" },
      { id: "R2320257", name: "Prešov", city: "Prešov", type: "district" }
    ])
    expect(each("city", fixtures.presovCity)).toEqual(["Prešov"])
  })

  it("a place with a street and no number, in a district that is not its city", () => {
    expect(read(fixtures.poiWithoutNumber)).toMatchObject([
      { street: "Evensener Dorfstraße", houseNumber: null, city: "Lamspringe", state: "Niedersachsen" }
    ])
  })

  it.each([
    ["museums", fixtures.museums, ["W79219308", "N237003117", "N3087374948", "R2778854", "N1028569468"]],
    ["pharmacies", fixtures.pharmacies, ["N380498298", "N3331787468", "N956306643"]],
    ["a place of 2020", fixtures.washington2020, ["W66418953"]],
    ["#433, #295: nothing, which is an answer", fixtures.empty, []]
  ])("%s", (_, body, ids) => {
    expect(each("id", body)).toEqual(ids)
  })
})

describe("normalise: properties", () => {
  it.each<readonly [string, unknown, object]>([
    ["none at all", {}, {}],
    ["null for properties", null, {}],
    ["a list for properties", [], {}],
    ["properties left out", undefined, {}],
    ["an id without a type", { osm_id: 1 }, { id: null }],
    ["a type without an id (a postcode's place, since 1.1)", { osm_type: "N" }, { id: null }],
    ["an id beyond 32 bits", { osm_type: "N", osm_id: 12_345_678_901 }, { id: "N12345678901" }],
    ["an id that is a text", { osm_type: "W", osm_id: "42" }, { id: "W42" }],
    ["an id with a fraction", { osm_type: "W", osm_id: 4.2 }, { id: null }],
    ["an id below zero", { osm_type: "W", osm_id: -4 }, { id: null }],
    ["a type that is none of the three", { osm_type: "node", osm_id: 1 }, { id: null }],
    ["empty texts", { name: "", street: " ", city: "", type: "" }, {}],
    ["blanks around a text", { name: " Berlin\n" }, { name: "Berlin" }],
    ["markup, which is text here: it is a name", { name: "A & B <Bar>" }, { name: "A & B <Bar>" }],
    ["a postcode that is a number", { postcode: 75001 }, { postcode: "75001" }],
    ["a house number that is a number", { housenumber: 10 }, { houseNumber: "10" }],
    ["a name that is a number", { name: 1984 }, { name: "1984" }],
    ["a name that is an object", { name: { en: "Berlin" } }, { name: null }],
    ["a name that is true", { name: true }, { name: null }],
    ["a lower-case country code", { countrycode: "de" }, { countryCode: "DE" }],
    ["a country code of three letters", { countrycode: "DEU" }, { countryCode: null }],
    ["a country code that is a number", { countrycode: 49 }, { countryCode: null }],
    [
      "#396, #124: no city, but a state, a district and a county",
      { state: "Vienna", district: "Wieden", county: "Wien" },
      { state: "Vienna", city: null }
    ],
    [
      "a city's name is its city",
      { name: "Vienna", type: "city" },
      { name: "Vienna", city: "Vienna", type: "city" }
    ],
    [
      "a city in a city keeps that",
      { name: "Westminster", city: "London", type: "city" },
      { name: "Westminster", city: "London", type: "city" }
    ],
    ["a city without a name", { type: "city" }, { city: null, type: "city" }],
    [
      "a street's name is its street",
      { name: "High Street", type: "street" },
      { name: "High Street", street: "High Street", type: "street" }
    ],
    [
      "a house's name is not its street",
      { name: "Town Hall", type: "house" },
      { name: "Town Hall", street: null, type: "house" }
    ],
    [
      "a district's name is not its city",
      { name: "Mitte", type: "district" },
      { name: "Mitte", city: null, type: "district" }
    ],
    ["osm_value is no type", { osm_key: "amenity", osm_value: "pharmacy" }, { type: null }],
    ["a type of the future", { type: "continent" }, { type: "continent" }],
    ["extra and extent are not read", { extra: { a: [1] }, extent: [177, -12, -178, -21] }, {}]
  ])("%s", (_, properties, expected) => {
    expect(read(collection(feature(properties)))).toEqual([{ ...nowhere, ...expected }])
  })

  it("what an object has by nature is no property", () => {
    const [place] = read(
      '{"features":[{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"__proto__":{"name":"x"}}}]}'
    )
    expect(place).toEqual({ ...nowhere, latitude: 2, longitude: 1 })
  })
})

describe("normalise: geometry and root", () => {
  const good = feature({ name: "here" })
  const kept = [{ ...nowhere, name: "here" }]

  it.each<readonly [string, unknown]>([
    ["no geometry", feature({ name: "x" }, null)],
    [
      "a line",
      feature(
        { name: "x" },
        {
          type: "LineString",
          coordinates: [
            [1, 2],
            [3, 4]
          ]
        }
      )
    ],
    ["a point without coordinates", feature({ name: "x" }, { type: "Point" })],
    ["one coordinate", feature({ name: "x" }, { type: "Point", coordinates: [1] })],
    ["no coordinates", feature({ name: "x" }, { type: "Point", coordinates: [] })],
    ["coordinates that are texts", feature({ name: "x" }, { type: "Point", coordinates: ["1", "2"] })],
    ["coordinates that are null", feature({ name: "x" }, { type: "Point", coordinates: [null, null] })],
    [
      "a latitude that is none: the order is wrong, or the unit",
      feature({ name: "x" }, { type: "Point", coordinates: [1, 91] })
    ],
    ["a longitude that is none", feature({ name: "x" }, { type: "Point", coordinates: [1_489_000, 2] })],
    ["null", null],
    ["a text", "here"],
    ["an empty object", {}]
  ])("%s is dropped, and the rest stays", (_, odd) => {
    expect(read(collection(odd, good, odd))).toEqual(kept)
    expect(read(collection(odd))).toBe("ProviderBadResponse: malformed features")
  })

  it.each([
    ["longitude comes first", [13.4, 52.5], 52.5, 13.4],
    ["an altitude after them is not read", [13.4, 52.5, 34], 52.5, 13.4],
    ["the antimeridian", [180, -16.5], -16.5, 180],
    ["the antimeridian from the other side", [-180, -16.5], -16.5, -180],
    ["beyond it", [-179.99, -16.5], -16.5, -179.99],
    ["the pole", [0, 90], 90, 0]
  ])("%s", (_, coordinates, latitude, longitude) => {
    expect(read(collection(feature({}, { type: "Point", coordinates })))).toEqual([
      { ...nowhere, latitude, longitude }
    ])
  })

  it("minus zero is zero, and infinities are no coordinates", () => {
    const at = (coordinates: string) =>
      read(`{"features":[{"geometry":{"type":"Point","coordinates":${coordinates}},"properties":{}}]}`)
    // `toEqual` tells -0 from 0.
    expect(at("[-0.0,-0.0]")).toEqual([{ ...nowhere, latitude: 0, longitude: 0 }])
    expect(at("[1e999,0]")).toBe("ProviderBadResponse: malformed features")
  })

  it("results beyond the limit are cut", () => {
    expect(read(fixtures.parisLimit5, 2)).toMatchObject([{ id: "R7444" }, { id: "R71525" }])
  })

  it("a dropped feature does not count among the results", () => {
    expect(read(collection({}, good, good), 1)).toEqual(kept)
  })

  it.each([
    ["no features", '{"type":"FeatureCollection"}'],
    ["features that are an object", '{"features":{}}'],
    ["features that are null", '{"features":null}'],
    ["an error", fixtures.stubOf400],
    ["another error", fixtures.unsupportedLanguage],
    ["a list", "[]"],
    ["null", "null"]
  ])("%s: wrong shape", (_, body) => {
    expect(read(body)).toBe("wrong shape")
  })
})

describe("normalise, whatever comes", () => {
  it("never throws on any JSON", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), (body) => {
        Either.map(decode(body), (decoded) => normalise(5, decoded))
      })
    )
  })

  it("gives a resource with no more places than were asked for, or none at all", () => {
    const names = Object.keys(JSON.parse(fixtures.bakerStreet).features[0].properties)
    const properties = FastCheck.dictionary(
      FastCheck.constantFrom(...names),
      FastCheck.oneof(FastCheck.string(), FastCheck.jsonValue())
    )
    const coordinate = FastCheck.oneof(FastCheck.double({ min: -90, max: 90 }), FastCheck.jsonValue())
    const body = FastCheck.array(
      FastCheck.oneof(
        FastCheck.jsonValue(),
        FastCheck.record({
          geometry: FastCheck.record({
            type: FastCheck.constant("Point"),
            coordinates: FastCheck.array(coordinate, { minLength: 2, maxLength: 3 })
          }),
          properties
        })
      )
    )
    FastCheck.assert(
      FastCheck.property(body, FastCheck.integer({ min: 1, max: 20 }), (features, limit) => {
        const outcome = Either.flatMap(decode({ features }), (reply) => normalise(limit, reply))
        if (Either.isLeft(outcome)) return
        expect(Schema.is(Places)(outcome.right)).toBe(true)
        expect(outcome.right.results.length).toBeLessThanOrEqual(limit)
        for (const place of outcome.right.results) {
          for (const text of Object.values(place)) expect(text).not.toBe("")
        }
      })
    )
  })
})
