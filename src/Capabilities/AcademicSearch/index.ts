/**
 * Scholarly works by words: OpenAlex, or Crossref when OpenAlex fails, behind the cache.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ScholarlyIndex, type WorksQuery } from "../../Providers/ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "../../Providers/ports/ScholarlyRegistry.ts"
import { toWorkSearch, WorksRecord } from "../../Resources/facts/WorkRecord.ts"
import { span } from "../../Runtime/Span.ts"
import { isSearchable } from "../../Text/SearchTerms.ts"
import { cached, type Fetched } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import type { CapabilityError } from "../CapabilityError.ts"
import { deliver } from "../Deliver.ts"
import { fallbackFailed, primaryFailed } from "../Fallback.ts"
import { academicSearch } from "./contract.ts"

/** A fallback's answer, and that of a search that was cut off, are kept until there may be a better one. */
const timeToLive = (_: WorksQuery, { source, partial }: WorksRecord): Duration.Duration =>
  source === "openalex" && partial !== true ? Duration.minutes(30) : Duration.minutes(5)

/** Neither provider cares for case or blanks. */
const key = ({ limit, ...search }: WorksQuery): string =>
  "query" in search
    ? `${limit}:${search.query.trim().replace(/\s+/g, " ").toLowerCase()}`
    : JSON.stringify([limit, ...search.anyOf])

/** What a query without a word finds, of which the providers would make a search for everything. */
const nothing = Effect.map(
  Clock.currentTimeMillis,
  (now): Fetched<WorksRecord> => ({
    value: { source: "openalex", count: 0, works: [] },
    hit: false,
    storedAt: now,
    age: 0
  })
)

/** The best hits, in the provider's order. No hits are an answer, and no reason to ask the fallback. */
export class AcademicSearch extends Effect.Service<AcademicSearch>()("almanac/AcademicSearch", {
  effect: Effect.gen(function* () {
    const index = yield* ScholarlyIndex
    const registry = yield* ScholarlyRegistry
    const fetch = yield* cached({
      name: "academic.search",
      schema: WorksRecord,
      key,
      timeToLive,
      lookup: (query: WorksQuery) =>
        Effect.catchAll(index.search(query), (error) =>
          Effect.zipRight(
            primaryFailed(Option.some(error)),
            Effect.tapError(registry.search(query), fallbackFailed)
          )
        )
    })
    return {
      search: (query: WorksQuery) =>
        ("anyOf" in query || isSearchable(query.query) ? fetch(query) : nothing).pipe(span("academic.search"))
    }
  })
}) {}

/** What `Cache-Status` adds of a record (RFC 9211, `detail`): the fallback gave it, or the search was cut off. */
const detailOf = ({ source, partial }: WorksRecord): string => {
  if (source !== "openalex") return `; detail=${source}`
  return partial === true ? "; detail=partial" : ""
}

/** The answer to a search. Of an empty list, and of a count that is too low, nothing but a header can tell. */
export const deliverWorks = (fetched: Effect.Effect<Fetched<WorksRecord>, CapabilityError>) =>
  Effect.map(deliver(fetched, {}), ({ data, headers, ...delivery }) => ({
    ...delivery,
    headers: { ...headers, "cache-status": headers["cache-status"] + detailOf(data) },
    data: toWorkSearch(data)
  }))

export const capability = defineCapability(academicSearch, {
  asks: ["openalex.search", "crossref.search"],
  layer: AcademicSearch.Default,
  make: Effect.map(
    AcademicSearch,
    ({ search }) =>
      (request) =>
        deliverWorks(search(request))
  )
})
