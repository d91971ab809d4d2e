/**
 * A claim, read once: its terms are its distinct content stems. Numbers weigh more than words, short words less.
 * Capitals do not weigh more (measured: no loss). They tell names, of which a claim in one case has none.
 */
import { cleanText } from "../../Text/Clean.ts"
import { denials } from "./Denial.ts"
import { isEnglish, isForeignSpelling } from "./Language.ts"
import { allRules, type Rules } from "./Rules.ts"
import { readSentence, type Sentence } from "./Sentence.ts"
import { isContent, type Token, tokenise } from "./Tokens.ts"

/** A piece of what a claim is about. */
export interface Term {
  readonly text: string
  readonly stem: string
  readonly isNumber: boolean
  /** Whether it has a capital in the claim, where capitals tell something. */
  readonly isName: boolean
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

/**
 * The stems of the words with a capital, wherever it stands ("iPhone"). A text in one case, or with a capital at every
 * word, has no capitals that tell names.
 */
const capitalised = (claim: string): ReadonlySet<string> => {
  const words = claim.match(/\p{L}[\p{L}\p{N}\p{M}'’.&-]*/gu) ?? []
  const small = words.filter((word) => /^\p{Ll}/u.test(word) && tokenise(word).some(isContent))
  if (small.length === 0) return new Set()
  return new Set(
    words.filter((word) => /\p{Lu}/u.test(word)).flatMap((word) => tokenise(word).map(({ stem }) => stem))
  )
}

const term = (token: Token, names: ReadonlySet<string>): Term => ({
  text: token.text,
  stem: token.stem,
  isNumber: token.kind === "number",
  isName: names.has(token.stem),
  weight: weightOf(token)
})

export const readClaim = (claim: string, rules: Rules = allRules): Claim => {
  const clean = cleanText(claim)
  const sentence = readSentence(clean)
  const names = capitalised(clean)
  const terms = sentence.tokens
    .filter(isContent)
    .filter(({ stem }, index, all) => all.findIndex((other) => other.stem === stem) === index)
    .map((token) => term(token, names))
  return {
    ...sentence,
    isEnglish: isEnglish(sentence.tokens) && !isForeignSpelling(claim, sentence.tokens, rules),
    terms,
    weight: terms.reduce((sum, { weight }) => sum + weight, 0),
    denials: denials(sentence.tokens, sentence.stems)
  }
}
