/**
 * How GDELT's DOC 2.0 reads a search: which it refuses, in its own recorded words, and which headlines match.
 *
 * The refusals are those that clients recorded or measured in 2026 (test/fixtures/gdelt/SOURCES.md, cyanheads/
 * gdelt-mcp-server); where the line lies between a length that is taken and one that is not, GDELT has not said.
 */
import { Array, Either } from "effect"

/** Whether a headline matches. */
export type Search = (title: string) => boolean

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

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Whether the words stand in the headline, next to each other. */
const occurs =
  (wanted: ReadonlyArray<string>): Search =>
  (title) => {
    const present = words(title)
    return present.some((_, start) => wanted.every((word, index) => present[start + index] === word))
  }

const term = (text: string): Either.Either<Search, string> => {
  if (text.startsWith('"')) {
    // Its own example is "f-16".
    const least = /^"\S*[^\p{L}\p{N}\s"]\S*"$/u.test(text) ? shortestPhrase - 1 : shortestPhrase
    return [...text].length - 2 < least ? refuse("phrase") : Either.right(occurs(words(text)))
  }
  if (!/^[\p{L}\p{N}\p{M}]+$/u.test(text)) return refuse("character")
  return [...text].length < shortestWord ? refuse("word") : Either.right(occurs(words(text)))
}

/** The inside of parentheses: `a OR "b c"`. */
const group = (text: string): Either.Either<Search, string> => {
  const parts: ReadonlyArray<string> = text.match(/"[^"]*"|\S+/g) ?? []
  if (!parts.includes("OR")) return refuse("noAlternatives")
  return Either.map(
    Either.all(parts.filter((part) => part !== "OR").map(term)),
    (alternatives): Search =>
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
  const all = Array.map(parts, (part) => (part.startsWith("(") ? group(part.slice(1, -1)) : term(part)))
  return Either.map(
    Either.all(all),
    (terms): Search =>
      (title) =>
        terms.every((matches) => matches(title))
  )
}
