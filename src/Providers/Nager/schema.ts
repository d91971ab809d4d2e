/**
 * The replies of Nager.Date v3, as far as we read them. Rows are judged one by one.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { calendarDay } from "../../Resources/CalendarDay.ts"

/** `GET /api/v3/PublicHolidays/{year}/{country}` */
export const HolidaysReply = Schema.Array(Schema.Unknown)
export type HolidaysReply = typeof HolidaysReply.Type

/** `GET /api/v3/AvailableCountries` */
export const CountriesReply = Schema.Array(Schema.Unknown)
export type CountriesReply = typeof CountriesReply.Type

/** A day written `YYYY-MM-DD`; odd builds print a time after it. */
const Day = Schema.String.pipe(
  Schema.filter(
    (text) => /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text) && Option.isSome(calendarDay(text.slice(0, 10)))
  )
)

/** A field that may be left out or be null. */
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** A holiday. */
export const HolidayRow = Schema.Struct({
  date: Day,
  name: Schema.String,
  /** The later v4 has none. */
  localName: maybe(Schema.String),
  countryCode: maybe(Schema.String),
  global: maybe(Schema.Boolean),
  counties: maybe(Schema.Array(Schema.NullOr(Schema.String))),
  types: maybe(Schema.Array(Schema.NullOr(Schema.String))),
  /** What the retired v2 had in place of `types`. */
  type: maybe(Schema.String)
})
export type HolidayRow = typeof HolidayRow.Type

/** A country. */
export const CountryRow = Schema.Struct({
  countryCode: Schema.String.pipe(Schema.pattern(/^[A-Za-z]{2}$/))
})
