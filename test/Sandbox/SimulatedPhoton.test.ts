import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Photon from "../../src/Providers/Photon/index.ts"
import { Gazetteer } from "../../src/Providers/ports/Gazetteer.ts"
import { router } from "../../src/Sandbox/providers/SimulatedPhoton.ts"
import {
  bakerStreet,
  parisLimit5,
  presovCityAndDistrict,
  unsupportedLanguage,
  washington
} from "../Providers/Photon/fixtures.ts"

const get = (path: string) =>
  Effect.gen(function* () {
    const app = yield* HttpRouter.toHttpApp(router)
    const request = HttpServerRequest.fromWeb(new Request(`http://sandbox${path}`))
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
    )
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, text }
  })

const json = (path: string) =>
  Effect.map(get(path), ({ status, text }) => ({ status, body: JSON.parse(text) }))

const ids = (path: string) =>
  Effect.map(json(path), ({ body }) =>
    body.features.map(
      ({ properties }: { properties: { osm_type: string; osm_id: number } }) =>
        `${properties.osm_type}${properties.osm_id}`
    )
  )

describe("SimulatedPhoton", () => {
  it.effect.each([
    [
      "a name: places of that name first, as recorded",
      "/api?q=paris&limit=4",
      ["R7444", "R71525", "R1641193", "R115357"]
    ],
    ["any case, accents or none", "/api?q=PRESOV", ["R388255", "R2320257"]],
    ["all words, in any order", "/api?q=texas+paris", ["R115357"]],
    ["an address", "/api?q=221b+Baker+Street,+London", ["N3916613190"]],
    ["the beginning of the last word", "/api?q=sherl", ["N3916613190"]],
    ["a postcode", "/api?q=55286", ["W1310664730"]],
    ["one word too many", "/api?q=paris+xyzzy", []],
    ["no word at all", "/api?q=!!!", []],
    ["a limit below one", "/api?q=paris&limit=0", ["R7444"]],
    ["the nearest place", "/reverse?lat=51.5237&lon=-0.1585", ["N3916613190"]],
    ["more of them", "/reverse?lat=38.9002&lon=-77.0372&limit=2", ["W1049842804", "N367142942"]],
    ["a wider radius", "/reverse?lat=49.5&lon=21.2&radius=60", ["R388255"]],
    ["nothing within a kilometre (#295)", "/reverse?lat=0&lon=-150", []]
  ] as const)("%s", ([, path, found]) =>
    Effect.gen(function* () {
      expect(yield* ids(path)).toEqual(found)
    })
  )

  it.effect("features are the recorded ones, to the letter", () =>
    Effect.gen(function* () {
      expect((yield* json("/api?q=paris&limit=5&lang=en")).body.features.slice(0, 4)).toEqual(
        JSON.parse(parisLimit5).features.slice(0, 4)
      )
      expect((yield* json("/api?q=prešov")).body).toEqual(JSON.parse(presovCityAndDistrict))
      expect((yield* json("/reverse?lat=51.5237&lon=-0.1585&lang=en")).body).toEqual(JSON.parse(bakerStreet))
      const around = (yield* json("/reverse?lat=38.9002&lon=-77.0372&limit=50")).body.features
      expect(around).toHaveLength(5)
      expect(around).toEqual(expect.arrayContaining(JSON.parse(washington).features))
    })
  )

  it.effect("at most 15 results when nothing is said, at most 50 whatever is", () =>
    Effect.gen(function* () {
      expect(yield* ids("/api?q=p")).toHaveLength(15)
      expect((yield* ids("/api?q=p&limit=999")).length).toBeGreaterThan(15)
    })
  )

  it.effect.each([
    ["/api?q=berlin&lang=it", JSON.parse(unsupportedLanguage)],
    ["/reverse?lat=1&lon=2&lang=it", JSON.parse(unsupportedLanguage)],
    ["/api", { message: "q parameter is required when no include categories are specified" }],
    ["/api?q=+++", { message: "q parameter is required when no include categories are specified" }],
    [
      "/api?q=berlin&foo=1",
      { message: expect.stringMatching(/^Unknown query parameter 'foo'\. {2}Allowed parameters are: \[/) }
    ],
    ["/api?q=berlin&radius=1", { message: expect.stringMatching(/^Unknown query parameter 'radius'/) }],
    ["/reverse?lat=1&lon=2&q=berlin", { message: expect.stringMatching(/^Unknown query parameter 'q'/) }],
    ["/reverse?lat=91&lon=2", { lat: [{ message: expect.any(String), args: {}, value: "91" }] }],
    ["/reverse?lat=1&lon=-181", { lon: [{ message: expect.any(String), args: {}, value: "-181" }] }],
    ["/reverse?lat=1", { lon: [{ message: expect.any(String), args: {}, value: null }] }],
    ["/reverse?lat=1&lon=2&radius=0", { radius: [{ message: expect.any(String), args: {}, value: "0" }] }]
  ])("%s is refused", ([path, body]) =>
    Effect.gen(function* () {
      expect(yield* json(String(path))).toEqual({ status: 400, body })
    })
  )

  it.effect("anything else is not found", () =>
    Effect.gen(function* () {
      expect(yield* get("/")).toEqual({ status: 404, text: "Not Found" })
    })
  )
})

describe("Photon against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(Photon.layer({ baseUrl, deadline: "8 seconds", userAgent: "almanac/0.1.0 (test)" }))
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  it.scopedLive("places, the place at a point, nothing, a fault of ours", () =>
    Effect.gen(function* () {
      const gazetteer = yield* Gazetteer
      // What is special in a URL arrives as what it is.
      expect(
        yield* gazetteer.search({ text: "Île-de-France, Paris & Gambetta? #10", limit: 5 })
      ).toMatchObject({
        results: [{ id: "N1988097192", name: null, houseNumber: "10", city: "Paris", countryCode: "FR" }]
      })
      expect(yield* gazetteer.search({ text: "Pariser", limit: 1 })).toMatchObject({
        results: [
          { name: "Pariser Straße", street: "Pariser Straße", latitude: 49.833289, longitude: 8.1147545 }
        ]
      })
      expect(yield* gazetteer.nearest({ latitude: 51.5237, longitude: -0.1585 })).toMatchObject({
        results: [{ id: "N3916613190", houseNumber: "221b" }]
      })
      expect(yield* gazetteer.nearest({ latitude: 0, longitude: -150 })).toEqual({ results: [] })
      expect(yield* Effect.flip(gazetteer.nearest({ latitude: 91, longitude: 0 }))).toMatchObject({
        _tag: "ProviderBadResponse"
      })
    }).pipe(Effect.provide(layer))
  )
})
