/**
 * The terms of a claim: the names and words that it is about, the most telling first.
 */

import { finiteVerbs } from "../Verify/words/FiniteVerbs.ts"
import { isNationality, type Name, namesIn } from "./Names.ts"
import { closedFormOf, singularOf, variantsOf } from "./Plurals.ts"
import { isVeryCommon, rarityOf } from "./Rarity.ts"
import type { Read, Word } from "./Words.ts"
import { listed, pastForms } from "./words/Listed.ts"

export interface Term {
  /** As it is searched for: a word, or the words of a phrase. */
  readonly text: string
  /** Further spellings of it: another name, the singular or plural. */
  readonly others: ReadonlyArray<string>
  readonly isName: boolean
  readonly rarity: number
  /** Whether it has a capital that does not come from its place at the beginning. */
  readonly isCapital: boolean
  /** The index of its first word. */
  readonly place: number
}

/** What a capital adds to the rarity: names tell more than words. */
const capitalBonus = 1.5

/** What a regular past form takes from it: another text tells the same in another tense. */
const pastMalus = 1

export const rankOf = ({ isCapital, rarity, text }: Term): number =>
  rarity + (isCapital ? capitalBonus : 0) - (/ed$/.test(text) ? pastMalus : 0)

/** In letters and in characters: news archives refuse "5G" and "AI", but "F-16" and "MH370" are words. */
const [fewestLetters, fewestCharacters] = [3, 4]
/** How many words further the word may stand that makes a phrase of a short one. */
const reach = 3

/** Two characters are a whole word in Chinese, Japanese and Korean. */
const isWholeName = (text: string): boolean =>
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2,}$/u.test(text)

export const isShort = (text: string): boolean =>
  !isWholeName(text) &&
  Array.from(text).length < fewestCharacters &&
  (text.match(/\p{L}/gu)?.length ?? 0) < fewestLetters

const verbs = new Set([...finiteVerbs, ...pastForms])

const listedNames = new Set(
  [...listed.values()].flatMap(({ names }) => names.map((name) => name.toLowerCase()))
)

const textOf = ({ text }: Read, from: Word, to: Word): string =>
  text.slice(from.start, to.start + to.text.length)

/** A later name in the plural, "Nobel Prizes", is asked for by its words: most texts have it in the singular. */
const isKept = (words: ReadonlyArray<Word>, { to }: Name, index: number, text: string): boolean =>
  index === 0 ||
  listedNames.has(text.toLowerCase()) ||
  singularOf(words[to]?.text.toLowerCase() ?? "") === undefined

interface Found extends Term {
  readonly to: number
}

const nameTerms = (read: Read): ReadonlyArray<Found> => {
  const names = namesIn(read.words).flatMap((name) => {
    const [first, last] = [read.words[name.from], read.words[name.to]]
    return first === undefined || last === undefined ? [] : [{ name, text: textOf(read, first, last), first }]
  })
  return names.flatMap(({ first, name, text }, index) =>
    isKept(read.words, name, index, text)
      ? [
          {
            text,
            others: [],
            isName: true,
            rarity: rarityOf(text),
            isCapital: !first.isFirst,
            place: name.from,
            to: name.to
          }
        ]
      : []
  )
}

/**
 * The word with which a short one makes a phrase: the next key word, but of "vitamin B12 helps" the one before, since
 * no text has "B12 helps".
 */
const partner = (words: ReadonlyArray<Word>, index: number): number | undefined => {
  const next = words.findIndex(({ isKey }, other) => other > index && other <= index + reach && isKey)
  const hasNoun = next === index + 1 && !verbs.has(words[next]?.text.toLowerCase() ?? "")
  const hasBefore = words[index]?.isNext === true && words[index - 1]?.isKey === true
  return hasBefore && !hasNoun ? index - 1 : next < 0 ? undefined : next
}

/** "French" in "a French court": where something is from tells little of it. */
const isAdjective = (words: ReadonlyArray<Word>, index: number): boolean => {
  const [word, next] = [words[index], words[index + 1]]
  return (
    word !== undefined &&
    next !== undefined &&
    isNationality(word) &&
    next.isNext &&
    !next.isCapital &&
    next.isKey
  )
}

const lowered = (text: string): string => (/^\p{L}+$/u.test(text) ? text.toLowerCase() : text)

const wordTerm = (read: Read, index: number, phrases: boolean): Found | undefined => {
  const word = read.words[index]
  if (word === undefined) return undefined
  const isCapital = word.isCapital && !word.isFirst && !isAdjective(read.words, index)
  const term = { isName: false, isCapital, place: index, to: index }
  if (word.listed !== undefined) {
    const [text, ...others] = word.listed.names
    // What is spelled out has no capitals of its own to tell it by, and its words are common.
    const rarity = Math.min(...text.split(" ").map(rarityOf))
    return { ...term, text, others, rarity, isCapital: false }
  }
  const other = phrases && isShort(word.text) ? partner(read.words, index) : undefined
  if (other !== undefined) {
    const [from, to] = [Math.min(index, other), Math.max(index, other)]
    const [first, last] = [read.words[from], read.words[to]]
    if (first === undefined || last === undefined) return undefined
    const text = textOf(read, first, last)
    return { ...term, text, others: [], rarity: rarityOf(text), place: from, to }
  }
  const text = lowered(word.text)
  return { ...term, text, others: variantsOf(text), rarity: rarityOf(text) }
}

const keyOf = ({ text }: Term): string => closedFormOf(text.toLowerCase())

/**
 * All terms of a claim, in its order, each once.
 *
 * @param phrases whether a word too short to be searched for makes a phrase with the next one
 */
const allTerms = (read: Read, phrases: boolean): ReadonlyArray<Term> => {
  const names = nameTerms(read)
  const covered = new Set(
    names.flatMap(({ place, to }) => Array.from({ length: to - place + 1 }, (_, index) => place + index))
  )
  const found: Array<Found> = [...names]
  const isFree = (index: number) => !covered.has(index) && read.words[index]?.isKey === true
  const isShortAt = (index: number) =>
    phrases && read.words[index]?.listed === undefined && isShort(read.words[index]?.text ?? "")
  // Short words first: they take their neighbours with them.
  const indices = read.words.map((_, index) => index).filter(isFree)
  for (const index of [...indices.filter(isShortAt), ...indices.filter((index) => !isShortAt(index))]) {
    if (covered.has(index)) continue
    const term = wordTerm(read, index, phrases)
    if (term === undefined) continue
    found.push(term)
    for (let at = term.place; at <= term.to; at++) covered.add(at)
  }
  // A word of a name is found wherever the name is.
  const ofNames = new Set(names.flatMap(({ text }) => text.toLowerCase().split(/\s+/)))
  const seen = new Set<string>()
  return found
    .toSorted((one, other) => one.place - other.place)
    .filter((term) => {
      const key = keyOf(term)
      if (seen.has(key) || (!term.isName && ofNames.has(key))) return false
      seen.add(key)
      return true
    })
}

/** The terms of a claim in its order, without the commonest words when there are others. */
export const termsOf = (read: Read, phrases: boolean): ReadonlyArray<Term> => {
  const all = allTerms(read, phrases)
  const telling = all.filter(({ isName, text }) => isName || !isVeryCommon(text))
  return telling.length > 0 ? telling : all
}

/** The most telling first, equals in their order. */
export const ranked = (terms: ReadonlyArray<Term>, by: (term: Term) => number): ReadonlyArray<Term> =>
  terms.toSorted((one, other) => by(other) - by(one) || one.place - other.place)
