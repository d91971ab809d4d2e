import { describe, expect, it } from "@effect/vitest"
import { nearestRequest, searchRequest } from "../../../src/Providers/Photon/request.ts"

describe("searchRequest", () => {
  it("is exactly the documented parameters, the language among them (mhudecheck/revgeo #18)", () => {
    expect(searchRequest({ text: "Baker Street, London", limit: 5 })).toEqual({
      path: "/api",
      query: { q: "Baker Street, London", limit: "5", lang: "en" }
    })
  })

  it("leaves the text as it is: what is special in a URL is encoded when it is sent", () => {
    expect(searchRequest({ text: "A&B?c=d#e/ Straße 1+2", limit: 20 }).query).toEqual({
      q: "A&B?c=d#e/ Straße 1+2",
      limit: "20",
      lang: "en"
    })
  })
})

describe("a text with characters that nobody sees", () => {
  it("is asked for without them", () => {
    expect(searchRequest({ text: "\u202aBaker\u00a0Street\u202c\u0007", limit: 5 }).query).toMatchObject({
      q: "Baker\u00a0Street"
    })
  })
})

describe("an address whose accents are characters of their own", () => {
  it("is asked for as maps have it", () => {
    expect(searchRequest({ text: "Gotzstrasse 5, Du\u0308sseldorf", limit: 5 }).query).toMatchObject({
      q: "Gotzstrasse 5, D\u00fcsseldorf"
    })
  })
})

describe("nearestRequest", () => {
  it("has its own path, and neither limit nor radius (perliedman/leaflet-control-geocoder #293)", () => {
    expect(nearestRequest({ latitude: 51.5237, longitude: -0.1585 })).toEqual({
      path: "/reverse",
      query: { lat: "51.5237", lon: "-0.1585", lang: "en" }
    })
  })

  it.each([
    ["no exponent", 1e-7, -1e-7, "0", "0"],
    ["a metre", 0.000_01, -0.000_01, "0.00001", "-0.00001"],
    ["no minus zero", -0, -0, "0", "0"],
    ["what a receiver makes up beyond a metre", 52.516_274_999, 13.377_704_001, "52.51627", "13.3777"],
    ["the antimeridian", 0, 180, "0", "180"],
    ["the antimeridian from the other side", 0, -180, "0", "-180"],
    ["near the antimeridian, which the call does not wrap", -16.5, 179.999_999, "-16.5", "180"],
    ["the poles", 90, 0, "90", "0"]
  ])("%s", (_, latitude, longitude, lat, lon) => {
    expect(nearestRequest({ latitude, longitude }).query).toMatchObject({ lat, lon })
  })
})
