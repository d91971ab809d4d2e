import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { deliverCovered } from "../../src/Capabilities/Holidays/index.ts"
import { ProviderTimeout, QueryRefused } from "../../src/Providers/Errors.ts"

const holiday = {
  date: "2026-01-01",
  name: "New Year's Day",
  localName: "Neujahr",
  countryCode: "AT",
  global: true,
  counties: null,
  types: ["Public"]
}

describe("deliverCovered", () => {
  it.effect("sells a list, without the fact that the year is covered", () =>
    Effect.gen(function* () {
      const value = { country: "AT", year: 2026, covered: true, holidays: [holiday] }
      expect(yield* deliverCovered(Effect.succeed({ value, hit: false, storedAt: 0, age: 0 }))).toStrictEqual(
        {
          data: { country: "AT", year: 2026, holidays: [holiday] },
          meta: {},
          headers: { "cache-status": "almanac; fwd=miss", age: "0" },
          charged: true
        }
      )
    })
  )

  it.effect("sells an empty list of a covered year", () =>
    Effect.gen(function* () {
      const value = { country: "AT", year: 2026, covered: true, holidays: [] }
      expect(yield* deliverCovered(Effect.succeed({ value, hit: false, storedAt: 0, age: 0 }))).toMatchObject(
        {
          charged: true
        }
      )
    })
  )

  it.effect.each([
    { hit: false, storedAt: 0, age: 0, told: "almanac; fwd=miss" },
    { hit: true, storedAt: 0, age: 12, told: "almanac; hit" }
  ])("#812: gives away a year that is not covered ($told)", ({ told, ...facts }) =>
    Effect.gen(function* () {
      const value = { country: "AT", year: 2100, covered: false, holidays: [] }
      expect(yield* deliverCovered(Effect.succeed({ value, ...facts }))).toStrictEqual({
        data: { country: "AT", year: 2100, holidays: [] },
        meta: {},
        headers: { "cache-status": told, age: String(facts.age), "x-coverage": "none" },
        charged: false
      })
    })
  )

  it.effect("names the country that is unknown", () =>
    Effect.gen(function* () {
      const refusal = new QueryRefused({
        provider: "nager-date",
        problems: [{ pointer: "/country", message: "country XX is not recognised" }]
      })
      expect(yield* Effect.flip(deliverCovered(refusal))).toMatchObject({
        _tag: "VALIDATION_FAILED",
        message: "/country country XX is not recognised",
        details: { problems: [{ pointer: "/country", message: "country XX is not recognised" }] }
      })
    })
  )

  it.effect("passes a failure of the provider on", () =>
    Effect.gen(function* () {
      const failure = new ProviderTimeout({ provider: "nager-date", reason: "deadline passed" })
      expect(yield* Effect.flip(deliverCovered(failure))).toMatchObject({
        _tag: "PROVIDER_TIMEOUT",
        details: { provider: "nager-date" }
      })
    })
  )
})
