import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { GovernmentCensus } from "../../src/Capabilities/GovernmentCensus/index.ts"
import { type ProviderError, ProviderUnavailable, QueryRefused } from "../../src/Providers/Errors.ts"
import {
  type CensusQuery,
  CensusTables,
  type CensusTablesRecord
} from "../../src/Providers/ports/CensusTables.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const record: CensusTablesRecord = {
  dataset: "acs/acs1",
  year: 2019,
  columns: ["NAME", "B01001_001E", "state"],
  rows: [{ NAME: "Alabama", B01001_001E: "4903185", state: "01" }]
}

const keyRefused = new ProviderUnavailable({ provider: "us-census", reason: "key refused" })

const refusedAt = (pointer: string) =>
  new QueryRefused({ provider: "us-census", problems: [{ pointer, message: "no" }] })

/** The capability over a port that answers as told, and the queries that reached the port. */
const over = (answer: () => Effect.Effect<CensusTablesRecord, ProviderError | QueryRefused>) => {
  const asked: Array<CensusQuery> = []
  const port = Layer.succeed(CensusTables, {
    table: (query) =>
      Effect.suspend(() => {
        asked.push(query)
        return answer()
      })
  })
  return { asked, layer: GovernmentCensus.Default.pipe(Layer.provide([port, Cache.layerMemory])) }
}

const states: CensusQuery = {
  dataset: "acs/acs1",
  year: 2019,
  variables: ["NAME", "B01001_001E"],
  forGeography: "state:*"
}

const table = (request: Partial<CensusQuery>) =>
  Effect.flatMap(GovernmentCensus, (capability) => capability.table({ ...states, ...request }))

describe("GovernmentCensus", () => {
  it.effect("a table is kept for 24 hours", () => {
    const { asked, layer } = over(() => Effect.succeed(record))
    return Effect.gen(function* () {
      expect(yield* table({})).toMatchObject({ value: record, hit: false, age: 0 })
      yield* TestClock.adjust("1439 minutes")
      expect(yield* table({})).toMatchObject({ value: record, hit: true, age: 86_340 })
      yield* TestClock.adjust("1 minutes")
      expect(yield* table({})).toMatchObject({ value: record, hit: false, age: 0 })
      expect(asked).toEqual([states, states])
    }).pipe(Effect.provide(layer))
  })

  it.effect("every part of the query tells tables apart, the order of the variables too", () => {
    const { asked, layer } = over(() => Effect.succeed(record))
    return Effect.gen(function* () {
      yield* Effect.all([
        table({}),
        table({ dataset: "acs/acs5" }),
        table({ year: 2018 }),
        table({ forGeography: "county:*" }),
        table({ variables: ["NAME"] }),
        table({ variables: ["B01001_001E", "NAME"] })
      ])
      expect(asked.length).toBe(6)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a repeated variable is asked for once", () => {
    const { asked, layer } = over(() => Effect.succeed(record))
    return Effect.gen(function* () {
      yield* table({ variables: ["NAME", "NAME", "B01001_001E", "NAME"] })
      expect((yield* table({})).hit).toBe(true)
      expect(asked).toEqual([states])
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["/variables/0", "/variables/0"],
    ["/variables/1", "/variables/2"],
    ["/variables/7", "/variables/7"],
    ["/variables", "/variables"],
    ["/forGeography", "/forGeography"],
    ["", ""]
  ] as const)("a refusal at %j of what was asked for is told at %j of the request", ([pointer, expected]) => {
    const { layer } = over(() => refusedAt(pointer))
    return Effect.gen(function* () {
      const outcome = yield* Effect.either(table({ variables: ["NAME", "NAME", "B01001_001E"] }))
      expect(outcome).toEqual(Either.left(refusedAt(expected)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("a refusal is kept for 5 minutes, and pointed anew for every request", () => {
    const { asked, layer } = over(() => refusedAt("/variables/1"))
    return Effect.gen(function* () {
      expect(yield* Effect.either(table({}))).toEqual(Either.left(refusedAt("/variables/1")))
      yield* TestClock.adjust("4 minutes")
      expect(yield* Effect.either(table({ variables: ["NAME", "NAME", "B01001_001E"] }))).toEqual(
        Either.left(refusedAt("/variables/2"))
      )
      expect(asked.length).toBe(1)
      yield* TestClock.adjust("1 minutes")
      yield* Effect.either(table({}))
      expect(asked.length).toBe(2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("SatcherInstitute/health-equity-tracker #5138: a refused key is never kept", () => {
    let mended = false
    const { layer } = over(() => (mended ? Effect.succeed(record) : keyRefused))
    return Effect.gen(function* () {
      expect(yield* Effect.either(table({}))).toEqual(Either.left(keyRefused))
      mended = true
      expect(yield* table({})).toMatchObject({ value: record, hit: false, age: 0 })
    }).pipe(Effect.provide(layer))
  })
})
