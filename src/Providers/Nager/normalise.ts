/**
 * From Nager.Date's replies to the records of the port. Names are made plain text; what else it says is passed
 * through: the zero-width characters that some names once had (nager/Nager.Date PR #990), doubles (#826),
 * "global: false" without counties (#244).
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { Holiday } from "../../Resources/facts/Holidays.ts"
import { cleanText } from "../../Text/Clean.ts"
import { ProviderBadResponse } from "../Errors.ts"
import type { HolidayCalendarRecord, HolidaysQuery } from "../ports/HolidayCalendar.ts"
import { type CountriesReply, CountryRow, HolidayRow, type HolidaysReply } from "./schema.ts"

const badResponse = (reason: string) =>
  Either.left(new ProviderBadResponse({ provider: "nager-date", reason }))

/** The rows of the right shape. */
const wellFormed = <A, I>(schema: Schema.Schema<A, I>, rows: ReadonlyArray<unknown>): ReadonlyArray<A> => {
  const decode = Schema.decodeUnknownOption(schema)
  return rows.flatMap((row) => Option.toArray(decode(row)))
}

/** A plain text, or nothing when it is missing or blank. */
const written = (text: string | null | undefined) =>
  Option.filter(Option.map(Option.fromNullable(text), cleanText), (text) => text !== "")

/** The texts of a list: a null or anything else among them says nothing of the day. */
const texts = (list: ReadonlyArray<unknown> | null | undefined): ReadonlyArray<string> | null =>
  list == null ? null : list.filter(Predicate.isString)

/** None for a day without a name. */
const holiday = (row: HolidayRow, country: string): Option.Option<Holiday> =>
  Option.map(written(row.name), (name) => ({
    // A text from end to end: read as an instant, all days were one too early once (#181).
    date: row.date.slice(0, 10),
    name,
    localName: Option.getOrElse(written(row.localName), () => name),
    countryCode: country,
    global: row.global ?? (row.counties ?? []).length === 0,
    counties: texts(row.counties),
    types: texts(row.types) ?? Option.getOrNull(Option.map(written(row.type), (type) => [type]))
  }))

/**
 * The holidays in the order of the reply. Days of a neighbouring year stay, for New Year's Day of 2022 was
 * observed on 2021-12-31 in the United States (#419).
 */
export const normalise = (
  query: HolidaysQuery,
  reply: HolidaysReply
): Either.Either<HolidayCalendarRecord, ProviderBadResponse> => {
  const rows = wellFormed(HolidayRow, reply)
  if (reply.length > 0 && rows.length === 0) return badResponse("no usable row")

  const isAsked = ({ countryCode }: HolidayRow) =>
    (countryCode ?? query.country).toUpperCase() === query.country
  const asked = rows.filter(isAsked)
  if (rows.length > 0 && asked.length === 0) return badResponse("holidays of another country")

  return Either.right({
    ...query,
    covered: true,
    holidays: asked.flatMap((row) => Option.toArray(holiday(row, query.country)))
  })
}

/** The codes of the countries. A list without any is none: by it, every country would be unknown. */
export const normaliseCountries = (
  reply: CountriesReply
): Either.Either<ReadonlyArray<string>, ProviderBadResponse> => {
  const codes = wellFormed(CountryRow, reply).map(({ countryCode }) => countryCode.toUpperCase())
  return codes.length > 0 ? Either.right(codes) : badResponse("no usable row")
}
