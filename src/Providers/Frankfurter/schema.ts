/**
 * The replies of Frankfurter v1, as far as we read them.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { calendarDay } from "../../Resources/CalendarDay.ts"
import { Fields } from "../../Resources/Dictionary.ts"

const CalendarDay = Schema.String.pipe(Schema.filter((text) => Option.isSome(calendarDay(text))))

/** `GET /v1/latest` and `GET /v1/{date}`: units of each currency for `amount` units of `base`. */
export const RatesReply = Schema.Struct({
  /** We ask for one unit; for another amount the rates would be multiples. */
  amount: Schema.optional(Schema.Literal(1)),
  base: Schema.String,
  date: CalendarDay,
  /** Judged one by one, and only where they were asked for. */
  rates: Fields
})
export type RatesReply = typeof RatesReply.Type

/** A rate: a number above zero. `JSON.parse` makes an infinity of `1e999`, which is none. */
export const Rate = Schema.Number.pipe(Schema.finite(), Schema.positive())

/** The body of a 404 by Frankfurter itself. Gateways have messages too, in words of their own. */
export const NotFoundReply = Schema.Struct({ message: Schema.Literal("not found") })

/** `GET /v1/currencies`: names by ISO 4217 code, the euro among them. */
export const CurrenciesReply = Fields.pipe(Schema.filter((names) => Object.hasOwn(names, "EUR")))
