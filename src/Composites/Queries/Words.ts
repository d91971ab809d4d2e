/**
 * The words of a claim or question, with what their form and neighbours tell.
 */
import { cleanText } from "../../Text/Clean.ts"
import { visible } from "../../Text/Visible.ts"
import { isEnglish, isForeignSpelling } from "../Verify/Language.ts"
import { fold, isContent, tokenise } from "../Verify/Tokens.ts"
import { foreignFunctionWords, foreignWords } from "../Verify/words/ForeignWords.ts"
import { amounts, dates, type Listed, legalForms, listed } from "./words/Listed.ts"

export interface Word {
  /** As it is written, without a possessive ending. */
  readonly text: string
  /** In the cleaned text. */
  readonly start: number
  readonly end: number
  /** Whether the text is about it: a content word that is no number, amount or date. */
  readonly isKey: boolean
  readonly isNumber: boolean
  /** Whether it begins with a capital that tells something: not in a text all in one case. */
  readonly isCapital: boolean
  readonly isFirst: boolean
  /** Whether nothing but a blank stands between it and the word before. */
  readonly isNext: boolean
  /** What it stands for, if it has to be spelled out or has other names. */
  readonly listed: Listed | undefined
}

/** A text without markup, and its words. */
export interface Read {
  readonly text: string
  readonly words: ReadonlyArray<Word>
}

/** Signs at the end belong to a name: C++, C#. */
const pattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’.&/-][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?/gu
/** Of a web address the host tells most. */
const address = /https?:\/\/(?:www\.)?([^\s/?#]+)\S*/giu
const possessive = /['’]s$/u

const isDate = new Set(dates)
const isAmount = new Set(amounts)
const isLegalForm = new Set(legalForms)

/** "16-year-old", "1980s", "50th"; not "5G" or "2019-nCoV". */
const isMeasure = (text: string): boolean => /^\d[\d.,]*(?:s|st|nd|rd|th)?(?:-[\p{Ll}\d-]+)?$/u.test(text)

/** Letters of which upper and lower case differ. */
const cased = (text: string): string => text.replace(/[^\p{Lu}\p{Ll}]/gu, "")

/** Whether capitals tell names from other words: not in a text all in upper or lower case, nor in a Headline Like This. */
const hasTellingCapitals = (text: string, words: ReadonlyArray<string>): boolean => {
  const letters = cased(text)
  if (letters === letters.toUpperCase() || letters === letters.toLowerCase()) return false
  const keys = words.filter((word) => tokenise(word).some(isContent) && /^\p{L}/u.test(word))
  return keys.length < 4 || keys.some((word) => /^\p{Ll}/u.test(word))
}

const listedOf = (text: string): Listed | undefined => {
  const found = listed.get(text.toLowerCase())
  return found?.isUpperOnly === true && text !== text.toUpperCase() ? undefined : found
}

/** A script that the tokens leave out is all that such a text has. "Us" is a pronoun. */
const isContentWord = (text: string): boolean => {
  if (text.toLowerCase() === "us") return false
  const tokens = tokenise(text)
  return tokens.length === 0 ? /\p{L}/u.test(text) : tokens.some(({ kind }) => kind === "content")
}

/** No word is longer, in characters, in a script that has blanks between its words. */
const unbroken = /[\p{Script=Latin}\p{N}]{61}/u

const foreignFunction = new Set([...foreignWords, ...foreignFunctionWords])

/** The function words of other languages, of a text that is not English: "¿Cuál es el efecto del café?" is about coffee. */
const isForeignFunction = (text: string): ((word: string, isFirst: boolean) => boolean) => {
  const tokens = tokenise(text)
  if (isEnglish(tokens) && !isForeignSpelling(text, tokens)) return () => false
  return (word, isFirst) => (isFirst || !/^\p{Lu}/u.test(word)) && foreignFunction.has(fold(word))
}

const isLetter = (text: string): boolean => /^\p{Script=Latin}$/u.test(text)

/** Whether there is something to ask for: a word with a meaning, a number, or a name of other words ("The Who"). */
export const isTelling = ({ text, words }: Read): boolean =>
  !unbroken.test(text) &&
  words.some(
    ({ isCapital, isFirst, isKey, isNumber, text }) =>
      (isKey && !isLetter(text)) || isNumber || (isCapital && !isFirst)
  )

/** Whether a gap is a blank, or the full stop of an initial or of "St." and a blank. */
const isNext = (before: string, gap: string): boolean =>
  /^\s+$/u.test(gap) || (before.length <= 2 && /^\.\s$/u.test(gap))

/** The words of a text. */
export const readWords = (raw: string): Read => {
  const text = visible(cleanText(raw)).replace(address, " $1 ").trim()
  const found = [...text.matchAll(pattern)].map(({ 0: written, index }) => ({
    text: written.replace(possessive, ""),
    start: index,
    end: index + written.length
  }))
  const isTelling = hasTellingCapitals(
    text,
    found.map(({ text }) => text)
  )
  const isIdle = isForeignFunction(text)
  const words: Array<Word> = []
  for (const { end, start, text: word } of found) {
    const before = words.at(-1)
    const isNumber = isMeasure(word) || tokenise(word).every(({ kind }) => kind === "number")
    const isOfNumber = before?.isNumber === true && isAmount.has(word.toLowerCase())
    const isOfCompany = before?.isCapital === true && isLegalForm.has(word)
    const names = listedOf(word)
    words.push({
      text: word,
      start,
      end,
      isNumber: (isNumber && /\d/u.test(word)) || isOfNumber,
      isKey:
        names !== undefined ||
        (!isNumber &&
          !isOfNumber &&
          !isOfCompany &&
          !isDate.has(word.toLowerCase()) &&
          isContentWord(word) &&
          !isIdle(word, words.length === 0)),
      isCapital: isTelling && !isOfCompany && /^\p{Lu}/u.test(word),
      isFirst: words.length === 0,
      isNext: before !== undefined && isNext(before.text, text.slice(before.end, start)),
      listed: names
    })
  }
  return { text, words }
}
