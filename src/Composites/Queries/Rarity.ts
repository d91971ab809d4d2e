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

/** In letters: "red" is no past form of "r". */
const shortestBase = 3

/** Regular endings, and what the plain form has in their place. */
const endings: ReadonlyArray<readonly [ending: RegExp, plain: string]> = [
  [/(?:s|ed|ing)$/, ""],
  [/(?:es|ed|ing)$/, "e"],
  [/es$/, ""],
  [/i(?:es|ed)$/, "y"],
  [/([bdgklmnprtz])\1(?:ed|ing)$/, "$1"]
]

/** The words that a word may be a regular form of, and the word itself. */
const plainForms = (word: string): ReadonlyArray<string> => [
  word,
  ...endings
    .filter(([ending]) => ending.test(word))
    .map(([ending, plain]) => word.replace(ending, plain))
    .filter(({ length }) => length >= shortestBase)
]

/**
 * 2.5 for the commonest words, up to 5.5 for the listed ones, 6 for all others. A form is as common as its word: the
 * next text has it in another number or tense.
 */
export const rarityOfWord = (word: string): number => {
  const found = plainForms(word.toLowerCase()).flatMap((form) => rankOf(form) ?? [])
  return found.length === 0
    ? unlisted
    : least + (range * Math.log10(1 + Math.min(...found))) / Math.log10(commonWords.length)
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
