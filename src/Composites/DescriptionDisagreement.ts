/**
 * Whether two descriptions of the same-titled thing disagree: they exclude each other, or have few words in common. The
 * thresholds rest on a few real pairs, which the tests list.
 */
import { amountsOf, shareAmount } from "./Verify/conflicts/Amounts.ts"
import { antonymConflicts } from "./Verify/conflicts/AntonymConflict.ts"
import { classConflicts } from "./Verify/conflicts/Conflicts.ts"
import { dateConflicts } from "./Verify/conflicts/Dates.ts"
import { isSameKind, isSameQuantity, type Quantity } from "./Verify/Numerals.ts"
import { readSentence, type Sentence } from "./Verify/Sentence.ts"
import { isContent, type Token } from "./Verify/Tokens.ts"
import { measures } from "./Verify/words/Measures.ts"

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

/** Whether two numbers are one, in units that are converted: "324 metres" and "1,063 feet". */
const isConverted = (one: Quantity | null, other: Quantity | null): boolean =>
  one !== null &&
  other !== null &&
  one.unit !== other.unit &&
  isSameKind(one, other) &&
  isSameQuantity(one, other)

const isUnitOf = ({ text }: Token, number: Token | undefined): boolean =>
  number?.quantity != null && measures.get(text)?.unit === number.quantity.unit

/** A unit belongs to its number, and a number that both have in other units has one name. */
const contentOf = ({ tokens }: Sentence, other: Sentence): ReadonlySet<string> =>
  new Set(
    tokens
      .filter((token, index) => isContent(token) && !isUnitOf(token, tokens[index - 1]))
      .map(({ quantity, stem }) => {
        const same = other.tokens.find((each) => isConverted(quantity, each.quantity))
        return same === undefined || same.stem > stem ? stem : same.stem
      })
  )

const overlap = (one: Sentence, other: Sentence): Overlap => {
  const [some, others] = [contentOf(one, other), contentOf(other, one)]
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
