/**
 * From a query to a call of Frankfurter v1, the version of the European Central Bank's rates alone: one date for
 * all currencies of a reply. Never a range of dates, which fails over weekends (lineofflight/frankfurter #71).
 */
import * as Option from "effect/Option"
import type { UpstreamRequest } from "../client/Upstream.ts"
import type { RatesQuery } from "../ports/ReferenceRates.ts"

/** A call with the name of its operation. */
export interface RatesRequest extends UpstreamRequest {
  readonly operation: "frankfurter.latest" | "frankfurter.historical"
}

/**
 * The base is left out of `symbols`: alone there it is "bad currency pair" (#51), and among others it has no rate.
 * With no target left, all rates are asked for: the reply gives the date and proves that the base is known.
 */
export const ratesRequest = ({ base, currencies, date }: RatesQuery): RatesRequest => {
  const symbols = currencies.filter((code) => code !== base)
  return {
    operation: Option.isSome(date) ? "frankfurter.historical" : "frankfurter.latest",
    path: `/v1/${Option.getOrElse(date, () => "latest")}`,
    template: "/v1/{date}",
    query: symbols.length > 0 ? { base, symbols: symbols.join(",") } : { base },
    accept: [404]
  }
}

/** The call for the currencies that are published today. */
export const currenciesRequest: UpstreamRequest = { path: "/v1/currencies" }
