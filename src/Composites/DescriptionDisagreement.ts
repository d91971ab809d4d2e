/**
 * Whether two descriptions of the same-titled thing disagree: they exclude each other, or have few words in common. The
 * thresholds rest on a few real pairs, which the tests list.
 */
import { amountsOf, shareAmount } from "./Verify/conflicts/Amounts.ts"
import { antonymConflicts } from "./Verify/conflicts/AntonymConflict.ts"
import { classConflicts } from "./Verify/conflicts/Conflicts.ts"
import { dateConflicts } from "./Verify/conflicts/Dates.ts"
import { readSentence, type Sentence } from "./Verify/Sentence.ts"
import { isContent } from "./Verify/Tokens.ts"

/** Less in common than this share of all words, and of the shorter description's, is another description. */
const commonOfAll = 0.5
const commonOfShorter = 0.6

/** Beyond this, in words, the beginnings are compared as well: an excerpt may be cut. */
const beginning = 60

export interface Overlap {
  /** Common words by all words, the Jaccard index. */
  readonly ofAll: number
  /** Common words by the words of the shorter description. */
  readonly ofShorter: number
}

const contentOf = ({ tokens }: Sentence): ReadonlySet<string> =>
  new Set(tokens.filter(isContent).map(({ stem }) => stem))

const overlap = (one: Sentence, other: Sentence): Overlap => {
  const [some, others] = [contentOf(one), contentOf(other)]
  const common = [...some].filter((stem) => others.has(stem)).length
  const share = (of: number) => (of === 0 ? 0 : common / of)
  return {
    ofAll: share(some.size + others.size - common),
    ofShorter: share(Math.min(some.size, others.size))
  }
}

/** How much two descriptions have in common, by their content words. */
export const overlapOf = (one: string, other: string): Overlap =>
  overlap(readSentence(one), readSentence(other))

const haveOtherNumbers = (one: Sentence, other: Sentence): boolean => {
  const [some, others] = [amountsOf(one), amountsOf(other)]
  return some.length > 0 && others.length > 0 && !shareAmount(some, others)
}

/** What excludes that both describe the same thing rightly. */
const isHardConflict = (one: Sentence, other: Sentence): boolean =>
  haveOtherNumbers(one, other) ||
  classConflicts(one, other, [other]).length > 0 ||
  antonymConflicts(one, other).length > 0

/** Abstracts have dates of many things, such as when the literature was searched. */
const haveOtherDates = (one: string, other: string): boolean => {
  const [some, others] = [readSentence(one), readSentence(other)]
  return dateConflicts(some, others, [others]).length > 0
}

const isDisagreement = (one: string, other: string): boolean => {
  const [some, others] = [readSentence(one), readSentence(other)]
  if (isHardConflict(some, others)) return true
  const { ofAll, ofShorter } = overlap(some, others)
  return ofAll < commonOfAll && ofShorter < commonOfShorter
}

/** Of clean texts that are not the same. */
export const disagree = (one: string, other: string): boolean => {
  const [some, others] = [one.split(/\s+/u), other.split(/\s+/u)]
  const start = (words: ReadonlyArray<string>) => words.slice(0, beginning).join(" ")
  const isLong = Math.min(some.length, others.length) > beginning
  if (!isLong && haveOtherDates(one, other)) return true
  return isDisagreement(one, other) && (!isLong || isDisagreement(start(some), start(others)))
}
