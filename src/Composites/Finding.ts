/**
 * Results of sources as evidence: what is shown of them, where they were found, and what else is known.
 */

import { dedupeWith } from "effect/Array"
import * as DateTime from "effect/DateTime"
import type { EvidenceItem, SourceReference } from "../Resources/Evidence.ts"
import type { KnowledgeEntity } from "../Resources/facts/KnowledgeEntity.ts"
import type { NewsArticle } from "../Resources/facts/NewsArticle.ts"
import type { WorkRecord } from "../Resources/facts/WorkRecord.ts"
import { normaliseUrl } from "../Text/NormaliseUrl.ts"
import { type EvidenceSource, providerOf } from "./Source.ts"
import type { SourceResult } from "./SourceResult.ts"
import { withoutPages } from "./SourceResults.ts"

/** A moment in Unix milliseconds as answers write it: ISO 8601 in UTC with milliseconds. */
export const momentOf = (millis: number): string => DateTime.formatIso(DateTime.unsafeMake(millis))

/** Characters of an excerpt at most, as a person counts them: publishers hold rights in whole abstracts. */
const longest = 500

const isBlank = (character: string | undefined): boolean => character !== undefined && /\s/u.test(character)

/** Scripts that have no blanks between words: before and after each of their characters a text can end. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

const isUnspaced = (character: string | undefined): boolean =>
  character !== undefined && unspaced.test(character)

/** It belongs to the character before it. */
const isMark = (character: string | undefined): boolean => character !== undefined && /\p{M}/u.test(character)

/** The first 500 characters, up to the end of a word; the text itself when it is no longer. */
export const excerptOf = (text: string): string => {
  const characters = Array.from(text)
  if (characters.length <= longest) return text
  const canEnd = (at: number): boolean =>
    !isMark(characters[at]) &&
    (isBlank(characters[at]) || isUnspaced(characters[at]) || isUnspaced(characters[at - 1]))
  let end = longest
  while (end > 0 && !canEnd(end)) end--
  // One word, or a text in a script of which nothing is known.
  return characters
    .slice(0, end === 0 ? longest : end)
    .join("")
    .trimEnd()
}

export interface Finding {
  readonly item: EvidenceItem
  /** The whole abstract, or the description of the entity; null for what has none. */
  readonly text: string | null
  /** As the source names it; null when it does not say. */
  readonly language: string | null
  /** A DOI or an entity's id, where the record has one. */
  readonly id: string | null
}

/** A record of a source when it was retrieved. */
interface Retrieved<A> {
  readonly record: A
  readonly retrievedAt: string
}

const shown = (
  source: EvidenceSource,
  title: string,
  url: string | null,
  retrievedAt: string,
  excerpt: string | null,
  data: EvidenceItem["data"]
): EvidenceItem => ({ source: { title, url, provider: providerOf[source] }, excerpt, retrievedAt, data })

const ofWork = ({ record, retrievedAt }: Retrieved<WorkRecord>): Finding => {
  const { abstract, authors, citations, doi, journal, openAccess, publicationYear, title, url } = record
  const excerpt = abstract === null || abstract.trim() === "" ? null : excerptOf(abstract)
  const data = { authors, publicationYear, journal, citations, openAccess, doi }
  const item = shown("academic", title, url, retrievedAt, excerpt, data)
  return { item, text: abstract, language: null, id: doi }
}

const ofArticle = ({ record, retrievedAt }: Retrieved<NewsArticle>): Finding => {
  const { country, language, publishedAt, source: domain, title, url } = record
  const item = shown("news", title, url, retrievedAt, null, { publishedAt, language, country, domain })
  return { item, text: null, language, id: null }
}

const ofEntity = ({ record, retrievedAt }: Retrieved<KnowledgeEntity>): Finding => {
  const { description, id, name, url } = record
  const item = shown("knowledge", name, url, retrievedAt, description, { id })
  return { item, text: description, language: "en", id }
}

/** The results of an answer, in its order; government's tables are no evidence. */
const findingsIn = (answer: SourceResult): ReadonlyArray<Finding> => {
  if (answer.outcome._tag === "Failed") return []
  const retrievedAt = momentOf(answer.outcome.retrievedAt)
  const at = <A>(record: A): Retrieved<A> => ({ record, retrievedAt })
  switch (answer.source) {
    case "academic":
      return answer.outcome.record.works.map((work) => ofWork(at(work)))
    case "news":
      return answer.outcome.record.results.map((article) => ofArticle(at(article)))
    case "knowledge":
      return withoutPages(answer.outcome.record).results.map((entity) => ofEntity(at(entity)))
    case "government":
      return []
  }
}

/** The results of answers as evidence, in the order of the answers. */
export const findingsOf = (answers: ReadonlyArray<SourceResult>): ReadonlyArray<Finding> =>
  answers.flatMap(findingsIn)

/** What tells whether two results are of one record. */
export interface RecordKeys {
  readonly provider: SourceReference["provider"]
  /** A DOI or an entity id, in lower case; empty for none. */
  readonly id: string
  /** The address in one spelling. */
  readonly address: string | null
}

/** The keys of a result. They are made once for a result, which is compared with many others. */
export const recordKeys = ({
  id,
  provider,
  url
}: Pick<SourceReference, "provider" | "url"> & Pick<Finding, "id">): RecordKeys => ({
  provider,
  id: id?.trim().toLowerCase() ?? "",
  address: url === null ? null : normaliseUrl(url)
})

/**
 * Whether two results are of one record: the same DOI or entity, or else the same address. Two ids of one source are two
 * records, though a publisher gives one address to all that it has.
 */
export const isSameRecord = (one: RecordKeys, other: RecordKeys): boolean => {
  if (one.id !== "" && one.id === other.id) return true
  const areTwo = one.id !== "" && other.id !== "" && one.provider === other.provider
  return !areTwo && one.address !== null && one.address === other.address
}

/** Without second copies of a record. Equal titles alone are no copy: two works may have them. */
export const withoutCopies = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  dedupeWith(
    findings.map((finding) => ({ finding, keys: recordKeys({ ...finding.item.source, id: finding.id }) })),
    (one, other) => isSameRecord(one.keys, other.keys)
  ).map(({ finding }) => finding)

const isSame = (one: SourceReference, other: SourceReference): boolean =>
  one.provider === other.provider && one.title === other.title && one.url === other.url

/** Where findings were found, each place once. */
export const referencesOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<SourceReference> =>
  dedupeWith(
    findings.map(({ item }) => item.source),
    isSame
  )
