/**
 * How GDELT's DOC 2.0 reads a search: which it refuses, in its own recorded words, and which articles match.
 *
 * GDELT wants every term somewhere in the text of an article. The texts are not here, and a headline has few of the
 * words of its text: two thirds of the terms are enough, and a plural counts as its singular, since a text mostly has
 * both.
 *
 * The refusals are those that clients recorded or measured in 2026 (test/fixtures/gdelt/SOURCES.md, cyanheads/
 * gdelt-mcp-server); where the line lies between a length that is taken and one that is not, GDELT has not said.
 */
import * as Either from "effect/Either"
import { twoThirds, wordsOf } from "./WordMatch.ts"

/** What a search looks at. */
export interface Headline {
  readonly title: string
  /** "English" */
  readonly language: string
}

/** How many of the terms a headline has; 0 when it has too few of them, or is in another language than is asked for. */
export type Search = (headline: Headline) => number

/** Whether a headline has a term. */
type Term = (title: string) => boolean

/** 213 characters were taken and 290 were not. */
const longest = 250
const shortestPhrase = 5
const shortestWord = 3

const refusals = {
  length: "Your query was too short or too long.",
  word: "Your search contained a keyword that was too short.",
  phrase: "The specified phrase is too short.",
  character:
    'One or more of your keywords contained an illegal character. To use a dash in a word, place it in quotes like "f-16".',
  brackets: "One or more of your parenthetical clauses had an error in it.",
  alternatives: "Queries containing OR'd terms must be surrounded by ().",
  noAlternatives: "Parentheses may only be used around OR'd statements."
} as const

const refuse = (refusal: keyof typeof refusals) => Either.left(`${refusals[refusal]}\n`)

/** Whether the words stand in the headline, next to each other. */
const occurs =
  (wanted: ReadonlyArray<string>): Term =>
  (title) => {
    const present = wordsOf(title)
    return present.some((_, start) => wanted.every((word, index) => present[start + index] === word))
  }

const term = (text: string): Either.Either<Term, string> => {
  if (text.startsWith('"')) {
    // Its own example is "f-16".
    const least = /^"\S*[^\p{L}\p{N}\s"]\S*"$/u.test(text) ? shortestPhrase - 1 : shortestPhrase
    return [...text].length - 2 < least ? refuse("phrase") : Either.right(occurs(wordsOf(text)))
  }
  if (!/^[\p{L}\p{N}\p{M}]+$/u.test(text)) return refuse("character")
  const least = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u.test(text) ? 2 : shortestWord
  return [...text].length < least ? refuse("word") : Either.right(occurs(wordsOf(text)))
}

/** `sourcelang:english` */
const language = /^sourcelang:([a-z]+)$/

/** The inside of parentheses: `a OR "b c"`. */
const group = (text: string): Either.Either<Term, string> => {
  const parts: ReadonlyArray<string> = text.match(/"[^"]*"|\S+/g) ?? []
  if (!parts.includes("OR")) return refuse("noAlternatives")
  return Either.map(
    Either.all(parts.filter((part) => part !== "OR").map(term)),
    (alternatives): Term =>
      (title) =>
        alternatives.some((matches) => matches(title))
  )
}

/** The search that a `query` asks for, or GDELT's refusal. */
export const parse = (query: string): Either.Either<Search, string> => {
  const text = query.trim()
  if (text.length < 2 || text.length > longest) return refuse("length")
  const parts: ReadonlyArray<string> = text.match(/"[^"]*"|\([^()]*\)|[^\s()"]+|[()"]/g) ?? []
  if (parts.some((part) => part === "(" || part === ")")) return refuse("brackets")
  if (parts.includes("OR")) return refuse("alternatives")
  const languages = parts.flatMap((part) => language.exec(part)?.[1] ?? [])
  const all = parts
    .filter((part) => !language.test(part))
    .map((part) => (part.startsWith("(") ? group(part.slice(1, -1)) : term(part)))
  return Either.map(
    Either.all(all),
    (terms): Search =>
      (headline) => {
        if (languages.some((one) => one !== headline.language.toLowerCase())) return 0
        const found = terms.filter((matches) => matches(headline.title)).length
        return twoThirds(found, terms.length) ? found : 0
      }
  )
}
