/**
 * Archives that are searched as their documents say: news by GDELT's notation, words as they are written, literature by
 * stems, ranked by BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009).
 */
import type { AcademicSearch } from "../../src/Composites/Queries/Academic.ts"
import { stem } from "../../src/Composites/Verify/Stem.ts"
import type { Row } from "../StanceScore.ts"

const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

const padded = (words: ReadonlyArray<string>): string => ` ${words.join(" ")} `

/** Whether one of the texts has a search's terms: all outside of parentheses, and one of each pair of parentheses. */
export const matchesNews = (search: string, texts: ReadonlyArray<string>): boolean => {
  const bodies = texts.map((text) => padded(wordsOf(text)))
  const has = (term: string) => bodies.some((body) => body.includes(padded(wordsOf(term))))
  const parts: ReadonlyArray<string> = search.match(/"[^"]*"|\([^()]*\)|\S+/g) ?? []
  return parts
    .filter((part) => !part.startsWith("sourcelang:"))
    .every((part) => (part.startsWith("(") ? part.slice(1, -1).split(" OR ").some(has) : has(part)))
}

export interface Work {
  readonly title: string
  /** Of the title and the abstract. */
  readonly stems: ReadonlyArray<string>
}

const stemsOf = (text: string): ReadonlyArray<string> => wordsOf(text).map(stem)

/** Each work once. */
export const worksOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Work> => {
  const texts = new Map(rows.map(({ evidenceText, evidenceTitle }) => [evidenceTitle, evidenceText]))
  return [...texts].map(([title, text]) => ({ title, stems: [...stemsOf(title), "|", ...stemsOf(text)] }))
}

const occurrences = (all: ReadonlyArray<string>, wanted: ReadonlyArray<string>): number =>
  all.filter((_, start) => wanted.every((one, offset) => all[start + offset] === one)).length

/** Usual values of the two parameters. */
const [k1, b] = [1.2, 0.75]

/** The titles of the works that have any of the terms, the best first. */
export const searchWorks = (works: ReadonlyArray<Work>, search: AcademicSearch): ReadonlyArray<string> => {
  const terms = ("anyOf" in search ? search.anyOf : wordsOf(search.query)).map(stemsOf)
  const mean = works.reduce((sum, { stems }) => sum + stems.length, 0) / works.length
  const scores = works.map(() => 0)
  for (const wanted of terms) {
    const counts = works.map(({ stems }) => occurrences(stems, wanted))
    const having = counts.filter((count) => count > 0).length
    const weight = Math.log(1 + (works.length - having + 0.5) / (having + 0.5))
    counts.forEach((count, index) => {
      const length = (works[index]?.stems.length ?? mean) / mean
      scores[index] = (scores[index] ?? 0) + (weight * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
    })
  }
  return works
    .map(({ title }, index) => ({ title, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ title }) => title)
}
