/**
 * Names in a claim: rows of capitalised words, such as "Great Wall of China".
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { closedClasses } from "../Verify/words/ClosedClasses.ts"
import { functionWords } from "../Verify/words/StopWords.ts"
import type { Word } from "./Words.ts"
import { particles, titles } from "./words/Listed.ts"

/** Words of a name, by their indices: `from` is the first and `to` the last one. */
export interface Name {
  readonly from: number
  readonly to: number
}

/** In words. A longer row is a list or a heading. */
const [fewest, most] = [2, 4]

const isParticle = new Set(particles)
const isTitle = new Set(titles)
const isFunction = new Set(functionWords)
const nations = lazy(() => new Set(closedClasses["nation"]?.flat()))

/** "French" before a common noun tells where from, not what. */
export const isNationality = ({ listed, text }: Word): boolean =>
  nations().has(text.toLowerCase()) || listed?.names[0] === "United States"

/** Function words with a capital are no part of a name, but "El" and "La" are no English ones. "Claim:" is a label. */
const canBegin = ({ isCapital, text }: Word): boolean =>
  isCapital && !isFunction.has(text.toLowerCase()) && text.toLowerCase() !== "claim"

/** The index after the last word of the row that begins at an index. */
const endOf = (words: ReadonlyArray<Word>, start: number): number => {
  let end = start + 1
  for (let index = start + 1; index < words.length; index++) {
    const word = words[index]
    const before = words[index - 1]
    if (word === undefined || !word.isNext || before === undefined || isPossessive(before)) break
    if (canBegin(word)) end = index + 1
    else if (!isParticle.has(word.text.toLowerCase())) break
  }
  return end
}

/** Whether an ending was cut off: "Tesla's Elon Musk" has two names. */
const isPossessive = ({ end, start, text }: Word): boolean => end - start > text.length

/** Without the titles of a person, and the country before them, when a name of two words is left. */
const withoutTitles = (words: ReadonlyArray<Word>, { from, to }: Name): Name => {
  const row = words.slice(from, to + 1)
  const start = row.findIndex(({ text }) => isTitle.has(text.toLowerCase()))
  const isLeading = start === 0 || (start === 1 && row[0] !== undefined && isNationality(row[0]))
  if (!isLeading) return { from, to }
  const first = row.findIndex(({ text }, index) => index >= start && !isTitle.has(text.toLowerCase()))
  return first < 0 || row.length - first < fewest ? { from, to } : { from: from + first, to }
}

/** The names of a claim, in its order. */
export const namesIn = (words: ReadonlyArray<Word>): ReadonlyArray<Name> => {
  const found: Array<Name> = []
  let index = 0
  while (index < words.length) {
    const word = words[index]
    if (word === undefined || !canBegin(word)) {
      index++
      continue
    }
    const end = endOf(words, index)
    const capitals = words.slice(index, end).filter(canBegin).length
    if (capitals >= fewest && capitals <= most) found.push(withoutTitles(words, { from: index, to: end - 1 }))
    index = end
  }
  return found
}
