/**
 * From a person's claim or question to what each source is asked. Source: decisions, composites: cleaned text for
 * academic, key terms for news and knowledge, no more than the provider takes.
 */
import { cleanText } from "../Text/Clean.ts"
import { isContent, tokenise } from "./Verify/Tokens.ts"
import { finiteVerbs } from "./Verify/words/FiniteVerbs.ts"

/** GDELT wants every word in an article: of more than these few, one is always missing. */
const mostNewsTerms = 4
/** In characters: GDELT takes shorter words within phrases alone, and a neighbour left out makes another phrase. */
const shortestNewsTerm = 3
/** Names too short to be searched for, as the phrases that they stand for. */
const spelledOut: ReadonlyMap<string, string> = new Map([
  ["AI", "artificial intelligence"],
  ["EU", "European Union"],
  ["UK", "United Kingdom"],
  ["UN", "United Nations"],
  ["US", "United States"]
])
/** Of the words together, in characters: GDELT refuses searches of about 250, and some words gain quotation marks. */
const longestNewsQuery = 180
/** A name has no more words; a sentence has. */
const longestName = 5
/** In characters. Source: contract, bounds of the knowledge query. */
const longestKnowledgeQuery = 200

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether it says what the text is about. */
  readonly isKey: boolean
  /** Whether it looks like a name or number. */
  readonly isName: boolean
}

/** Signs at the end belong to a name: C++, C#. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’.&/-][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?/gu
const verbs = new Set(finiteVerbs)

/** A script that the tokens leave out is all that such a text has. */
const isKey = (text: string): boolean => {
  const tokens = tokenise(text)
  return tokens.length === 0 || tokens.some(isContent)
}

const wordsOf = (text: string): ReadonlyArray<Word> =>
  [...text.matchAll(word)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
    isKey: isKey(found),
    isName: /^[\p{Lu}\p{N}]/u.test(found)
  }))

/** The text itself, without markup. */
export const academicQuery = (text: string): string => cleanText(text)

const lengthOf = (words: ReadonlyArray<Word>): number =>
  words.reduce((sum, { text }) => sum + text.length + 1, 0)

const distinct = (words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.filter(
    ({ text }, index) => words.findIndex((other) => other.text.toLowerCase() === text.toLowerCase()) === index
  )

/** Names and numbers first, the rest as they come; the chosen ones in the text's order. */
const keyTerms = (
  words: ReadonlyArray<Word>,
  most: number,
  longest: number,
  shortest = 1
): ReadonlyArray<Word> => {
  const keys = distinct(
    words.filter(({ isKey, text }) => isKey && text.length >= shortest && text.length <= longest)
  )
  const isChosenFirst = (key: Word) => key.isName && key.start > 0
  const ranked = [...keys.filter(isChosenFirst), ...keys.filter((key) => !isChosenFirst(key))]
  const chosen = ranked.slice(0, most).filter((_, index, all) => lengthOf(all.slice(0, index + 1)) <= longest)
  return keys.filter((key) => chosen.includes(key))
}

const join = (words: ReadonlyArray<Word>): string => words.map(({ text }) => text).join(" ")

/** The first characters of a text. */
const cut = (text: string, longest: number): string => Array.from(text).slice(0, longest).join("").trim()

/** The words that tell most of what a text is about; the beginning of the cleaned text when it has none. */
export const newsQuery = (text: string): string => {
  const clean = cleanText(text)
  const words = wordsOf(clean).map((word) => {
    const phrase = spelledOut.get(word.text)
    return phrase === undefined ? word : { ...word, text: `"${phrase}"` }
  })
  const terms = keyTerms(words, mostNewsTerms, longestNewsQuery, shortestNewsTerm)
  return terms.length > 0 ? join(terms) : cut(clean, longestNewsQuery)
}

/** Without the words at both ends that say nothing. */
const trim = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const first = words.findIndex(({ isKey }) => isKey)
  return first < 0 ? [] : words.slice(first, words.findLastIndex(({ isKey }) => isKey) + 1)
}

/** What a sentence is about: the words before its verb, of a question those after it. */
const topic = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const verb = words.findIndex(({ text }) => verbs.has(text.toLowerCase()))
  if (verb < 0) return trim(words)
  const before = trim(words.slice(0, verb))
  return before.length > 0 ? before : trim(words.slice(verb + 1))
}

/**
 * The first row of words with capitals, those at the beginning of the text last of all. A number can follow a name, and
 * is none by itself.
 */
const name = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const from = (start: number): ReadonlyArray<Word> => {
    const first = words.findIndex(
      ({ isKey, isName, text }, index) => index >= start && isKey && isName && /^\p{Lu}/u.test(text)
    )
    if (first < 0) return []
    const rest = words.slice(first)
    const end = rest.findIndex(({ isName }) => !isName)
    return end < 0 ? rest : rest.slice(0, end)
  }
  const later = from(1)
  return later.length > 0 ? later : from(0)
}

const isShort = (words: ReadonlyArray<Word>): boolean => words.length > 0 && words.length <= longestName

/** The name of what a text is about, as far as its form tells; its first key terms, or the text, when it does not. */
export const knowledgeQuery = (text: string): string => {
  const clean = cleanText(text)
  // Of nothing but markup, the markup is asked for: the provider takes no empty query.
  if (clean === "") return cut(text, longestKnowledgeQuery)
  const words = wordsOf(clean)
  const found = [topic(words), name(words)].find(isShort)
  const [first, last] = [found?.[0], found?.at(-1)]
  if (first !== undefined && last !== undefined)
    return cut(clean.slice(first.start, last.end), longestKnowledgeQuery)
  const terms = keyTerms(words, 2, longestKnowledgeQuery)
  return cut(terms.length > 0 ? join(terms) : clean, longestKnowledgeQuery)
}
