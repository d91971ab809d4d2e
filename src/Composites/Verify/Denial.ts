/**
 * Whether a sentence denies something: by a negation, a word of refutation or a phrase of refutation. It is asked of
 * the claim as of the item, because two denials agree ("X was a hoax"). A refutation, or a word of negative meaning,
 * that is itself negated ("not a hoax", "not unlikely") denies nothing.
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { phrase, phraseFinder } from "./Sentence.ts"
import { stem } from "./Stem.ts"
import { isContent, type Token } from "./Tokens.ts"
import { explicitPhrases, explicitWords } from "./words/Explicit.ts"
import { determiners, idleNegations, negativeWords, negators } from "./words/Negations.ts"
import { refutationForms, refutationPhrases, refutationWords } from "./words/Refutations.ts"

const negator = new Set(negators)
const determiner = new Set(determiners)
const lexicalStems = lazy(() => new Set([...negativeWords, ...refutationWords].map(stem)))
const lexicalForms = new Set(refutationForms)

/** Whether a stem is of a word that denies by its meaning: "ineffective", "false". */
export const isDenialStem = (one: string): boolean => lexicalStems().has(one)

const idleAt = phraseFinder(idleNegations.map(phrase))
const refutingAt = phraseFinder(refutationPhrases.map(phrase))

const explicitStems = lazy(() => new Set(explicitWords.map(stem)))
const explicitAt = phraseFinder(explicitPhrases.map(phrase))

/** How far a negator reaches to undo a word that denies, in words. */
const reachBack = 3
/** How far "no" reaches to what it says there is none of, in words. */
const reachAhead = 4

const isNegator = ({ text }: Token): boolean => negator.has(text)

const isLexical = ({ stem, text }: Token): boolean => lexicalStems().has(stem) || lexicalForms.has(text)

/** The indices of the tokens in turns of phrase that only look like denials. */
const idleIndices = (tokens: ReadonlyArray<Token>): ReadonlyArray<number> =>
  tokens.flatMap((_, index) => idleAt(tokens, index)?.stems.map((_, offset) => index + offset) ?? [])

/** The index of the negator that undoes a word, with no punctuation but quotes in between; -1 for none. */
const negatorBefore = (tokens: ReadonlyArray<Token>, index: number): number => {
  const start = Math.max(0, index - reachBack)
  const before = tokens.slice(start, index)
  const clause = before.findLastIndex(({ kind, text }) => kind === "mark" && text !== '"')
  const found = before.findLastIndex((token, at) => at > clause && isNegator(token))
  return found < 0 ? -1 : start + found
}

/** Whether a negator stands before a word of this stem. */
export const isNegated = (tokens: ReadonlyArray<Token>, one: string): boolean =>
  tokens.some(({ stem }, index) => stem === one && negatorBefore(tokens, index) >= 0)

/**
 * Whether a sentence denies by a word: it is one that denies by its meaning ("ineffective"), or it is negated ("not
 * effective"); both together affirm.
 */
export const isDeniedBy = (tokens: ReadonlyArray<Token>, one: string): boolean =>
  isDenialStem(one) !== isNegated(tokens, one)

/** Words that deny and the negators that undo them. */
const undoneIndices = (tokens: ReadonlyArray<Token>): ReadonlyArray<number> =>
  tokens.flatMap((token, index) => {
    const before = isLexical(token) ? negatorBefore(tokens, index) : -1
    return before < 0 ? [] : [before, index]
  })

/** "No" and "without" deny what stands behind them alone, and so does the "not" of "but not". */
const deniesItsNoun = (tokens: ReadonlyArray<Token>, index: number): boolean => {
  const text = tokens[index]?.text ?? ""
  return determiner.has(text) || (text === "not" && tokens[index - 1]?.text === "but")
}

/** Whether what is denied is a noun, and another one than what is spoken of. */
const isBeside = (tokens: ReadonlyArray<Token>, index: number, subject: ReadonlySet<string>): boolean => {
  if (!deniesItsNoun(tokens, index)) return false
  const ahead = tokens.slice(index + 1, index + 1 + reachAhead)
  const end = ahead.findIndex(({ kind }) => kind === "mark")
  const nouns = (end < 0 ? ahead : ahead.slice(0, end)).filter(isContent)
  return nouns.length > 0 && !nouns.some(({ stem }) => subject.has(stem))
}

/**
 * The words and phrases by which a sentence denies, in its order; none when it does not.
 *
 * @param subject stems of what is spoken of: the claim's
 */
export const denials = (
  tokens: ReadonlyArray<Token>,
  subject: ReadonlySet<string>
): ReadonlyArray<string> => {
  const ignored = new Set([...idleIndices(tokens), ...undoneIndices(tokens)])
  return tokens.flatMap((token, index) => {
    if (ignored.has(index)) return []
    const found = refutingAt(tokens, index)
    if (found !== undefined) return [found.text]
    if (isLexical(token)) return [token.text]
    return isNegator(token) && !isBeside(tokens, index, subject) ? [token.text] : []
  })
}

/** Whether a headline calls something untrue in so many words, and does not undo them ("not a hoax"). */
export const refutesExplicitly = (tokens: ReadonlyArray<Token>): boolean => {
  const undone = new Set(undoneIndices(tokens))
  return tokens.some(
    (token, index) =>
      (explicitStems().has(token.stem) && !undone.has(index)) || explicitAt(tokens, index) !== undefined
  )
}
