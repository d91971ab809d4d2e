import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Either, Layer, Option, TestClock } from "effect"
import { Holidays } from "../../src/Capabilities/Holidays/index.ts"
import * as Deadline from "../../src/Providers/client/Deadline.ts"
import { type ProviderError, ProviderUnavailable } from "../../src/Providers/Errors.ts"
import {
  HolidayCalendar,
  type HolidayCalendarRecord,
  type HolidaysQuery
} from "../../src/Providers/ports/HolidayCalendar.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const down = new ProviderUnavailable({ provider: "nager-date", reason: "status 500" })

const newYear = (country: string, year: number) => ({
  date: `${year}-01-01`,
  name: "New Year's Day",
  localName: "New Year's Day",
  countryCode: country,
  global: true,
  counties: null,
  types: ["Public"]
})

const listed = ({ country, year }: HolidaysQuery): HolidayCalendarRecord => ({
  country,
  year,
  covered: true,
  holidays: [newYear(country, year)]
})
const empty = ({ country, year }: HolidaysQuery, covered: boolean): HolidayCalendarRecord => ({
  country,
  year,
  covered,
  holidays: []
})

interface Mock {
  countries: Effect.Effect<ReadonlyArray<string>, ProviderError>
  holidays: (query: HolidaysQuery) => Effect.Effect<Option.Option<HolidayCalendarRecord>, ProviderError>
}

/** A calendar that knows AT and US, has a list for every year, and notes what it is asked. */
const calendar = (mock: Partial<Mock> = {}) => {
  const calls: Array<string> = []
  const behaviour: Mock = {
    countries: Effect.succeed(["AT", "US"]),
    holidays: (query) => Effect.succeedSome(listed(query)),
    ...mock
  }
  const port = HolidayCalendar.of({
    deadline: Duration.seconds(8),
    countries: Effect.suspend(() => {
      calls.push("countries")
      return behaviour.countries
    }),
    holidays: (query) =>
      Effect.suspend(() => {
        calls.push(`${query.country}/${query.year}`)
        return behaviour.holidays(query)
      })
  })
  const layer = Holidays.Default.pipe(
    Layer.provide(Layer.merge(Layer.succeed(HolidayCalendar, port), Cache.layerMemory))
  )
  return { behaviour, calls, layer }
}

const ask = (country: string, year: number) =>
  Effect.flatMap(Holidays, (capability) => capability.holidays({ country, year })).pipe(
    Effect.either,
    Effect.map(
      Either.match({
        onRight: ({ value, hit, age }) => ({ value, hit, age }),
        onLeft: (error) => (error._tag === "QueryRefused" ? error.problems : error._tag)
      })
    )
  )

const unknown = (country: string) => [
  { pointer: "/country", message: `country ${country} is not recognised` }
]
const austria: HolidaysQuery = { country: "AT", year: 2026 }

describe("Holidays", () => {
  it.effect("asks for the countries first, then for the holidays; later for neither", () => {
    const { calls, layer } = calendar()
    return Effect.gen(function* () {
      expect(yield* ask("AT", 2026)).toMatchObject({ value: listed(austria), hit: false, age: 0 })
      expect(calls).toEqual(["countries", "AT/2026"])
      yield* TestClock.adjust("23 hours")
      expect(yield* ask("AT", 2026)).toEqual({ value: listed(austria), hit: true, age: 23 * 3600 })
      expect(calls).toEqual(["countries", "AT/2026"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps holidays and countries for 24 hours", () => {
    const { calls, layer } = calendar()
    return Effect.gen(function* () {
      yield* ask("AT", 2026)
      yield* TestClock.adjust("24 hours")
      expect(yield* ask("AT", 2026)).toMatchObject({ hit: false })
      expect(calls).toEqual(["countries", "AT/2026", "countries", "AT/2026"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps each country and year by itself, and the list of countries for all of them", () => {
    const { calls, layer } = calendar()
    return Effect.gen(function* () {
      yield* ask("AT", 2026)
      yield* ask("AT", 2025)
      yield* ask("US", 2026)
      yield* ask("AT", 2026)
      expect(calls).toEqual(["countries", "AT/2026", "AT/2025", "US/2026"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("shares the calls of equal and of different questions in flight", () => {
    const { calls, layer } = calendar({ countries: Effect.delay(Effect.succeed(["AT", "US"]), "1 seconds") })
    return Effect.gen(function* () {
      const running = yield* Effect.fork(
        Effect.all([ask("AT", 2026), ask("AT", 2026), ask("US", 2026)], { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 seconds")
      const answers = yield* running
      expect(answers).toMatchObject([{ hit: false }, { hit: false }, { hit: false }])
      expect(calls.toSorted()).toEqual(["AT/2026", "US/2026", "countries"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("#404: refuses a country that is not among them without a call for holidays", () => {
    const { calls, layer } = calendar()
    return Effect.gen(function* () {
      expect(yield* ask("IN", 2026)).toEqual(unknown("IN"))
      expect(yield* ask("XX", 1900)).toEqual(unknown("XX"))
      expect(calls).toEqual(["countries"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("remembers a refusal for 5 minutes, and asks anew for a country that has come in", () => {
    const { behaviour, calls, layer } = calendar({
      countries: Effect.fail(down),
      holidays: () => Effect.succeedNone
    })
    return Effect.gen(function* () {
      expect(yield* ask("AT", 2026)).toEqual(unknown("AT"))
      behaviour.countries = Effect.succeed(["AT"])
      yield* TestClock.adjust("299 seconds")
      expect(yield* ask("AT", 2026)).toEqual(unknown("AT"))
      expect(calls).toEqual(["countries", "AT/2026"])
      yield* TestClock.adjust("1 seconds")
      expect(yield* ask("AT", 2026)).toMatchObject({ value: empty(austria, true), hit: false, age: 0 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("a known country without a list has no holidays: that is kept for 5 minutes", () => {
    const { calls, layer } = calendar({ holidays: () => Effect.succeedNone })
    return Effect.gen(function* () {
      expect(yield* ask("AT", 2026)).toMatchObject({ value: empty(austria, true), hit: false, age: 0 })
      yield* TestClock.adjust("299 seconds")
      expect(yield* ask("AT", 2026)).toMatchObject({ value: empty(austria, true), hit: true, age: 299 })
      yield* TestClock.adjust("1 seconds")
      expect(yield* ask("AT", 2026)).toMatchObject({ hit: false })
      expect(calls).toEqual(["countries", "AT/2026", "AT/2026"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("an empty list is a list: kept for 24 hours", () => {
    const { calls, layer } = calendar({ holidays: (query) => Effect.succeedSome(empty(query, true)) })
    return Effect.gen(function* () {
      yield* ask("AT", 2026)
      yield* TestClock.adjust("23 hours")
      expect(yield* ask("AT", 2026)).toMatchObject({ value: empty(austria, true), hit: true })
      expect(calls).toEqual(["countries", "AT/2026"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("#812: a year that is not served stays so when it comes from the cache, for 5 minutes", () => {
    const far: HolidaysQuery = { country: "AT", year: 2100 }
    const { calls, layer } = calendar({ holidays: (query) => Effect.succeedSome(empty(query, false)) })
    return Effect.gen(function* () {
      expect(yield* ask("AT", 2100)).toMatchObject({ value: empty(far, false), hit: false, age: 0 })
      yield* TestClock.adjust("299 seconds")
      expect(yield* ask("AT", 2100)).toMatchObject({ value: empty(far, false), hit: true, age: 299 })
      yield* TestClock.adjust("1 seconds")
      expect(yield* ask("AT", 2100)).toMatchObject({ value: empty(far, false), hit: false })
      expect(calls).toEqual(["countries", "AT/2100", "AT/2100"])
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "without the countries, the provider's own word has to do; they are asked for again at once",
    () => {
      const { behaviour, calls, layer } = calendar({
        countries: Effect.fail(down),
        holidays: (query) =>
          Effect.succeed(query.country === "XX" ? Option.none() : Option.some(listed(query)))
      })
      return Effect.gen(function* () {
        expect(yield* ask("AT", 2026)).toMatchObject({ value: listed(austria) })
        expect(yield* ask("XX", 2026)).toEqual(unknown("XX"))
        behaviour.countries = Effect.succeed(["AT"])
        expect(yield* ask("YY", 2026)).toEqual(unknown("YY"))
        expect(calls).toEqual(["countries", "AT/2026", "countries", "XX/2026", "countries"])
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("without the countries, a year that is not served is still none of a fault", () => {
    const { layer } = calendar({
      countries: Effect.fail(down),
      holidays: (query) => Effect.succeedSome(empty(query, false))
    })
    return Effect.gen(function* () {
      expect(yield* ask("AT", 2100)).toMatchObject({ value: { covered: false, holidays: [] } })
    }).pipe(Effect.provide(layer))
  })

  it.effect("never keeps a failure", () => {
    const { behaviour, calls, layer } = calendar({ holidays: () => Effect.fail(down) })
    return Effect.gen(function* () {
      expect(yield* ask("AT", 2026)).toBe("ProviderUnavailable")
      behaviour.holidays = (query) => Effect.succeedSome(listed(query))
      expect(yield* ask("AT", 2026)).toMatchObject({ value: listed(austria), hit: false, age: 0 })
      expect(calls).toEqual(["countries", "AT/2026", "AT/2026"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("both calls share the provider's deadline", () => {
    const left: Array<number> = []
    const { layer } = calendar({
      countries: Effect.delay(Effect.succeed(["AT"]), "2 seconds"),
      holidays: (query) =>
        Effect.map(Deadline.remaining, (remaining) => {
          left.push(Duration.toMillis(remaining))
          return Option.some(listed(query))
        })
    })
    return Effect.gen(function* () {
      const running = yield* Effect.fork(ask("AT", 2026))
      yield* TestClock.adjust("2 seconds")
      yield* running
      yield* ask("AT", 2025)
      expect(left).toEqual([6000, 8000])
    }).pipe(Effect.provide(layer))
  })

  it.effect("who joins the first caller's list has a deadline of its own, and is held to it", () => {
    const lists: Array<number> = []
    const { layer } = calendar({
      countries: Effect.zipRight(
        Effect.map(Deadline.remaining, (remaining) => lists.push(Duration.toMillis(remaining))),
        Effect.never
      ),
      holidays: (query) =>
        Effect.map(Deadline.remaining, (remaining) =>
          Option.some({ ...listed(query), year: Duration.toMillis(remaining) })
        )
    })
    return Effect.gen(function* () {
      const first = yield* Effect.fork(ask("AT", 2026))
      yield* TestClock.adjust("6 seconds")
      const second = yield* Effect.fork(ask("AT", 2025))
      yield* TestClock.adjust("2 seconds")
      expect([first.unsafePoll() === null, second.unsafePoll() === null]).toEqual([false, true])
      yield* TestClock.adjust("6 seconds")
      expect([second.unsafePoll() === null, lists]).toEqual([false, [Number.POSITIVE_INFINITY]])
    }).pipe(Effect.provide(layer))
  })
})
