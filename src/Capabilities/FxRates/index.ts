/**
 * Exchange rates: Frankfurter, behind the cache.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type RatesQuery, ReferenceRates } from "../../Providers/ports/ReferenceRates.ts"
import { FxRates as FxRatesRecord } from "../../Resources/facts/FxRates.ts"
import { span } from "../../Runtime/Span.ts"
import { cached } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import { remapPointers } from "../RemapPointers.ts"
import type { FxRatesRequest } from "./contract.ts"
import { fxRates } from "./contract.ts"

/** How long rates are kept: the latest and those of today and yesterday may still be corrected or replaced. */
const timeToLive = ({ date }: RatesQuery, _: FxRatesRecord, now: number): Duration.Duration => {
  const yesterday = DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.unsafeMake(now), { days: 1 }))
  return Option.exists(date, (day) => day < yesterday) ? Duration.days(7) : Duration.minutes(15)
}

const inOrder = (rates: FxRatesRecord["rates"], currencies: ReadonlyArray<string>): FxRatesRecord["rates"] =>
  Object.fromEntries(
    currencies.flatMap((code) => {
      const rate = rates[code]
      return rate === undefined ? [] : [[code, rate]]
    })
  )

/** Official daily reference rates in the order asked for. */
export class FxRates extends Effect.Service<FxRates>()("almanac/FxRates", {
  effect: Effect.gen(function* () {
    const provider = yield* ReferenceRates
    const fetch = yield* cached({
      name: "fx.rates",
      schema: FxRatesRecord,
      key: ({ base, currencies, date }: RatesQuery) =>
        `${base}:${currencies.join(",")}:${Option.getOrElse(date, () => "latest")}`,
      timeToLive,
      lookup: provider.rates
    })
    return {
      rates: ({ base, currencies, date }: typeof FxRatesRequest.Type) => {
        // One record serves every order of the same currencies.
        const query = { base, currencies: [...new Set(currencies)].sort(), date }
        return fetch(query).pipe(
          Effect.map(({ value, ...rest }) => ({
            ...rest,
            value: { ...value, rates: inOrder(value.rates, currencies) }
          })),
          Effect.catchTag("QueryRefused", (refusal) =>
            Effect.fail(remapPointers("currencies", query.currencies, currencies)(refusal))
          ),
          span("fx.rates")
        )
      }
    }
  })
}) {}

export const capability = defineCapability(fxRates, {
  asks: Option.match({
    onNone: () => ["frankfurter.historical", "frankfurter.latest"],
    onSome: ({ date }) => [Option.isSome(date) ? "frankfurter.historical" : "frankfurter.latest"]
  }),
  layer: FxRates.Default,
  make: Effect.map(
    FxRates,
    ({ rates }) =>
      (request) =>
        deliver(rates(request), {})
  )
})
