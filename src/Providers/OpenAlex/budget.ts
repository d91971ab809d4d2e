/**
 * What OpenAlex lets us spend: a budget in dollars that is filled up at midnight (UTC), told by headers of every
 * reply. Searches cost, look-ups by DOI are free.
 */
import * as Option from "effect/Option"

/** Dollars. Source: ourresearch/openalex-api-proxy, 2026. */
const searchCost = 0.001

/** Bought once and without a date, counted in units of this many dollars. */
const credit = 0.0001

/** What is left, in dollars, and in how many seconds the day's budget, `daily` dollars, is whole again. */
export interface Budget {
  readonly left: number
  readonly daily: Option.Option<number>
  readonly resetAfter: number
}

/** The budget as a reply tells it; none when it does not. `x-ratelimit-reset` counts seconds, it is no date. */
export const budgetOf = (headers: Readonly<Record<string, string | undefined>>): Option.Option<Budget> => {
  const number = (name: string): Option.Option<number> =>
    Option.fromNullable(headers[name]?.trim()).pipe(
      Option.filter((text) => /^\d+(?:\.\d+)?$/.test(text)),
      Option.map(Number)
    )
  const orNothing = Option.getOrElse(() => 0)
  return Option.map(
    Option.all({ today: number("x-ratelimit-remaining-usd"), resetAfter: number("x-ratelimit-reset") }),
    ({ today, resetAfter }) => ({
      left:
        today +
        orNothing(number("x-ratelimit-prepaid-remaining-usd")) +
        orNothing(number("x-ratelimit-onetime-remaining")) * credit,
      daily: number("x-ratelimit-limit-usd"),
      resetAfter
    })
  )
}

/** Whether a search costs more than is left. */
export const isSpent = ({ left }: Budget): boolean => left < searchCost

/** A budget is nearly spent when less than this part of the day's is left, a tenth. Our choice. */
const parts = 10

/** Whether little is left of the day's budget. Unknown where the reply does not tell that. */
export const isLow = ({ daily, left }: Budget): boolean =>
  Option.exists(daily, (whole) => left < whole / parts)
