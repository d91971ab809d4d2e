import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { headers } from "../../src/Api/document/Headers.ts"
import { deliverWorks } from "../../src/Capabilities/AcademicSearch/index.ts"
import { deliverWork } from "../../src/Capabilities/AcademicWork/index.ts"
import {
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable
} from "../../src/Providers/Errors.ts"
import { workOf } from "./Works.ts"

const { abstract, retracted, ...shown } = workOf("openalex")

/** The headers of answers as the OpenAPI document describes them. */
const documented = Schema.decodeUnknownSync(
  Schema.Struct({
    CacheStatus: Schema.Struct({
      schema: Schema.Struct({
        pattern: Schema.optionalWith(Schema.String, { default: () => "" }),
        enum: Schema.optional(Schema.Array(Schema.String))
      })
    })
  })
)(headers)

describe("deliverWork", () => {
  it.effect("shows a work as the contract has it", () =>
    Effect.gen(function* () {
      const fetched = Effect.succeed({
        value: Option.some(workOf("openalex")),
        hit: true,
        storedAt: 0,
        age: 7
      })
      expect(yield* deliverWork(fetched)).toStrictEqual({
        data: shown,
        meta: {},
        headers: { "cache-status": "almanac; hit", age: "7" }
      })
    })
  )

  it.effect("tells that there is none", () =>
    Effect.gen(function* () {
      const fetched = Effect.succeed({ value: Option.none(), hit: false, storedAt: 0, age: 0 })
      expect(yield* Effect.flip(deliverWork(fetched))).toMatchObject({
        _tag: "WORK_NOT_FOUND",
        message: "No work is known for this DOI; nothing was charged."
      })
    })
  )

  it.effect.each([
    [new ProviderRateLimited({ provider: "crossref", reason: "status 429" }), "PROVIDER_UNAVAILABLE", 30],
    [
      new ProviderRateLimited({ provider: "crossref", reason: "status 429", retryAfter: 5 }),
      "PROVIDER_UNAVAILABLE",
      5
    ],
    [
      new ProviderUnavailable({ provider: "crossref", reason: "status 503" }),
      "PROVIDER_UNAVAILABLE",
      undefined
    ],
    [new ProviderBadResponse({ provider: "crossref", reason: "HTML" }), "PROVIDER_BAD_RESPONSE", undefined],
    [new ProviderTimeout({ provider: "crossref", reason: "deadline passed" }), "PROVIDER_TIMEOUT", undefined]
  ] as const)("is never 429: %s", ([error, code, retryAfter]) =>
    Effect.gen(function* () {
      const failed: Effect.Effect<never, ProviderError> = Effect.fail(error)
      const failure = yield* Effect.flip(deliverWork(failed))
      expect([failure._tag, failure.retryAfter, failure.details]).toEqual([
        code,
        retryAfter,
        { provider: "crossref" }
      ])
      expect(failure.message).toMatch(/^The provider crossref .*; nothing was charged\.$/)
    })
  )
})

describe("deliverWorks", () => {
  it.effect("shows works as the contract has them, and the number of all", () =>
    Effect.gen(function* () {
      const value = { source: "openalex", count: 400, works: [workOf("openalex")] } as const
      expect(yield* deliverWorks(Effect.succeed({ value, hit: false, storedAt: 0, age: 0 }))).toStrictEqual({
        data: { results: [shown], meta: { count: 400 } },
        meta: {},
        headers: { "cache-status": "almanac; fwd=miss", age: "0" }
      })
    })
  )

  it.effect.each([
    ["the index", { source: "openalex" }, "almanac; hit"],
    ["the index, cut off", { source: "openalex", partial: true }, "almanac; hit; detail=partial"],
    ["the fallback", { source: "crossref" }, "almanac; hit; detail=crossref"]
  ] as const)("tells who answered, and whether all of it, as is documented: %s", ([_, record, status]) =>
    Effect.gen(function* () {
      const value = { ...record, count: 0, works: [] }
      const answer = yield* deliverWorks(Effect.succeed({ value, hit: true, storedAt: 0, age: 0 }))
      expect(answer.headers["cache-status"]).toBe(status)
      const { pattern, enum: values = [status] } = documented.CacheStatus.schema
      expect(values).toContain(status)
      expect(status).toMatch(new RegExp(pattern))
    })
  )

  it.effect("passes a throttle on, with a time", () =>
    Effect.gen(function* () {
      const error = new ProviderRateLimited({ provider: "crossref", reason: "status 429" })
      expect(yield* Effect.flip(deliverWorks(error))).toMatchObject({
        _tag: "PROVIDER_RATE_LIMITED",
        retryAfter: 30
      })
    })
  )
})
