import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { KnowledgeSearch } from "../../src/Capabilities/KnowledgeSearch/index.ts"
import { type ProviderError, ProviderUnavailable, QueryRefused } from "../../src/Providers/Errors.ts"
import {
  EntityIndex,
  type EntityIndexRecord,
  type EntityQuery
} from "../../src/Providers/ports/EntityIndex.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const record: EntityIndexRecord = {
  results: [
    {
      id: "Q1",
      name: "universe",
      description: null,
      url: "https://www.wikidata.org/wiki/Q1",
      source: "wikidata"
    }
  ]
}

const unavailable = new ProviderUnavailable({ provider: "wikidata", reason: "out of order" })
const refused = new QueryRefused({
  provider: "wikidata",
  problems: [{ pointer: "/language", message: "must be a language that Wikidata knows" }]
})

/** The capability over a port that answers as told, and the queries that reached the port. */
const over = (answer: () => Effect.Effect<EntityIndexRecord, ProviderError | QueryRefused>) => {
  const asked: Array<EntityQuery> = []
  const port = Layer.succeed(EntityIndex, {
    search: (query) =>
      Effect.suspend(() => {
        asked.push(query)
        return answer()
      })
  })
  return { asked, layer: KnowledgeSearch.Default.pipe(Layer.provide([port, Cache.layerMemory])) }
}

const universe = { query: "Universe", limit: 10, language: "en" }

const search = (request: Partial<typeof universe>) =>
  Effect.flatMap(KnowledgeSearch, (capability) => capability.search({ ...universe, ...request }))

describe("KnowledgeSearch", () => {
  it.effect("an answer is kept for 6 hours", () => {
    const { asked, layer } = over(() => Effect.succeed(record))
    return Effect.gen(function* () {
      expect(yield* search({})).toMatchObject({ value: record, hit: false, age: 0 })
      yield* TestClock.adjust("359 minutes")
      expect(yield* search({})).toMatchObject({ value: record, hit: true, age: 21_540 })
      yield* TestClock.adjust("1 minutes")
      expect(yield* search({})).toMatchObject({ value: record, hit: false, age: 0 })
      expect(asked).toEqual([
        { text: "Universe", limit: 10, language: "en" },
        { text: "Universe", limit: 10, language: "en" }
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("text, language and limit tell queries apart", () => {
    const { asked, layer } = over(() => Effect.succeed(record))
    return Effect.gen(function* () {
      yield* Effect.all([
        search({}),
        search({ query: "universe" }),
        search({ language: "de" }),
        search({ limit: 1 }),
        search({ limit: 1, query: "0:Universe" })
      ])
      expect(asked.length).toBe(5)
    }).pipe(Effect.provide(layer))
  })

  it.effect("an empty answer is kept like any other", () => {
    const { asked, layer } = over(() => Effect.succeed({ results: [] }))
    return Effect.gen(function* () {
      yield* search({})
      expect((yield* search({})).hit).toBe(true)
      expect(asked.length).toBe(1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a refusal is kept for 5 minutes", () => {
    const { asked, layer } = over(() => refused)
    return Effect.gen(function* () {
      expect(yield* Effect.either(search({}))).toEqual(Either.left(refused))
      yield* TestClock.adjust("4 minutes")
      expect(yield* Effect.either(search({}))).toEqual(Either.left(refused))
      expect(asked.length).toBe(1)
      yield* TestClock.adjust("1 minutes")
      yield* Effect.either(search({}))
      expect(asked.length).toBe(2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a failure is never kept", () => {
    const { asked, layer } = over(() => unavailable)
    return Effect.gen(function* () {
      expect(yield* Effect.either(search({}))).toEqual(Either.left(unavailable))
      expect(yield* Effect.either(search({}))).toEqual(Either.left(unavailable))
      expect(asked.length).toBe(2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("equal calls in flight share one", () => {
    const { asked, layer } = over(() => Effect.delay(Effect.succeed(record), "1 seconds"))
    return Effect.gen(function* () {
      const both = yield* Effect.fork(Effect.all([search({}), search({})], { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 seconds")
      expect((yield* both).map(({ value }) => value)).toEqual([record, record])
      expect(asked.length).toBe(1)
    }).pipe(Effect.provide(layer))
  })
})
