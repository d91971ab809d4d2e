import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { NewsTrends } from "../../src/Capabilities/NewsTrends/index.ts"
import { ProviderTimeout } from "../../src/Providers/Errors.ts"
import { NewsArchive, type VolumeQuery } from "../../src/Providers/ports/NewsArchive.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const points = [{ date: "20260514", volume: 0.49 }]

type Answer = ReturnType<NewsArchive["Type"]["volume"]>

const over = (answer: () => Answer = () => Effect.succeed(points)) => {
  const asked: Array<VolumeQuery> = []
  const archive = Layer.mock(NewsArchive, {
    volume: (query) =>
      Effect.suspend(() => {
        asked.push(query)
        return answer()
      })
  })
  const layer = NewsTrends.Default.pipe(Layer.provide(archive), Layer.provide(Cache.layerMemory))
  return { asked, layer }
}

const trends = (query: string, timespan: string) =>
  Effect.flatMap(NewsTrends, (news) => news.trends({ query, timespan }))

describe("NewsTrends", () => {
  it.effect("names the term as asked for, and keeps points for 15 minutes", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      const value = { term: "AI safety", points }
      expect(yield* trends("AI safety", "7d")).toMatchObject({ value, hit: false, age: 0 })
      yield* TestClock.adjust("899 seconds")
      expect(yield* trends("AI safety", "7d")).toMatchObject({ value, hit: true, age: 899 })
      yield* TestClock.adjust("1 second")
      expect(yield* trends("AI safety", "7d")).toMatchObject({ value, hit: false, age: 0 })
      expect(asked).toHaveLength(2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps terms and timespans apart", () => {
    const { asked, layer } = over()
    return Effect.gen(function* () {
      yield* trends("climate", "7d")
      yield* trends("climate", "1d")
      yield* trends("7d:climate", "1d")
      expect((yield* trends("weather", "7d")).value.term).toBe("weather")
      yield* trends("climate", "7d")
      expect(asked).toHaveLength(4)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not remember a failure", () => {
    const late = new ProviderTimeout({ provider: "gdelt", reason: "deadline passed" })
    const answers: Array<Answer> = [Effect.fail(late)]
    const { asked, layer } = over(() => answers.shift() ?? Effect.succeed(points))
    return Effect.gen(function* () {
      expect(yield* Effect.flip(trends("climate", "7d"))).toEqual(late)
      expect(yield* trends("climate", "7d")).toMatchObject({ hit: false })
      expect(asked).toHaveLength(2)
    }).pipe(Effect.provide(layer))
  })
})
