/**
 * The port to official daily reference rates.
 */
import { Context, type Effect, type Option, Schema } from "effect"
import type { ProviderError, QueryRefused } from "./ProviderError.ts"

/** What is asked: upper-case ISO 4217 codes, no target twice; `date` is `YYYY-MM-DD`, absent for the latest. */
export interface RatesQuery {
  readonly base: string
  readonly currencies: ReadonlyArray<string>
  readonly date: Option.Option<string>
}

/**
 * The rates of one day: how much of each target currency one unit of `base` is. `date` is the day of the rates,
 * which may lie before the day that was asked for (weekends, holidays).
 */
export const ReferenceRatesRecord = Schema.Struct({
  base: Schema.String,
  date: Schema.String,
  rates: Schema.Record({ key: Schema.String, value: Schema.Number })
})
export type ReferenceRatesRecord = typeof ReferenceRatesRecord.Type

/** Reference rates of a day. Refuses a currency or a day for which the provider publishes none. */
export class ReferenceRates extends Context.Tag("almanac/ReferenceRates")<
  ReferenceRates,
  { readonly rates: (query: RatesQuery) => Effect.Effect<ReferenceRatesRecord, ProviderError | QueryRefused> }
>() {}
