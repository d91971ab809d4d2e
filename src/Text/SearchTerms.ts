/**
 * Removes the characters of a person's query that a search engine reads as operators.
 *
 * The rules are those of OpenAlex, by its public source. It refuses `?` and `*`, `!` and `|`. It reads quotes, `~`,
 * upper-case AND, OR and NOT, and `+` and `-` before a word as operators of Lucene. It answers 500 to an unpaired
 * quote or bracket and 400 to more than 3 quoted phrases of more than 80 characters, and finds everything for an
 * empty search. People do not mean operators: "What is CRISPR?" is a question (ropensci/openalexR #180).
 */

import { visible } from "./Visible.ts"

const operators = /[?*!|~()[\]{}^\\]|&&+/g
/** Single quotation marks. Inside a word the character is an apostrophe. */
const singleQuotes = /(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu
const signs = /(?<=^|[\s"])[+-]+/g
const junctions = /(?<=^|[\s"])(?:AND|OR|NOT)(?=$|[\s"])/g

const isPhraseless = (text: string): boolean => {
  const parts = text.split('"')
  const phrases = parts.filter((_, index) => index % 2 === 1)
  return (
    parts.length % 2 === 0 ||
    phrases.some((phrase) => !/[\p{L}\p{N}]/u.test(phrase)) ||
    phrases.filter((phrase) => phrase.length > 80).length > 3
  )
}

/** The query without operators. Well-formed quoted phrases stay. */
export const searchTerms = (query: string): string => {
  const words = visible(query).replace(operators, " ").replace(singleQuotes, " ").replace(signs, "")
  return (isPhraseless(words) ? words.replaceAll('"', " ") : words)
    .replace(junctions, (word) => word.toLowerCase())
    .replace(/\s+/g, " ")
    .trim()
}

/** Whether anything is left to search for. OpenAlex drops "and" and "not" from the end. */
export const isSearchable = (query: string): boolean =>
  /[\p{L}\p{N}]/u.test(searchTerms(query).replace(/(?:(?:^|[\s"])(?:and|not)(?=$|[\s"])[\s"]*)+$/i, ""))
