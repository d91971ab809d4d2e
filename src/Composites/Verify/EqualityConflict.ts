/**
 * "The same" against "more" or "less". Source: the project's verification method, other conflicts (d). Adjectives
 * count as predicates alone: "patients were similar" compares, "similar patients" does not.
 */
import { type Conflict, conflict } from "./Conflict.ts"
import { isAt, phrase } from "./Phrase.ts"
import type { Sentence } from "./Sentence.ts"
import { stem } from "./Stem.ts"
import { copulas, directions, equalities, equalPredicates } from "./words/Sameness.ts"

const equality = equalities.map(phrase)
const predicate = new Set(equalPredicates.map(stem))
const copula = new Set(copulas)
const direction = new Set(directions.map(stem))

/** "Were similar", "were very similar". */
const isPredicate = ({ tokens }: Sentence, index: number): boolean =>
  tokens.slice(Math.max(0, index - 2), index).some(({ text }) => copula.has(text))

const equalityIn = (sentence: Sentence): string | undefined => {
  const { tokens } = sentence
  const found = equality.find((one) => tokens.some((_, index) => isAt(tokens, index, one)))
  return (
    found?.text ?? tokens.find(({ stem }, index) => predicate.has(stem) && isPredicate(sentence, index))?.text
  )
}

const directionIn = ({ tokens }: Sentence): string | undefined =>
  tokens.find(({ stem }) => direction.has(stem))?.text

/** One sentence says that things are equal, the other only in which direction they differ. */
export const equalityConflicts = (claim: Sentence, best: Sentence): ReadonlyArray<Conflict> => {
  const [equal, otherEqual] = [equalityIn(claim), equalityIn(best)]
  if ((equal === undefined) === (otherEqual === undefined)) return []
  const directed = directionIn(equal === undefined ? claim : best)
  if (directed === undefined) return []
  return [conflict("equality", equal ?? directed, otherEqual ?? directed)]
}
