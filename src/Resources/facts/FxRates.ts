import * as Schema from "effect/Schema"
import { Day, matching } from "../Values.ts"

const CurrencyCode = matching(/^[A-Z]{3}$/)

/** Official daily reference rates of one day: how much of each target currency one unit of `base` is. */
export const FxRates = Schema.Struct({
  base: CurrencyCode.annotations({ description: "ISO 4217 code of the base currency", examples: ["EUR"] }),
  date: Day.annotations({
    description: "Day of the rates, YYYY-MM-DD: the last working day on or before the day asked for",
    examples: ["2022-06-29"]
  }),
  rates: Schema.Record({ key: Schema.String, value: Schema.Number }).annotations({
    description:
      "Units of each target currency that one unit of the base currency is worth, by ISO 4217 code",
    examples: [{ USD: 1.0517, GBP: 0.86461 }]
  })
}).annotations({
  title: "FxRates",
  description: "Reference rates of one day"
})
export type FxRates = typeof FxRates.Type
