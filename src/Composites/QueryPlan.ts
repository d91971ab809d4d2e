/**
 * The questions that a composite asks its sources.
 */
import { dedupe } from "effect/Array"
import * as Option from "effect/Option"
import type { SourceName } from "../Resources/Research.ts"
import { type NewsSearch, newsQuery } from "../Text/NewsQuery.ts"
import { type AcademicSearch, academicSearch } from "./Queries/Academic.ts"
import { knowledgeName } from "./Queries/Knowledge.ts"
import { newsSubject, newsTerms } from "./Queries/News.ts"
import type { EvidenceSource } from "./Source.ts"
import { subjectsOf } from "./Subjects.ts"
import { readClaim } from "./Verify/index.ts"

/**
 * One question to one source, about `search`; null when the text has nothing that the source could be asked for.
 * `limit`: results at most. `records`: articles that the archive is asked for, copies among them. `Table`: what the
 * census is asked.
 */
export type SourceQuery<Table> =
  | {
      readonly source: "academic"
      readonly part: number
      readonly search: AcademicSearch | null
      readonly limit: number
    }
  | {
      readonly source: "news"
      readonly part: number
      readonly search: NewsSearch | null
      readonly limit: number
      readonly records: number
    }
  | {
      readonly source: "knowledge"
      readonly part: number
      readonly search: string | null
      readonly limit: number
    }
  | { readonly source: "government"; readonly part: number; readonly table: Table }

/** The most that a source can be asked for: the limits of the single capabilities. */
const most: Readonly<Record<EvidenceSource, number>> = { academic: 50, news: 50, knowledge: 20 }

/** How many articles the archive is asked for each that is wanted: the same story stands on many sites. */
const surplus = 3

const searchable = (search: NewsSearch): NewsSearch | null =>
  Option.isSome(newsQuery(search)) ? search : null

const askFor = (source: EvidenceSource, text: string, part: number, wanted: number): SourceQuery<never> => {
  const limit = Math.min(wanted, most[source])
  switch (source) {
    case "academic":
      return { source, part, search: academicSearch(text), limit }
    case "news":
      return { source, part, search: searchable(newsTerms(text)), limit, records: limit * surplus }
    case "knowledge": {
      const name = knowledgeName(text)
      return { source, part, search: name === "" ? null : name, limit }
    }
  }
}

/** Each source once, about one text. */
export const askAll = (
  text: string,
  sources: ReadonlyArray<EvidenceSource>,
  limit: number
): ReadonlyArray<SourceQuery<never>> => dedupe(sources).map((source) => askFor(source, text, 0, limit))

/**
 * Each source once, about a claim. News in English alone, and as many headlines as the archive is asked for: copies are
 * dropped before they are cut, since one story under the same headline from many houses would leave no room for its
 * denial. A claim that is not English is nothing to ask for.
 */
export const askClaim = (
  claim: string,
  sources: ReadonlyArray<EvidenceSource>,
  maxSources: number
): ReadonlyArray<SourceQuery<never>> => {
  const asks = askAll(claim, sources, maxSources)
  if (!readClaim(claim).isEnglish) return asks.map((ask) => ({ ...ask, search: null }))
  return asks.map((ask) => {
    if (ask.source !== "news" || ask.search === null) return ask
    const headlines = maxSources * surplus
    return { ...ask, search: { ...ask.search, language: "english" }, limit: headlines, records: headlines }
  })
}

/** Each source once; government's table among them when it is asked for. */
export const askResearch = <Table>(
  text: string,
  sources: ReadonlyArray<SourceName>,
  limit: number,
  table: Table | undefined
): ReadonlyArray<SourceQuery<Table>> =>
  dedupe(sources).flatMap((source): ReadonlyArray<SourceQuery<Table>> => {
    if (source !== "government") return [askFor(source, text, 0, limit)]
    return table === undefined ? [] : [{ source, part: 0, table }]
  })

/** Academic and knowledge for each subject, with the limit divided over them; news once, for any of the subjects. */
export const askAboutEach = (
  query: string,
  sources: ReadonlyArray<EvidenceSource>,
  limit: number
): ReadonlyArray<SourceQuery<never>> => {
  const subjects = subjectsOf(query)
  const share = Math.max(1, Math.floor(limit / subjects.length))
  return dedupe(sources).flatMap((source): ReadonlyArray<SourceQuery<never>> => {
    if (source !== "news") return subjects.map((subject, part) => askFor(source, subject, part, share))
    return subjects.length === 1
      ? [askFor(source, subjects[0], 0, limit)]
      : [
          {
            source,
            part: 0,
            search: searchable({ all: [], any: subjects.map(newsSubject) }),
            limit: Math.min(limit, most.news),
            records: limit * surplus
          }
        ]
  })
}
