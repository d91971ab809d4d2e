/**
 * What each source of a saved call was asked, in the provider's own notation: made again from the request.
 */
import * as Option from "effect/Option"
import type { SourceQuery } from "../../Composites/QueryPlan.ts"
import { providerOf } from "../../Composites/Source.ts"
import { searchRequest } from "../../Providers/OpenAlex/request.ts"
import { newsQuery } from "../../Text/NewsQuery.ts"

const searchOf = (ask: SourceQuery<unknown>): string | null => {
  if (ask.source === "government") return JSON.stringify(ask.table)
  if (ask.search === null) return null
  if (ask.source === "knowledge") return ask.search
  return ask.source === "news"
    ? Option.getOrNull(newsQuery(ask.search))
    : String(Object(searchRequest({ ...ask.search, limit: ask.limit }).query)["search"])
}

/** A question and what was asked for; null when there was nothing to ask for. */
export interface Asked {
  readonly source: SourceQuery<unknown>["source"]
  readonly part: number
  readonly search: string | null
}

/** The questions of a plan. */
export const askedOf = (plan: ReadonlyArray<SourceQuery<unknown>>): ReadonlyArray<Asked> =>
  plan.map((ask) => ({ source: ask.source, part: ask.part, search: searchOf(ask) }))

/** The search that found an item of a provider, in a call that asks each source once. */
export const foundBy = (asked: ReadonlyArray<Asked>, provider: string): string | null =>
  asked.find(({ source }) => source !== "government" && providerOf[source] === provider)?.search ?? null
