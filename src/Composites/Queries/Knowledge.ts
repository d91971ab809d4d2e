/**
 * What a knowledge base is asked for a claim: the name of what the claim is about.
 */
import { finiteVerbs } from "../Verify/words/FiniteVerbs.ts"
import { isNationality, namesIn } from "./Names.ts"
import { ranked, rankOf, termsOf } from "./Terms.ts"
import { isTelling, type Read, readWords, type Word } from "./Words.ts"
import { pastForms } from "./words/Listed.ts"

/** A name has no more words. */
const longestName = 5
/** Texts of no more words, without a verb, are names. */
const shortText = 3
/** In characters: names are shorter, and the provider takes 250. */
const longest = 100

const verbs = new Set([...finiteVerbs, ...pastForms])
const isVerb = ({ text }: Word): boolean => verbs.has(text.toLowerCase())
/** "Cause" may be a noun, so the words before it are no subject; but a text with it may be a sentence. */
const isMaybeVerb = ({ text }: Word): boolean => verbs.has(`${text.toLowerCase()}s`)
/** "What is machine learning?" */
const definition = /^(?:what|who)\s+(?:is|are|was|were)\s/iu

/** Without the words at both ends that say nothing, and without a nationality before a common noun. */
const trim = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const first = words.findIndex(({ isKey }) => isKey)
  if (first < 0) return []
  const row = words.slice(first, words.findLastIndex(({ isKey }) => isKey) + 1)
  const [one, next] = row
  const isAdjective = one !== undefined && isNationality(one) && next !== undefined && !next.isCapital
  return isAdjective ? trim(row.slice(1)) : row
}

/** Not the apostrophe within a word. */
const quotes = /["“”„«»]|(?<![\p{L}\p{N}])['‘’]|['‘’](?![\p{L}\p{N}])/gu

const spelled = ({ text }: Read, row: ReadonlyArray<Word>): string => {
  const [first, last] = [row[0], row.at(-1)]
  if (first === undefined || last === undefined) return ""
  return row.length === 1 && first.listed !== undefined
    ? first.listed.names[0]
    : text
        .slice(first.start, last.start + last.text.length)
        .replace(quotes, " ")
        .replace(/\s+/g, " ")
}

/**
 * Whether the number behind a name belongs to it ("World War 2 ended"): not an amount ("5 million"), nor how many there are
 * of something ("in New York 20 people", "Elon Musk's 2 companies").
 */
const isNumbered = ({ words }: Read, to: number): boolean => {
  const [last, number, next] = [words[to], words[to + 1], words[to + 2]]
  if (last === undefined || last.end - last.start > last.text.length) return false
  if (number?.isNext !== true || !/^\d{1,4}$/.test(number.text)) return false
  if (next?.isNext !== true) return true
  return !next.isNumber && (next.isCapital || !next.isKey || isVerb(next) || /ed$/.test(next.text))
}

/** The first name of several words. */
const nameOf = (read: Read): string => {
  const [name] = namesIn(read.words)
  if (name === undefined) return ""
  const end = name.to + (isNumbered(read, name.to) ? 2 : 1)
  return spelled(read, read.words.slice(name.from, end))
}

/** The words before the first verb; of a question that names its subject behind the verb, the words after it. */
const subjectOf = (read: Read): string => {
  const { words } = read
  const verb = words.findIndex(isVerb)
  // Without the signs around it: no name begins with one.
  if (verb < 0) return words.length <= shortText && !words.some(isMaybeVerb) ? spelled(read, words) : ""
  const before = trim(words.slice(0, verb))
  if (before.length > 0) return before.length <= longestName ? spelled(read, before) : ""
  const after = trim(words.slice(verb + 1))
  const isAsked = definition.test(read.text) && !after.some(isVerb)
  return isAsked && after.length <= shortText ? spelled(read, after) : ""
}

const highestNoun = (read: Read): string => {
  const terms = termsOf(read, true).filter(({ text }) => !verbs.has(text) && !/ed$/.test(text))
  const [found] = ranked(terms, rankOf)
  if (found === undefined) return ""
  const word = read.words[found.place]
  return found.text.includes(" ") || word === undefined ? found.text : (word.listed?.names[0] ?? word.text)
}

/** The name that a claim or question is about; "" when it has none. */
export const knowledgeName = (raw: string): string => {
  const read = readWords(raw)
  const found = [nameOf(read), subjectOf(read), highestNoun(read)].find((text) => text !== "")
  return isTelling(read) && found !== undefined && found.length <= longest ? found.trim() : ""
}
