/**
 * From text to tokens: content words, function words, negations, numbers and marks, each with its stem.
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { type Figure, joinNumbers, type Quantity, readFigure } from "./Numerals.ts"
import { stem } from "./Stem.ts"
import { aliases } from "./words/Aliases.ts"
import { negativeWords, negators } from "./words/Negations.ts"
import { numberWords } from "./words/Numbers.ts"
import { functionWords, reportingWords } from "./words/StopWords.ts"

const singleQuotes = /[\u2018-\u201b\u02bc\u2032\u00b4`]/gu
const doubleQuotes = /[\u201c-\u201f\u00ab\u00bb\u2033]/gu
const dashes = /[\u2010-\u2015\u2212]/gu
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu
/** Of a power of ten, whose figures would join the ten: "10⁷". */
const exponents = /(?<=10)(\u207b?)([\u00b2\u00b3\u00b9\u2070\u2074-\u2079]+)/gu
/** The decimal point of some journals: "94·1%". */
const raisedPoints = /(?<=\d)\u00b7(?=\d)/gu

/**
 * One spelling for what is written alike: plain quotes and dashes, without accents and case. Upper case first, so that
 * "ß" and "SS" meet; the final sigma is the one letter whose lower case depends on its place.
 */
export const fold = (text: string): string => (isAscii.test(text) ? text.toLowerCase() : foldAny(text))

/** A text without anything to fold but its case. */
const isAscii = /^[\x20-\x5f\x61-\x7e\t\n\r]*$/

const foldAny = (text: string): string =>
  text
    .toUpperCase()
    .replace(invisible, "")
    .replace(singleQuotes, "'")
    .replace(doubleQuotes, '"')
    .replace(dashes, "-")
    .replace(raisedPoints, ".")
    .replace(exponents, (_, minus: string, power: string) => `^${minus === "" ? "" : "-"}${power}`)
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/ς/gu, "σ")

/** The letters and digits of a text, in words: equal for titles that differ in case, accents or punctuation. */
export const normaliseTitle = (title: string): string =>
  fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/**
 * `content`: what the text is about; a `number` is content too. `function`: a stop word. `negation`: a negator, or a
 * word negative by its meaning. `mark`: a punctuation mark.
 */
export type TokenKind = "content" | "number" | "function" | "negation" | "mark"

export interface Token {
  readonly kind: TokenKind
  /** Folded. */
  readonly text: string
  /** What words are compared by; of a number "#" and its value. */
  readonly stem: string
  /** Of a number. */
  readonly quantity: Quantity | null
}

/**
 * A word, a mark, or money sign, digits, letters and percent sign of a number. Words may have `'`, `.`, `&` and `-`
 * within. Thousands stand apart by commas, or by blanks ("25 697", but two numbers in "on May 5 200 people" and "Windows 11
 * 100 million"), in India lakhs too ("1,50,000"). Groups without names: an object of names for each match takes a third of the
 * reading time.
 */
const pattern =
  /(\p{L}[\p{L}\p{N}]*(?:['.&-]+[\p{L}\p{N}]+)*)|([.!?;:,()"])|((?<=^|[\s(])(?<!\d%?\s)-)?([$€£¥])?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2}){1,4},\d{3}(?!\d)(?:\.\d+)?|(?<!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? )\d{1,3}(?: \d{3})+(?![\d\p{L}]| \d| (?:million|billion|trillion))(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?[x×*]\s?10\^(-?\d{1,2}))?([\p{L}\p{N}]*)(\s?%)?/gu

const stops = new Set([...functionWords, ...reportingWords])
const negator = new Set(negators)
const negative = lazy(() => new Set(negativeWords.map(stem)))

const wordToken = (text: string): Token => {
  const stemmed = stem(text)
  const isNegation = negator.has(text) || negative().has(stemmed)
  const kind = stops.has(text) ? "function" : isNegation ? "negation" : "content"
  return { kind, text, stem: stemmed, quantity: null }
}

const numberToken = (text: string, quantity: Quantity): Token => ({
  kind: "number",
  text,
  stem: `#${quantity.value}`,
  quantity
})

/** "Isn't" is "is not"; the other endings with an apostrophe say nothing. */
const splitApostrophe = (text: string): ReadonlyArray<string> =>
  text.endsWith("n't") ? [text.slice(0, -3), "not"] : text.replace(/'(?:s|re|ve|ll|d|m)$/, "").split("'")

/** Initials ("u.s", "b.1.1.7") stay together; elsewhere a blank was left out after a full stop. */
const splitDots = (text: string): ReadonlyArray<string> => {
  const parts = text.split(".")
  return parts.every(({ length }) => length <= 2) ? [text] : parts
}

/** Hyphenated words are several, unless there is a digit within. */
const splitHyphens = (text: string): ReadonlyArray<string> => (/\d/.test(text) ? [text] : text.split("-"))

/** The words of a piece of text without blanks, at each step by their usual names. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  [splitDots, splitHyphens, splitApostrophe]
    .reduce<ReadonlyArray<string>>(
      (parts, split) => parts.flatMap((part) => (aliases.has(part) ? [part] : split(part))),
      [text]
    )
    .flatMap((part) => aliases.get(part) ?? part)
    .filter((part) => part !== "")

const readWord = (text: string): ReadonlyArray<Token> =>
  wordsOf(text).map((part) => {
    const value = numberWords.get(part)
    return value === undefined ? wordToken(part) : numberToken(part, { value, unit: "" })
  })

/** The tokens of words that were read: texts repeat their words. */
const known = new Map<string, ReadonlyArray<Token>>()
/** Entries at most, and letters of one; when there are more, all are forgotten. */
const [mostKnown, longestKnown] = [20_000, 30]

const wordTokens = (text: string): ReadonlyArray<Token> => {
  if (text.length > longestKnown) return readWord(text)
  const found = known.get(text)
  if (found !== undefined) return found
  const made = readWord(text)
  if (known.size >= mostKnown) known.clear()
  known.set(text, made)
  return made
}

/** Letters on a number that are no unit make a word of it: "1st", "5g". */
const figureTokens = (figure: Figure): ReadonlyArray<Token> => {
  const text = `${figure.digits}${figure.letters}`
  const quantity = readFigure(figure)
  return quantity === undefined ? wordTokens(text) : [numberToken(text, quantity)]
}

const matchTokens = (match: RegExpMatchArray): ReadonlyArray<Token> => {
  const [, word, mark, minus, money, digits, exponent = "", letters = "", percent] = match
  if (word !== undefined) return wordTokens(word)
  if (mark !== undefined) return [{ kind: "mark", text: mark, stem: mark, quantity: null }]
  return digits === undefined
    ? []
    : figureTokens({
        digits,
        exponent,
        letters,
        money: money ?? "",
        isNegative: minus !== undefined,
        isPercent: percent !== undefined
      })
}

/** The number of a name that is spelled without its hyphen is no count. */
const openNames = /\bcovid 19\b/g
const degrees = /(?<=\d)\s?(?:°|degrees?)\s?(?:(c(?:elsius|entigrade)?)|f(?:ahrenheit)?)(?![\p{L}\p{N}])/gu
const kilometresPerHour = /(?<=\d\s?)km\/h(?![\p{L}\p{N}])/gu

const percentagePoints = /\bpercentage[ -]points?\b/g
const basisPoints = /\bbasis[ -]points?\b/g

/** Names and units in the spelling that is read as one word. */
const spellOpen = (folded: string): string =>
  folded
    .replace(percentagePoints, "pp")
    .replace(basisPoints, "bps")
    .replace(openNames, "covid")
    .replace(degrees, (_, celsius?: string) => (celsius === undefined ? " fahrenheit" : " celsius"))
    .replace(kilometresPerHour, "kmh")

/** The tokens of a text, in its order. */
export const tokenise = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  for (const match of spellOpen(fold(text)).matchAll(pattern)) {
    // One by one: a text of parts that hyphens link can have more of them than a call takes arguments.
    for (const token of matchTokens(match)) tokens.push(token)
  }
  return joinNumbers(tokens, numberToken)
}

/** Words and numbers that say what a text is about. */
export const isContent = ({ kind }: Token): boolean => kind === "content" || kind === "number"
