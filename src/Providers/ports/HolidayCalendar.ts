/**
 * The port to calendars of public holidays.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Holidays } from "../../Resources/facts/Holidays.ts"
import type { ProviderError } from "../Errors.ts"

/** What is asked: an upper-case ISO 3166-1 alpha-2 code, and a year. */
export interface HolidaysQuery {
  readonly country: string
  readonly year: number
}

/** The holidays of a country in a year. */
export const HolidayCalendarRecord = Schema.Struct({
  ...Holidays.fields,
  /** False for a year that the provider does not serve: the empty list then tells nothing. */
  covered: Schema.Boolean
})
export type HolidayCalendarRecord = typeof HolidayCalendarRecord.Type

/** A calendar of public holidays, and the countries it knows. */
export class HolidayCalendar extends Context.Tag("almanac/HolidayCalendar")<
  HolidayCalendar,
  {
    /** How long an answer may take in all, when it needs the list of countries too. */
    readonly deadline: Duration.Duration
    /** The countries that the calendar knows: upper-case ISO 3166-1 alpha-2 codes. */
    readonly countries: Effect.Effect<ReadonlyArray<string>, ProviderError>
    /** None when there is no list: an unknown country, or a known one without holidays in that year. */
    readonly holidays: (
      query: HolidaysQuery
    ) => Effect.Effect<Option.Option<HolidayCalendarRecord>, ProviderError>
  }
>() {}
