/**
 * From Frankfurter's reply to the record of the port. Rates are passed through with the digits that Frankfurter
 * prints: a cross computed by us would differ from what a reader of its site sees.
 */
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ProviderBadResponse, type QueryRefused } from "../Errors.ts"
import type { RatesQuery, ReferenceRatesRecord } from "../ports/ReferenceRates.ts"
import { refuseMissing } from "./refusal.ts"
import { Rate, type RatesReply } from "./schema.ts"

/** Frankfurter has no rate at all for the query, and does not say why. */
export class NothingFound extends Data.TaggedError("NothingFound") {}

const isRate = Schema.is(Rate)

const badResponse = (reason: string) =>
  Either.left(new ProviderBadResponse({ provider: "frankfurter", reason }))

/** The rates in the order of the query; entries that were not asked for are left out. */
export const normalise = (
  query: RatesQuery,
  reply: RatesReply
): Either.Either<ReferenceRatesRecord, ProviderBadResponse | QueryRefused | NothingFound> => {
  if (reply.base !== query.base) return badResponse("rates of another base")
  if (Option.exists(query.date, (asked) => reply.date > asked)) return badResponse("rates of a later day")
  if (Object.keys(reply.rates).length === 0) return Either.left(new NothingFound())

  const isMissing = (code: string) => code !== query.base && !Object.hasOwn(reply.rates, code)
  const refused = refuseMissing(query, isMissing)
  if (Option.isSome(refused)) return Either.left(refused.value)

  const rates: Record<string, number> = {}
  for (const code of query.currencies) {
    const rate = code === query.base ? 1 : reply.rates[code]
    if (!isRate(rate)) return badResponse("malformed rate")
    rates[code] = rate
  }
  return Either.right({ base: query.base, date: reply.date, rates })
}
