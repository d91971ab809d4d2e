/**
 * Public holidays: Nager.Date, behind the cache.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Deadline from "../../Providers/client/Deadline.ts"
import { QueryRefused } from "../../Providers/Errors.ts"
import {
  HolidayCalendar,
  HolidayCalendarRecord,
  type HolidaysQuery
} from "../../Providers/ports/HolidayCalendar.ts"
import { span } from "../../Runtime/Span.ts"
import { cached, type Fetched } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import type { CapabilityError } from "../CapabilityError.ts"
import { deliver } from "../Deliver.ts"
import { type HolidaysRequest, holidays } from "./contract.ts"

/** How long holidays, and the list of countries, are kept: releases with new data come several times a month. */
const aDay = Duration.hours(24)

/** How long the cache keeps a reply without holidays: there is no list, or the year is not served. */
const negativeTimeToLive = Duration.minutes(5)

const isList = (record: Option.Option<HolidayCalendarRecord>): boolean =>
  Option.exists(record, ({ covered }) => covered)

const unknownCountry = ({ country }: HolidaysQuery) =>
  new QueryRefused({
    provider: "nager-date",
    problems: [{ pointer: "/country", message: `country ${country} is not recognised` }]
  })

/** A country that is known and has no holidays in that year. */
const noHolidays = ({ country, year }: HolidaysQuery): HolidayCalendarRecord => ({
  country,
  year,
  covered: true,
  holidays: []
})

/** The public holidays of a country in a year. */
export class Holidays extends Effect.Service<Holidays>()("almanac/Holidays", {
  effect: Effect.gen(function* () {
    const provider = yield* HolidayCalendar
    const countries = yield* cached({
      name: "holidays",
      schema: Schema.Array(Schema.String),
      key: (list: "countries") => list,
      timeToLive: () => aDay,
      lookup: () => provider.countries
    })

    /**
     * The list of countries tells which countries are unknown, so that no call is made for them. When the list cannot
     * be fetched, a reply without holidays counts as an unknown country. It may be a known country that has none, but
     * refusing it is better than charging for it.
     */
    const lookup = (query: HolidaysQuery) =>
      Effect.gen(function* () {
        const known = yield* Effect.option(Deadline.enforce(() => "late")(countries("countries")))
        if (Option.exists(known, ({ value }) => !value.includes(query.country))) {
          return yield* unknownCountry(query)
        }
        const record = yield* provider.holidays(query)
        if (Option.isNone(known) && Option.isNone(record)) return yield* unknownCountry(query)
        return record
      })

    const fetch = yield* cached({
      name: "holidays",
      schema: Schema.Option(HolidayCalendarRecord),
      key: ({ country, year }: HolidaysQuery) => `${country}:${year}`,
      timeToLive: (_, record) => (isList(record) ? aDay : negativeTimeToLive),
      lookup: (query) => Deadline.within(provider.deadline)(lookup(query))
    })

    return {
      /** `covered` is false when the provider does not serve that year: such an answer is not charged. */
      holidays: (query: typeof HolidaysRequest.Type) =>
        fetch(query).pipe(
          Effect.map(({ value, ...rest }) => ({
            ...rest,
            value: Option.getOrElse(value, () => noHolidays(query))
          })),
          span("holidays")
        )
    }
  })
}) {}

/** The answer is given away, and says so, when the provider does not serve the year. */
export const deliverCovered = (fetched: Effect.Effect<Fetched<HolidayCalendarRecord>, CapabilityError>) =>
  Effect.map(deliver(fetched, {}), ({ data: { covered, ...data }, meta, headers }) => ({
    data,
    meta,
    headers: covered ? headers : { ...headers, "x-coverage": "none" },
    charged: covered
  }))

export const capability = defineCapability(holidays, {
  asks: ["nager-date.holidays"],
  layer: Holidays.Default,
  make: Effect.map(
    Holidays,
    ({ holidays }) =>
      (request) =>
        deliverCovered(holidays(request))
  )
})
