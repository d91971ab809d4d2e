/**
 * A claim, read once. Source: the project's verification method, claim terms; but capitals do not weigh more, so that
 * a claim means the same however it is typed (measured: no loss).
 */
import { cleanText } from "../../Text/Clean.ts"
import { denials } from "./Denial.ts"
import { isEnglish, isForeignSpelling } from "./Language.ts"
import { readSentence, type Sentence } from "./Sentence.ts"
import { isContent, type Token } from "./Tokens.ts"

/** A piece of what a claim is about. */
export interface Term {
  readonly text: string
  readonly stem: string
  readonly isNumber: boolean
  readonly weight: number
}

export interface Claim extends Sentence {
  readonly isEnglish: boolean
  /** Distinct, in the claim's order. */
  readonly terms: ReadonlyArray<Term>
  /** Of all the terms. */
  readonly weight: number
  /** The words by which the claim denies; none when it affirms. */
  readonly denials: ReadonlyArray<string>
}

const numberWeight = 1.2
const shortWordWeight = 0.7
const shortWord = 3

const weightOf = ({ kind, text }: Token): number =>
  kind === "number" ? numberWeight : text.length <= shortWord ? shortWordWeight : 1

const term = (token: Token): Term => ({
  text: token.text,
  stem: token.stem,
  isNumber: token.kind === "number",
  weight: weightOf(token)
})

export const readClaim = (claim: string): Claim => {
  const sentence = readSentence(cleanText(claim))
  const terms = sentence.tokens
    .filter(isContent)
    .filter(({ stem }, index, all) => all.findIndex((other) => other.stem === stem) === index)
    .map(term)
  return {
    ...sentence,
    isEnglish: isEnglish(sentence.tokens) && !isForeignSpelling(claim, sentence.tokens),
    terms,
    weight: terms.reduce((sum, { weight }) => sum + weight, 0),
    denials: denials(sentence.tokens, sentence.stems)
  }
}

/** Pairs of content words that follow each other. */
export const adjacentPairs = ({ tokens }: Sentence): ReadonlySet<string> => {
  const stems = tokens.filter(isContent).map(({ stem }) => stem)
  return new Set(stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`))
}
