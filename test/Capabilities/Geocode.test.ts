import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import type { GeocodeRequest } from "../../src/Capabilities/Geocode/contract.ts"
import { Geocode } from "../../src/Capabilities/Geocode/index.ts"
import { type ProviderError, ProviderTimeout } from "../../src/Providers/Errors.ts"
import { Gazetteer, type PlacesRecord } from "../../src/Providers/ports/Gazetteer.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const slow = new ProviderTimeout({ provider: "photon", reason: "deadline passed" })

const placeAt = (latitude: number, longitude: number): PlacesRecord => ({
  results: [
    {
      id: "N1",
      name: "here",
      street: null,
      houseNumber: null,
      city: null,
      state: null,
      country: null,
      countryCode: null,
      postcode: null,
      latitude,
      longitude,
      type: null
    }
  ]
})

/** The capability over a port that answers as told, and what reached the port, in order. */
const over = (
  answer: () => Effect.Effect<PlacesRecord, ProviderError> = () => Effect.succeed({ results: [] })
) => {
  const asked: Array<unknown> = []
  const note = (query: object) =>
    Effect.suspend(() => {
      asked.push(query)
      return answer()
    })
  const port = Layer.succeed(Gazetteer, { search: note, nearest: note })
  return { asked, layer: Geocode.Default.pipe(Layer.provide([port, Cache.layerMemory])) }
}

const ask = (request: GeocodeRequest) => Effect.flatMap(Geocode, (capability) => capability.places(request))

const forward = (query: string, limit = 5) => ask({ mode: "forward", query, limit })
const reverse = (latitude: number, longitude: number) => ask({ mode: "reverse", latitude, longitude })

describe("Geocode", () => {
  it.effect("places are kept for 7 days, empty answers too (#114, #148, #821: calls are spared)", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      expect(yield* forward("Berlin")).toMatchObject({ value: { results: [] }, hit: false, age: 0 })
      expect(yield* reverse(0, -150)).toMatchObject({ value: { results: [] }, hit: false, age: 0 })
      yield* TestClock.adjust("167 hours")
      expect(yield* forward("Berlin")).toMatchObject({ value: { results: [] }, hit: true, age: 601_200 })
      expect(yield* reverse(0, -150)).toMatchObject({ value: { results: [] }, hit: true, age: 601_200 })
      yield* TestClock.adjust("1 hours")
      expect(yield* forward("Berlin")).toMatchObject({ hit: false })
      expect(yield* reverse(0, -150)).toMatchObject({ hit: false })
      expect(asked).toEqual([
        { text: "Berlin", limit: 5 },
        { latitude: 0, longitude: -150 },
        { text: "Berlin", limit: 5 },
        { latitude: 0, longitude: -150 }
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("text and limit tell searches apart", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      for (const [query, limit] of [
        ["Berlin", 5],
        ["Berlin", 6],
        ["berlin", 5],
        ["5:Berlin", 5],
        ["Berlin:5", 5]
      ] as const) {
        expect(yield* forward(query, limit)).toMatchObject({ hit: false })
      }
      expect(asked).toHaveLength(5)
    }).pipe(Effect.provide(layer))
  })

  it.effect("points that are the same to 5 decimals, about a metre, share a call, which has them so", () => {
    const { asked, layer } = over(() => Effect.succeed(placeAt(52.51627, 13.3777)))
    return Effect.gen(function* () {
      yield* reverse(52.516_272, 13.377_699)
      expect(yield* reverse(52.516_27, 13.377_7)).toMatchObject({
        value: placeAt(52.51627, 13.3777),
        hit: true
      })
      expect(yield* reverse(52.516_28, 13.377_7)).toMatchObject({ hit: false })
      expect(asked).toEqual([
        { latitude: 52.51627, longitude: 13.3777 },
        { latitude: 52.51628, longitude: 13.3777 }
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("zero has no sign; the two sides of the antimeridian stay as they are", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      yield* reverse(-1e-7, 180)
      expect(yield* reverse(0, 180)).toMatchObject({ hit: true })
      expect(yield* reverse(0, -180)).toMatchObject({ hit: false })
      // `toEqual` tells -0 from 0.
      expect(asked).toEqual([
        { latitude: 0, longitude: 180 },
        { latitude: 0, longitude: -180 }
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a search that looks like a point is not one", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      yield* reverse(5, 5)
      expect(yield* forward("5:5")).toMatchObject({ hit: false })
      expect(yield* forward("5", 5)).toMatchObject({ hit: false })
      expect(asked).toHaveLength(3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a failure is not kept", () => {
    let broken = true
    const { layer } = over(() => (broken ? slow : Effect.succeed({ results: [] })))
    return Effect.gen(function* () {
      expect(yield* Effect.either(forward("Berlin"))).toEqual(Either.left(slow))
      expect(yield* Effect.either(reverse(1, 2))).toEqual(Either.left(slow))
      broken = false
      expect(yield* forward("Berlin")).toMatchObject({ hit: false })
      expect(yield* reverse(1, 2)).toMatchObject({ hit: false })
    }).pipe(Effect.provide(layer))
  })
})
