/**
 * From a person's words to a search of the news archive, GDELT's DOC 2.0: words that all have to occur, phrases in
 * quotes, `(a OR b)`.
 *
 * GDELT refuses a whole search, in a text with status 200, for one word that it does not take. What its users
 * measured in 2026: a bare word of fewer than 3 characters, in any script; a bare word with a hyphen, an apostrophe,
 * a dot or an ampersand in it; a quoted phrase of fewer than 5 characters; parentheses around anything but
 * alternatives; more than about 250 characters in all. Its operators are not for callers: they are left out.
 */
import { Array, Option } from "effect"

/** In characters. */
const shortestWord = 3
const shortestPhrase = 5
/** GDELT's own example of a word to be quoted is "f-16". */
const shortestCompound = 4

/** Letters, digits and marks of any script with the joiners some need; parts linked by `-`, `'`, `.`, `&`, `/`, `_`. */
const word = /[\p{L}\p{N}\p{M}\u200c\u200d]+(?:[-'.&/_][\p{L}\p{N}\p{M}\u200c\u200d]+)*/gu

/** English words that tell one text from another only within a phrase; GDELT calls some of them too common. */
const fillers = new Set(
  "a an and are as at be by for from in is it of on or that the this to was were with".split(" ")
)

const filters =
  /(?<![\p{L}\p{N}])(?:domain(?:is)?|source(?:country|lang)|theme|tone(?:abs)?|image\w+)[:<>=]+(?:"[^"]*"|\S+)/giu
const proximity = /(?<![\p{L}\p{N}])(?:near|repeat)\d+:/giu
const exclusions = /(?<![\p{L}\p{N}\p{M}'.&/_-])-(?=["\p{L}])(?:"[^"]*"|[^\s"]+)/gu
const connectives = /(?<![\p{L}\p{N}'.&/_-])(?:OR|AND)(?![\p{L}\p{N}'.&/_-])/gu

/** A word, or a phrase that somebody put in quotes. */
interface Token {
  readonly text: string
  /** `whole`: can be searched for alone. `short`: cannot. `filler`: has no use alone. `quoted`: a phrase. */
  readonly kind: "whole" | "short" | "filler" | "quoted"
}

const length = (text: string): number => [...text].length

const isCompound = (text: string): boolean => /[-'.&/_]/.test(text)

/** "IT" and "US" are names, "it" and "to" are not. */
const isFiller = (text: string): boolean =>
  fillers.has(text.toLowerCase()) && (length(text) !== 2 || text !== text.toUpperCase())

const wordToken = (text: string): Token => {
  if (isFiller(text)) return { text, kind: "filler" }
  const least = isCompound(text) ? shortestCompound : shortestWord
  return { text, kind: length(text) < least ? "short" : "whole" }
}

const words = (text: string): ReadonlyArray<string> => text.match(word) ?? []

/** A phrase of one word is a word. */
const phraseTokens = (quoted: string): ReadonlyArray<Token> => {
  const parts = words(quoted)
  return parts.length > 1 ? [{ text: parts.join(" "), kind: "quoted" }] : parts.map(wordToken)
}

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2033\u201e]/g, '"')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010\u2011]/g, "-")

const tokens = (text: string): ReadonlyArray<Token> =>
  plain(text)
    .replace(filters, " ")
    .replace(proximity, " ")
    .replace(exclusions, " ")
    .split(/"([^"]*)"/)
    .flatMap((part, index) =>
      index % 2 === 1 ? phraseTokens(part) : words(part.replace(connectives, " ")).map(wordToken)
    )

/** Words that stand next to each other, as a term: bare where one can be, in quotes else; none if too short. */
const term = (texts: ReadonlyArray<string>): Option.Option<string> => {
  const text = texts.join(" ")
  if (texts.length === 1 && !isCompound(text)) {
    return length(text) < shortestWord ? Option.none() : Option.some(text)
  }
  const least = texts.length === 1 ? shortestCompound : shortestPhrase
  return length(text) < least ? Option.none() : Option.some(`"${text}"`)
}

/** A stretch of tokens that makes one term, by its first and last index. */
type Stretch = readonly [first: number, last: number]

/**
 * The terms of a row of tokens. A word too short to stand alone makes a phrase with the next whole word, or with the
 * one before it when it is the last: of "AI rules", "rules" alone would find other news than were asked for.
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

/** Tokens between two quoted phrases, and the phrases themselves. */
const rows = (all: ReadonlyArray<Token>): ReadonlyArray<Array.NonEmptyReadonlyArray<Token>> =>
  Array.isNonEmptyReadonlyArray(all)
    ? Array.groupWith(all, (one, other) => one.kind !== "quoted" && other.kind !== "quoted")
    : []

const texts = (some: ReadonlyArray<Token>): ReadonlyArray<string> => some.map(({ text }) => text)

const distinct = (some: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.dedupeWith(some, (one, other) => one.toLowerCase() === other.toLowerCase())

/** A text as one phrase, whatever its words. */
const asPhrase = (text: string): Option.Option<string> => term(words(texts(tokens(text)).join(" ")))

/** The terms of a text, each once; when it has fillers or short words alone, the text as one phrase. */
const terms = (text: string): ReadonlyArray<string> => {
  const found = rows(tokens(text)).flatMap((row) =>
    row[0].kind === "quoted"
      ? Option.toArray(term(words(row[0].text)))
      : Array.filterMap(stretches(row), ([first, last]) => term(texts(row.slice(first, last + 1))))
  )
  return found.length > 0 ? distinct(found) : Option.toArray(asPhrase(text))
}

/** A text as one term: alternatives cannot be made of several. */
const alternative = (text: string): Option.Option<string> => {
  const found = terms(text)
  return found.length > 1 ? asPhrase(text) : Array.head(found)
}

/**
 * The search for news about any of the texts: for one text all of its words, for several the texts as phrases. None
 * when nothing is left to search for.
 */
export const newsQuery = (anyOf: ReadonlyArray<string>): Option.Option<string> => {
  const [first, ...others] = anyOf
  const found = others.length === 0 ? terms(first ?? "") : distinct(Array.filterMap(anyOf, alternative))
  if (found.length === 0) return Option.none()
  return Option.some(others.length === 0 || found.length === 1 ? found.join(" ") : `(${found.join(" OR ")})`)
}
