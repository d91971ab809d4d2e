/**
 * The port to official daily reference rates.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { FxRates } from "../../Resources/facts/FxRates.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/** What is asked: upper-case ISO 4217 codes, no target twice; `date` is `YYYY-MM-DD`, absent for the latest. */
export interface RatesQuery {
  readonly base: string
  readonly currencies: ReadonlyArray<string>
  readonly date: Option.Option<string>
}

/** The rates of one day. */
export const ReferenceRatesRecord = FxRates
export type ReferenceRatesRecord = FxRates

/** Reference rates of a day. Refuses a currency or a day for which the provider publishes none. */
export class ReferenceRates extends Context.Tag("almanac/ReferenceRates")<
  ReferenceRates,
  { readonly rates: (query: RatesQuery) => Effect.Effect<ReferenceRatesRecord, ProviderError | QueryRefused> }
>() {}
