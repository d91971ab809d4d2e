/**
 * How rare a word is: rare words find what a claim is about, common ones find everything.
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { commonWords } from "./words/CommonWords.ts"

const ranks = lazy(() => new Map(commonWords.map((word, index) => [word, index + 1])))

/** Of a word that is not among the common ones. */
const unlisted = 6
const [least, range] = [2.5, 3]

/** Words up to this rank find everything ("make", "find", "time"). */
const mostCommon = 100

const rankOf = (word: string): number | undefined => ranks().get(word.toLowerCase())

/** 2.5 for the commonest words, up to 5.5 for the listed ones, 6 for all others. */
export const rarityOfWord = (word: string): number => {
  const rank = rankOf(word)
  return rank === undefined
    ? unlisted
    : least + (range * Math.log10(1 + rank)) / Math.log10(commonWords.length)
}

/** Of several words, or of one with hyphens: that of its rarest part. */
export const rarityOf = (text: string): number =>
  Math.max(
    ...text
      .split(/[\s'’.&/-]+/u)
      .filter((part) => /\p{L}{3}/u.test(part))
      .map(rarityOfWord),
    // Nothing but short parts and digits: "F-16".
    /\p{L}{3}/u.test(text) ? 0 : unlisted
  )

/** Whether a word is among the hundred commonest. */
export const isVeryCommon = (word: string): boolean =>
  (rankOf(word) ?? Number.POSITIVE_INFINITY) <= mostCommon

/** Whether a word is among the common ones. */
export const isCommon = (word: string): boolean => rankOf(word) !== undefined
