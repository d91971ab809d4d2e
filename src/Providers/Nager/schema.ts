/**
 * The replies of Nager.Date v3, as far as we read them. Rows are judged one by one.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { calendarDay } from "../../Resources/CalendarDay.ts"
import { lenient } from "../parsing/Lenient.ts"

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

/**
 * A holiday. A day whose local name or kinds cannot be read is a holiday all the same. One whose country or regions cannot
 * be read is none: who observes it is not known.
 */
export const HolidayRow = Schema.Struct({
  date: Day,
  name: Schema.String,
  /** The later v4 has none. */
  localName: lenient(Schema.String),
  countryCode: maybe(Schema.String),
  global: maybe(Schema.Boolean),
  counties: maybe(Schema.Array(Schema.NullOr(Schema.String))),
  types: lenient(Schema.Array(Schema.Unknown)),
  /** What the retired v2 had in place of `types`. */
  type: lenient(Schema.String)
})
export type HolidayRow = typeof HolidayRow.Type

/** The body of a 404 by Nager.Date itself, where it has one: problem details (RFC 9457). */
export const NotFoundReply = Schema.Struct({ status: Schema.Literal(404) })

/** A country. */
export const CountryRow = Schema.Struct({
  countryCode: Schema.String.pipe(Schema.pattern(/^[A-Za-z]{2}$/))
})
