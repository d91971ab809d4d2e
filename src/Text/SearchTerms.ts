/**
 * What is left of a person's query for a search engine that takes some characters for operators.
 *
 * The rules are those of OpenAlex, by its public source: it refuses `?` and `*`, `!` and `|`; takes quotes, `~` and
 * upper-case AND, OR and NOT for operators of Lucene, `+` and `-` before a word too; answers 500 to a quote or bracket
 * without its partner, 400 to more than 3 quoted phrases of more than 80 characters, and everything to an empty
 * search. People mean none of it: "What is CRISPR?" is a question (ropensci/openalexR #180).
 */

const operators = /[?*!|~()[\]{}^\\]|&&+/g
/** Quotation marks; what stands inside a word is an apostrophe. */
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

/** The query without operators, its whole quoted phrases kept. */
export const searchTerms = (query: string): string => {
  const words = query.replace(operators, " ").replace(singleQuotes, " ").replace(signs, "")
  return (isPhraseless(words) ? words.replaceAll('"', " ") : words)
    .replace(junctions, (word) => word.toLowerCase())
    .replace(/\s+/g, " ")
    .trim()
}

/** Whether anything is left to search for. OpenAlex drops "and" and "not" from the end. */
export const isSearchable = (query: string): boolean =>
  /[\p{L}\p{N}]/u.test(searchTerms(query).replace(/(?:(?:^|[\s"])(?:and|not)(?=$|[\s"])[\s"]*)+$/i, ""))
