/**
 * What a composite asks of its sources.
 */
import { dedupe, type NonEmptyReadonlyArray } from "effect/Array"
import type { SourceName } from "../Resources/Research.ts"
import { academicQuery, knowledgeQuery, newsQuery } from "./Queries.ts"
import type { EvidenceSource } from "./Source.ts"
import { subjectsOf } from "./Subjects.ts"

/** One question to one source. `limit`: results at most. `Table`: what the census is asked. */
export type SourceQuery<Table> =
  | { readonly source: "academic"; readonly part: number; readonly query: string; readonly limit: number }
  | {
      readonly source: "news"
      readonly part: number
      readonly anyOf: NonEmptyReadonlyArray<string>
      readonly limit: number
    }
  | { readonly source: "knowledge"; readonly part: number; readonly query: string; readonly limit: number }
  | { readonly source: "government"; readonly part: number; readonly table: Table }

/** The most that a source can be asked for. Source: contract, limits. */
const most: Readonly<Record<EvidenceSource, number>> = { academic: 50, news: 50, knowledge: 20 }

const askFor = (source: EvidenceSource, text: string, part: number, wanted: number): SourceQuery<never> => {
  const limit = Math.min(wanted, most[source])
  switch (source) {
    case "academic":
      return { source, part, query: academicQuery(text), limit }
    case "news":
      return { source, part, anyOf: [newsQuery(text)], limit }
    case "knowledge":
      return { source, part, query: knowledgeQuery(text), limit }
  }
}

/** Each source once, about one text. */
export const askAll = (
  text: string,
  sources: ReadonlyArray<EvidenceSource>,
  limit: number
): ReadonlyArray<SourceQuery<never>> => dedupe(sources).map((source) => askFor(source, text, 0, limit))

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
      : [{ source, part: 0, anyOf: subjects, limit }]
  })
}
