import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { AcademicSearch } from "../../src/Capabilities/AcademicSearch/index.ts"
import {
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable
} from "../../src/Providers/Errors.ts"
import { pageOf, plain, stage, workOf } from "./Works.ts"

const search = (query: string, limit = 10) =>
  Effect.flatMap(AcademicSearch, (capability) => capability.search({ query, limit }))

const on =
  (theatre: ReturnType<typeof stage>) =>
  <A, E>(effect: Effect.Effect<A, E, AcademicSearch>) =>
    Effect.provide(effect, Layer.provideMerge(AcademicSearch.Default, theatre.layer))

const errors: ReadonlyArray<ProviderError> = [
  new ProviderRateLimited({ provider: "openalex", reason: "status 429", retryAfter: 54000 }),
  new ProviderUnavailable({ provider: "openalex", reason: "status 401" }),
  new ProviderBadResponse({ provider: "openalex", reason: "status 400" }),
  new ProviderTimeout({ provider: "openalex", reason: "deadline passed" })
]

describe("academic.search", () => {
  it.effect("OpenAlex answers, and Crossref is left alone", () => {
    const theatre = stage()
    theatre.index.search = pageOf("openalex", [workOf("openalex")])
    return on(theatre)(
      Effect.gen(function* () {
        expect(yield* search("words")).toMatchObject({ value: theatre.index.search, hit: false, age: 0 })
        expect(theatre.asked).toEqual(["index words 10"])
        expect(theatre.attributes.get("academic.search")).toEqual({})
        expect(theatre.lines).toEqual([])
      })
    )
  })

  it.effect("no hits are an answer, kept for 30 minutes", () => {
    const theatre = stage()
    return on(theatre)(
      Effect.gen(function* () {
        expect((yield* search("words")).value).toEqual(pageOf("openalex", []))
        yield* TestClock.adjust("1799 seconds")
        expect(yield* search("words")).toMatchObject({ hit: true, age: 1799 })
        expect(theatre.asked).toEqual(["index words 10"])
        yield* TestClock.adjust("1 second")
        expect(yield* search("words")).toMatchObject({ hit: false })
        expect(theatre.asked).toHaveLength(2)
      })
    )
  })

  it.effect("a search that was cut off is kept for 5 minutes", () => {
    const theatre = stage()
    theatre.index.search = { ...pageOf("openalex", [workOf("openalex")]), partial: true }
    return on(theatre)(
      Effect.gen(function* () {
        yield* search("words")
        yield* TestClock.adjust("299 seconds")
        expect(yield* search("words")).toMatchObject({ value: { partial: true }, hit: true })
        theatre.index.search = pageOf("openalex", [])
        yield* TestClock.adjust("1 second")
        expect(yield* search("words")).toMatchObject({ value: pageOf("openalex", []), hit: false })
      })
    )
  })

  for (const error of errors) {
    it.effect(`${error._tag} of OpenAlex: Crossref answers, for 5 minutes`, () => {
      const theatre = stage()
      theatre.index.search = error
      theatre.registry.search = pageOf("crossref", [workOf("crossref")])
      return on(theatre)(
        Effect.gen(function* () {
          expect((yield* search("words", 3)).value).toEqual(theatre.registry.search)
          expect(theatre.asked).toEqual(["index words 3", "registry words 3"])
          expect(theatre.attributes.get("academic.search")).toEqual({
            "almanac.fallback": true,
            "almanac.primary.error": error._tag
          })
          expect(theatre.lines).toEqual([
            [
              "WARN",
              [
                "a provider failed, its fallback is asked",
                { provider: "openalex", error: error._tag, reason: error.reason, requestId: "none" }
              ]
            ]
          ])
          yield* TestClock.adjust("299 seconds")
          expect(yield* search("words", 3)).toMatchObject({ hit: true })
          theatre.index.search = pageOf("openalex", [])
          yield* TestClock.adjust("1 second")
          expect((yield* search("words", 3)).value.source).toBe("openalex")
        })
      )
    })
  }

  it.effect("both fail: the error of Crossref, the span tells both, and it is not kept", () => {
    const theatre = stage()
    theatre.index.search = errors[3] ?? pageOf("openalex", [])
    theatre.registry.search = new ProviderRateLimited({
      provider: "crossref",
      reason: "status 429",
      retryAfter: 1
    })
    return on(theatre)(
      Effect.gen(function* () {
        expect(plain(yield* Effect.flip(search("words")))).toEqual({
          _tag: "ProviderRateLimited",
          provider: "crossref",
          reason: "status 429",
          retryAfter: 1
        })
        expect(theatre.attributes.get("academic.search")).toEqual({
          "almanac.fallback": true,
          "almanac.primary.error": "ProviderTimeout",
          "almanac.fallback.error": "ProviderRateLimited"
        })
        expect(theatre.lines).toHaveLength(1)
        theatre.index.search = pageOf("openalex", [])
        expect((yield* search("words")).value.source).toBe("openalex")
      })
    )
  })

  it.effect("case and blanks make no difference, the limit does", () => {
    const theatre = stage()
    return on(theatre)(
      Effect.gen(function* () {
        yield* search("Machine  Learning")
        expect(yield* search(" machine learning ")).toMatchObject({ hit: true })
        expect(yield* search("machine learning", 11)).toMatchObject({ hit: false })
        expect(yield* search("machine learnings")).toMatchObject({ hit: false })
      })
    )
  })

  it.effect("without a word to search for nothing is asked and nothing found", () => {
    const theatre = stage()
    return on(theatre)(
      Effect.gen(function* () {
        expect(yield* search("?! ...")).toMatchObject({ value: pageOf("openalex", []), hit: false, age: 0 })
        expect(theatre.asked).toEqual([])
      })
    )
  })
})
