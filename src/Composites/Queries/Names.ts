/**
 * Names in a claim: rows of capitalised words, such as "Great Wall of China".
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { closedClasses } from "../Verify/words/ClosedClasses.ts"
import { functionWords } from "../Verify/words/StopWords.ts"
import { singularOf } from "./Plurals.ts"
import { isCommon } from "./Rarity.ts"
import type { Word } from "./Words.ts"
import { beforeOffices, modals, occupations, offices, particles, titles } from "./words/Listed.ts"

/** Words of a name, by their indices: `from` is the first and `to` the last one. */
export interface Name {
  readonly from: number
  readonly to: number
}

/** In words. A longer row is a list or a heading. */
const [fewest, most] = [2, 4]

const isParticle = new Set(particles)
const isOffice = new Set(offices)
const isTitle = new Set([...offices, ...titles])
const isBeforeOffice = new Set(beforeOffices)
const isModal = new Set(modals)
const isOccupation = new Set(occupations)
const isFunction = new Set(functionWords)
const nations = lazy(() => new Set(closedClasses["nation"]?.flat()))

const lowered = ({ text }: Word): string => text.toLowerCase()

/** "French" before a common noun tells where from, not what. */
export const isNationality = (word: Word): boolean =>
  nations().has(lowered(word)) || word.listed?.names[0] === "United States"

/** "Canadian-Israeli" tells the same of a person. */
const isTwoNations = (word: Word): boolean => {
  const parts = lowered(word).split("-")
  return parts.length > 1 && parts.every((part) => nations().has(part))
}

/** Function words with a capital are no part of a name, but "El" and "La" are no English ones. "Claim:" is a label. */
const isPart = (word: Word): boolean =>
  word.isCapital && !isFunction.has(lowered(word)) && lowered(word) !== "claim" && !isTwoNations(word)

/** "Cases of COVID-19", "Smoking of cannabis": no name begins so. */
const isManyOrAction = (word: Word): boolean =>
  singularOf(lowered(word)) !== undefined || /ing$/.test(lowered(word))

/**
 * Every text begins with a capital. It is that of a name before another capital or "of" ("Marie Curie", "Bank of
 * England"), but not that of an occupation ("Artist Banksy").
 */
const canBegin = (words: ReadonlyArray<Word>, index: number): boolean => {
  const [word, next] = [words[index], words[index + 1]]
  if (word === undefined || !isPart(word)) return false
  if (!word.isFirst) return true
  const isBeforeOf = next !== undefined && isParticle.has(next.text)
  return !isOccupation.has(lowered(word)) && !(isBeforeOf && isManyOrAction(word))
}

/** Whether an ending was cut off: "Tesla's Elon Musk" has two names. */
const isPossessive = ({ end, start, text }: Word): boolean => end - start > text.length

/** Not of "in Paris May 5". */
const isSurname = (words: ReadonlyArray<Word>, index: number): boolean => {
  const [before, word, next] = [words[index - 1], words[index], words[index + 1]]
  return (
    word?.isCapital === true &&
    isModal.has(lowered(word)) &&
    before !== undefined &&
    isPart(before) &&
    next?.isNumber !== true
  )
}

/** A full name is whole before "of": "Jane Smithson of Kent", but "Great Wall of China". */
const isWhole = (words: ReadonlyArray<Word>, start: number, end: number): boolean => {
  const [before, last] = [words[end - 2], words[end - 1]]
  return (
    end - start >= fewest &&
    before !== undefined &&
    last !== undefined &&
    isPart(before) &&
    isPart(last) &&
    !isCommon(last.text)
  )
}

/** The index after the last word of the row that begins at an index. */
const endOf = (words: ReadonlyArray<Word>, start: number): number => {
  let end = start + 1
  for (let index = start + 1; index < words.length; index++) {
    const word = words[index]
    const before = words[index - 1]
    if (word === undefined || !word.isNext || before === undefined || isPossessive(before)) break
    if (isPart(word) || isSurname(words, index)) end = index + 1
    else if (!isParticle.has(lowered(word)) || (word.text === "of" && isWhole(words, start, index))) break
  }
  return end
}

/** Behind "of State", when a name is left: "Secretary of State John Kerry". */
const withoutOf = (row: ReadonlyArray<Word>): number => {
  const [first] = row
  if (first?.text !== "of") return 0
  const place = row.findIndex(isPart)
  return row.length - place - 1 >= fewest ? place + 1 : row.length
}

/** Without the titles of a person, and the country before them, when a name of two words is left. */
const withoutTitles = (words: ReadonlyArray<Word>, { from, to }: Name): Name => {
  const row = words.slice(from, to + 1)
  const start = row.findIndex((word) => isTitle.has(lowered(word)))
  const isLeading = start >= 0 && row.slice(0, start).every(isNationality)
  if (!isLeading) return { from, to }
  const behind = row.findIndex((word, index) => index >= start && !isTitle.has(lowered(word)))
  if (behind < 0) return { from, to }
  const first = behind + withoutOf(row.slice(behind))
  return row.length - first < fewest ? { from, to } : { from: from + first, to }
}

/** A person's office stands between two names: "Apple CEO Tim Cook", "Home Secretary Jane Smithson". */
const split = (words: ReadonlyArray<Word>, { from, to }: Name): ReadonlyArray<Name> => {
  const office = words.findIndex((word, index) => index > from && index < to && isOffice.has(lowered(word)))
  if (office < 0) return [{ from, to }]
  const start = words.findLastIndex(
    (word, index) => index < office && (index < from || !isBeforeOffice.has(lowered(word)))
  )
  return [
    { from, to: start },
    { from: Math.max(from, start + 1), to }
  ]
}

/** "Former British" is of a person's office. */
const isOfOffice = (word: Word): boolean => isBeforeOffice.has(lowered(word)) || isNationality(word)

const isName = (words: ReadonlyArray<Word>, { from, to }: Name): boolean => {
  const row = words.slice(from, to + 1)
  const capitals = row.filter(({ isCapital }) => isCapital).length
  return capitals >= fewest && capitals <= most && !row.every(isOfOffice)
}

/** The names of a claim, in its order. */
export const namesIn = (words: ReadonlyArray<Word>): ReadonlyArray<Name> => {
  const found: Array<Name> = []
  let index = 0
  while (index < words.length) {
    if (!canBegin(words, index)) {
      index++
      continue
    }
    const end = endOf(words, index)
    found.push(...split(words, { from: index, to: end - 1 }).map((name) => withoutTitles(words, name)))
    index = end
  }
  return found.filter((name) => isName(words, name))
}
