/**
 * Turns a person's words into a search of the news archive, GDELT's DOC 2.0. The search requires all words and has
 * phrases in quotes and `(a OR b)`.
 *
 * GDELT refuses a whole search, in a text with status 200, for a single unacceptable word. By measurements of its
 * users in 2026 it refuses a bare word of fewer than 3 characters, a bare word with a hyphen, an apostrophe, a dot or
 * an ampersand, a quoted phrase of fewer than 5 characters, parentheses without alternatives, and more than about 250
 * characters in all. Callers cannot use its operators: they are removed, and where the words that they leave would be
 * another question ("to and fro" is not "fro"), all the words are asked for as one phrase.
 */
import * as Array from "effect/Array"
import * as Option from "effect/Option"
import { visible } from "./Visible.ts"

/** In characters. */
const shortestWord = 3
const shortestPhrase = 5
/** GDELT's own example of a word in quotes is "f-16". */
const shortestCompound = 4

/** A word in Chinese, Japanese or Korean: two characters are a whole name there. */
const shortName = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2,}$/u

/** Letters, digits, marks and joiners of any script, in parts linked by `-`, `'`, `.`, `&`, `/` or `_`. */
const word = /[\p{L}\p{N}\p{M}\u200c\u200d]+(?:[-'.&/_][\p{L}\p{N}\p{M}\u200c\u200d]+)*/gu

/** English words that are meaningful only within a phrase. GDELT refuses some of them as too common. */
const fillers = new Set(
  "a an and are as at be by for from in is it not of on or that the this to was were with".split(" ")
)

/** How many fillers make a phrase of a text that has one other word: "be that as it may" is not about May. */
const manyFillers = 3

const filters =
  /(?<![\p{L}\p{N}])(?:domain(?:is)?|source(?:country|lang)|theme|tone(?:abs)?|image\w+)[:<>=]+(?:"[^"]*"|\S+)/giu
/** Words near each other need not stand next to each other, as those of a phrase do. */
const proximity = /(?<![\p{L}\p{N}])(?:near|repeat)\d+:(?:"([^"]*)")?/giu
const exclusions = /(?<![\p{L}\p{N}\p{M}'.&/_-])-(?=["\p{L}])(?:"[^"]*"|[^\s"]+)/gu

/** A word, or a phrase that the caller put in quotes. */
interface Token {
  readonly text: string
  /**
   * `whole`: a term by itself. `short`: too short for that. `filler`: useless by itself. `joining`: a filler between two
   * things. `quoted`: a phrase.
   */
  readonly kind: "whole" | "short" | "filler" | "joining" | "quoted"
}

const length = (text: string): number => [...text].length

const isCompound = (text: string): boolean => /[-'.&/_]/.test(text)

/** "IT" and "US" are names, "it" and "to" are not. */
const isFiller = (text: string): boolean =>
  fillers.has(text.toLowerCase()) && (length(text) !== 2 || text !== text.toUpperCase())

const isOperator = (text: string): boolean => text === "AND" || text === "OR"

const wordToken = (text: string): Token => {
  if (isOperator(text) || text === "and" || text === "or")
    return { text: text.toLowerCase(), kind: "joining" }
  if (isFiller(text)) return { text, kind: "filler" }
  if (shortName.test(text)) return { text, kind: "whole" }
  const least = isCompound(text) ? shortestCompound : shortestWord
  return { text, kind: length(text) < least ? "short" : "whole" }
}

const words = (text: string): ReadonlyArray<string> => text.match(word) ?? []

/** A quoted phrase of one word counts as a word. */
const phraseTokens = (quoted: string): ReadonlyArray<Token> => {
  const parts = words(quoted)
  return parts.length > 1 ? [{ text: parts.join(" "), kind: "quoted" }] : parts.map(wordToken)
}

const plain = (text: string): string =>
  visible(text)
    .normalize("NFKC")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2033\u201e]/g, '"')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010\u2011]/g, "-")

/** The words between two phrases; an operator at an end joins nothing. */
const looseTokens = (part: string): ReadonlyArray<Token> => {
  const found = words(part)
  const first = found.findIndex((text) => !isOperator(text))
  return first < 0
    ? []
    : found.slice(first, found.findLastIndex((text) => !isOperator(text)) + 1).map(wordToken)
}

const tokens = (text: string): ReadonlyArray<Token> =>
  plain(text)
    .replace(filters, " ")
    .replace(proximity, " $1 ")
    .replace(exclusions, " ")
    .split(/"([^"]*)"/)
    .flatMap((part, index) => (index % 2 === 1 ? phraseTokens(part) : looseTokens(part)))

/** Makes a term of adjacent words, in quotes unless a bare word will do. None if they are too short. */
const term = (texts: ReadonlyArray<string>): Option.Option<string> => {
  const text = texts.join(" ")
  if (texts.length === 1 && !isCompound(text)) {
    return length(text) < shortestWord && !shortName.test(text) ? Option.none() : Option.some(text)
  }
  const least = texts.length === 1 ? shortestCompound : shortestPhrase
  return length(text) < least ? Option.none() : Option.some(`"${text}"`)
}

/** The first and last index of the tokens of one term. */
type Stretch = readonly [first: number, last: number]

/**
 * The terms of a row of tokens. A short word makes a phrase with the next whole word, or with the one before when it
 * is the last. Without that, "AI rules" would search for "rules" and find other news.
 */
const stretches = (row: ReadonlyArray<Token>): ReadonlyArray<Stretch> => {
  const found: Array<Stretch> = []
  let pending: number | undefined
  row.forEach(({ kind }, index) => {
    if (kind === "whole") {
      found.push([pending ?? index, index])
      pending = undefined
    } else if (kind === "short") pending ??= index
  })
  if (pending === undefined) return found
  const last = row.findLastIndex(({ kind }) => kind === "short")
  const before = found.pop()
  return [...found, [before === undefined ? pending : before[0], last]]
}

const isContent = ({ kind }: Token): boolean => kind === "whole" || kind === "short"

/** Whether a side of an "and" or "or" has words, and only words that would be left out. */
const losesSide = (row: ReadonlyArray<Token>): boolean => {
  const sides: Array<Array<Token>> = [[]]
  for (const token of row) {
    if (token.kind === "joining") sides.push([])
    else sides.at(-1)?.push(token)
  }
  return sides.length > 1 && sides.some((side) => side.length > 0 && !side.some(isContent))
}

/** Whether the words of a row without its fillers are another question. */
const isPhrase = (row: ReadonlyArray<Token>): boolean => {
  const content = row.filter(isContent)
  if (content.length === 0) return false
  const deniesLoudly = row.some(({ text }) => text === "NOT") && row.some(({ text }) => /\p{Ll}/u.test(text))
  return losesSide(row) || deniesLoudly || (content.length === 1 && row.length - 1 >= manyFillers)
}

/** Splits tokens into quoted phrases and the rows between them. */
const rows = (all: ReadonlyArray<Token>): ReadonlyArray<Array.NonEmptyReadonlyArray<Token>> =>
  Array.isNonEmptyReadonlyArray(all)
    ? Array.groupWith(all, (one, other) => one.kind !== "quoted" && other.kind !== "quoted")
    : []

const texts = (some: ReadonlyArray<Token>): ReadonlyArray<string> => some.map(({ text }) => text)

const distinct = (some: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.dedupeWith(some, (one, other) => one.toLowerCase() === other.toLowerCase())

/** The whole text as one phrase. */
const asPhrase = (text: string): Option.Option<string> => term(words(texts(tokens(text)).join(" ")))

/** The terms of a text, each once. A text of only fillers and short words becomes one phrase. */
const terms = (text: string): ReadonlyArray<string> => {
  const found = rows(tokens(text)).flatMap((row) => {
    if (row[0].kind === "quoted") return Option.toArray(term(words(row[0].text)))
    if (isPhrase(row)) return Option.toArray(term(texts(row)))
    return Array.filterMap(stretches(row), ([first, last]) => term(texts(row.slice(first, last + 1))))
  })
  return found.length > 0 ? distinct(found) : Option.toArray(asPhrase(text))
}

/** A text as one term, since an alternative cannot have several. */
const alternative = (text: string): Option.Option<string> => {
  const found = terms(text)
  return found.length > 1 ? asPhrase(text) : Array.head(found)
}

/**
 * What is searched for: a person's text, of which an article has every word, or terms, each a word or a phrase, of which
 * an article has all of `all` and at least one of `any`.
 */
export type NewsSearch =
  | { readonly query: string }
  | {
      readonly all: ReadonlyArray<string>
      readonly any: ReadonlyArray<string>
      /** Articles in this language alone; in every language when it is left out. */
      readonly language?: "english"
    }

/** In characters: GDELT refuses longer searches. */
const longest = 250

/** The search of some terms; the last alternatives are left out when it would be too long. */
const termSearch = (
  required: ReadonlyArray<string>,
  alternatives: ReadonlyArray<string>,
  filter: string
): string => {
  const group = alternatives.length > 1 ? [`(${alternatives.join(" OR ")})`] : alternatives
  const search = [...required, ...group, filter].filter((part) => part !== "").join(" ")
  return search.length > longest && alternatives.length > 0
    ? termSearch(required, alternatives.slice(0, -1), filter)
    : search
}

/** A term that cannot be searched for is left out. When none of `all` is left, the first of `any` takes its place. */
const fromTerms = ({
  all,
  any,
  language
}: Extract<NewsSearch, { readonly all: unknown }>): Option.Option<string> => {
  const required = distinct(Array.filterMap(all, alternative))
  const alternatives = distinct(Array.filterMap(any, alternative)).filter(
    (one) => !required.some((other) => other.toLowerCase() === one.toLowerCase())
  )
  const isLead = required.length === 0 && all.length > 0
  const lead = isLead ? alternatives.slice(0, 1) : required
  const rest = isLead ? alternatives.slice(1) : alternatives
  if (lead.length === 0 && rest.length === 0) return Option.none()
  const search = termSearch(lead, rest, language === undefined ? "" : `sourcelang:${language}`)
  return search.length > longest ? Option.none() : Option.some(search)
}

/** A search in GDELT's notation. None when nothing is left to search for. */
export const newsQuery = (search: NewsSearch): Option.Option<string> => {
  if ("all" in search) return fromTerms(search)
  const found = terms(search.query)
  return found.length === 0 ? Option.none() : Option.some(found.join(" "))
}
