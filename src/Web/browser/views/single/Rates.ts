/**
 * Exchange rates are those of one day, so that there is no curve to draw: a table, both ways.
 */
import type { FxRates } from "../../../../Client/generated/types.ts"
import { type Element, h } from "../../../Markup.ts"
import { day, named, number } from "../parts/Format.ts"
import { note, type Prefix, section, table } from "../parts/Layout.ts"

/** Six digits, as rates are published. */
const inverse = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 6 })

const inverseOf = (rate: number): string => (rate === 0 ? "–" : inverse.format(1 / rate))

/** Whether a day was asked for that has no rates of its own. */
const isOtherDay = (request: unknown, date: string): boolean =>
  typeof request === "object" &&
  request !== null &&
  "date" in request &&
  typeof request.date === "string" &&
  request.date !== date

/** `fx.rates` */
export const rates = ({ base, date, rates }: FxRates, request: unknown, prefix: Prefix): Element =>
  section(
    3,
    `What one ${named("currency", base)} is worth`,
    note(
      "Reference rates of ",
      h("time", { datetime: date }, day(date)),
      isOtherDay(request, date) ? ", the last working day before the day asked for." : "."
    ),
    table(
      `${prefix}-rates`,
      `Rates of ${base} on ${day(date)}. The last column is worked out from the second.`,
      [
        { head: "Currency" },
        { head: `1 ${base} buys`, isNumber: true },
        { head: `One of it costs, in ${base}`, isNumber: true }
      ],
      Object.entries(rates).map(([code, rate]) => [
        `${code}, ${named("currency", code)}`,
        number(rate),
        inverseOf(rate)
      ])
    )
  )
