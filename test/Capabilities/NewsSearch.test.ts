import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { NewsSearch } from "../../src/Capabilities/NewsSearch/index.ts"
import { ProviderRateLimited, QueryRefused } from "../../src/Providers/Errors.ts"
import { type ArticlesQuery, NewsArchive } from "../../src/Providers/ports/NewsArchive.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const article = {
  title: "A headline",
  url: "https://example.com/1",
  source: null,
  publishedAt: null,
  language: null,
  country: null
}

type Answer = ReturnType<NewsArchive["Type"]["articles"]>

/** The capability over an archive that answers as told and notes what it was asked. */
const over = (answer: () => Answer = () => Effect.succeed([article])) => {
  const asked: Array<ArticlesQuery> = []
  const archive = Layer.mock(NewsArchive, {
    articles: (query) =>
      Effect.suspend(() => {
        asked.push(query)
        return answer()
      })
  })
  const layer = NewsSearch.Default.pipe(Layer.provide(archive), Layer.provide(Cache.layerMemory))
  return { asked, layer }
}

const search = (limit: number, ...any: ReadonlyArray<string>) =>
  Effect.flatMap(NewsSearch, (news) => news.search({ all: [], any, limit, records: 3 * limit }))

describe("NewsSearch", () => {
  it.effect("keeps articles for 15 minutes", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      expect(yield* search(10, "climate")).toMatchObject({
        value: { results: [article] },
        hit: false,
        age: 0
      })
      yield* TestClock.adjust("899 seconds")
      expect(yield* search(10, "climate")).toMatchObject({
        value: { results: [article] },
        hit: true,
        age: 899
      })
      yield* TestClock.adjust("1 second")
      expect(yield* search(10, "climate")).toMatchObject({ hit: false, age: 0 })
      expect(asked).toEqual([
        { all: [], any: ["climate"], limit: 10, records: 30 },
        { all: [], any: ["climate"], limit: 10, records: 30 }
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps searches apart by their texts and limit", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      yield* search(10, "a b")
      yield* search(9, "a b")
      yield* search(10, "a", "b")
      yield* search(10, "b", "a")
      yield* search(10, '["a","b"]')
      yield* search(10, "a b")
      expect(asked).toHaveLength(5)
    }).pipe(Effect.provide(layer))
  })

  it.effect("finds nothing, and remembers it", () => {
    const { asked, layer } = over(() => Effect.succeed([]))
    return Effect.gen(function* () {
      yield* search(10, "climate")
      expect(yield* search(10, "climate")).toMatchObject({ value: { results: [] }, hit: true })
      expect(asked).toHaveLength(1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("remembers a refusal for 5 minutes, a failure never", () => {
    const refused = new QueryRefused({
      provider: "gdelt",
      problems: [{ pointer: "/query", message: "is short" }]
    })
    const limited = new ProviderRateLimited({ provider: "gdelt", reason: "throttled", retryAfter: 60 })
    const answers: Array<Answer> = [Effect.fail(refused), Effect.fail(limited), Effect.fail(limited)]
    const { asked, layer } = over(() => answers.shift() ?? Effect.succeed([article]))
    return Effect.gen(function* () {
      expect(yield* Effect.flip(search(10, "climate"))).toEqual(refused)
      yield* TestClock.adjust("299 seconds")
      expect(yield* Effect.flip(search(10, "climate"))).toEqual(refused)
      expect(asked).toHaveLength(1)
      yield* TestClock.adjust("1 second")
      expect(yield* Effect.flip(search(10, "climate"))).toEqual(limited)
      expect(yield* Effect.flip(search(10, "climate"))).toEqual(limited)
      expect(yield* search(10, "climate")).toMatchObject({ hit: false })
      expect(asked).toHaveLength(4)
    }).pipe(Effect.provide(layer))
  })
})
