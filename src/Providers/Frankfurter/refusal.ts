/**
 * Why Frankfurter has no answer to a query, told so that the caller can mend it. Pointers lead into the
 * `RatesQuery`: `/base`, `/date`, `/currencies/N` with the index in `query.currencies`, "" for the query as a whole.
 */
import * as Array from "effect/Array"
import * as Option from "effect/Option"
import type { Problem } from "../../Resources/Problem.ts"
import { QueryRefused } from "../Errors.ts"
import type { RatesQuery } from "../ports/ReferenceRates.ts"

const refuse = (problems: Array.NonEmptyReadonlyArray<Problem>) =>
  new QueryRefused({ provider: "frankfurter", problems })

const notSupported = (code: string) => `currency ${code} is not supported`

/** The targets that `isMissing`, one problem for each. */
const missingTargets = (query: RatesQuery, isMissing: (code: string) => boolean): ReadonlyArray<Problem> =>
  query.currencies.flatMap((code, index) =>
    isMissing(code) ? [{ pointer: `/currencies/${index}`, message: notSupported(code) }] : []
  )

/** The reply came without some of the targets: Frankfurter leaves out what it does not know, in silence. */
export const refuseMissing = (
  query: RatesQuery,
  isMissing: (code: string) => boolean
): Option.Option<QueryRefused> => {
  const problems = missingTargets(query, isMissing)
  return Array.isNonEmptyReadonlyArray(problems) ? Option.some(refuse(problems)) : Option.none()
}

/**
 * Nothing was found, which Frankfurter says alike of an unknown base, of unknown targets, and of a day without
 * rates. `published` tells them apart: the currencies of today, where they could be had.
 */
export const refuseNothingFound = (
  query: RatesQuery,
  published: Option.Option<ReadonlySet<string>>
): QueryRefused => {
  if (Option.isNone(published)) {
    return refuse([{ pointer: "", message: "no reference rates for these currencies on that date" }])
  }
  const isUnknown = (code: string) => !published.value.has(code)
  const problems: ReadonlyArray<Problem> = [
    ...(isUnknown(query.base) ? [{ pointer: "/base", message: notSupported(query.base) }] : []),
    ...missingTargets(query, isUnknown)
  ]
  if (Array.isNonEmptyReadonlyArray(problems)) return refuse(problems)
  return Option.isSome(query.date)
    ? refuse([{ pointer: "/date", message: "no reference rates for that date" }])
    : refuse([{ pointer: "/currencies", message: "no reference rates for these currencies" }])
}
