/**
 * Opposites: "increase" and "decrease". A sentence that has a word's opposite in place of the word says the contrary,
 * unless one of the two sides is negated.
 */
import { lazy } from "../../../Runtime/Lazy.ts"
import type { Sentence } from "../Sentence.ts"
import { stem } from "../Stem.ts"
import { antonyms } from "../words/Antonyms.ts"
import { wordNetAntonyms } from "../words/WordNetAntonyms.ts"
import { type Conflict, conflict } from "./Conflict.ts"

type Pairs = ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]>

/** Each word of one side with all words of the other side, in both directions. */
const directed = (pairs: Pairs) =>
  pairs
    .map(([one, other]) => [one.map(stem), other.map(stem)] as const)
    .flatMap(([one, other]) => [
      ...one.map((word) => [word, other] as const),
      ...other.map((word) => [word, one] as const)
    ])

type Opposites = ReadonlyMap<string, ReadonlySet<string>>

const make = (pairs: Pairs): Opposites => {
  const opposites = new Map<string, Set<string>>()
  for (const [word, others] of directed(pairs)) {
    const known = opposites.get(word) ?? new Set()
    opposites.set(word, known)
    for (const other of others) if (other !== word) known.add(other)
  }
  return opposites
}

/** The opposites of each word, by stem; never the word itself. */
const opposites = lazy(() => make(antonyms))

const fromWordNet = (): Pairs =>
  wordNetAntonyms.flatMap(([one, other]) =>
    one === undefined || other === undefined ? [] : [[[one], [other]]]
  )

/** With those of WordNet. */
const allOpposites = lazy(() => make([...antonyms, ...fromWordNet()]))

const negating = /^(?:un|in|il|im|ir|dis|non)/

/** Whether one of two opposites is the other one with a prefix: "illegal", "unsafe". By their stems, whose ends may differ. */
export const isPrefixed = ({ claim, evidence, kind }: Conflict): boolean =>
  kind === "antonym" &&
  [[claim, evidence] as const, [evidence, claim] as const].some(
    ([one, other]) => negating.test(one) && other.startsWith(one.replace(negating, ""))
  )

/** Which opposites are known, and which words of the claim are left out. */
export interface AntonymOptions {
  readonly hasWordNet?: boolean
  readonly isLeftOut?: (word: string) => boolean
}

/**
 * A conflict for each word of the claim that the evidence lacks while it has an opposite of the word. An opposite that
 * the claim contains as well does not count.
 */
export const antonymConflicts = (
  claim: Sentence,
  evidence: Sentence,
  { hasWordNet = false, isLeftOut = () => false }: AntonymOptions = {}
): ReadonlyArray<Conflict> => {
  const known = hasWordNet ? allOpposites() : opposites()
  return [...claim.stems].flatMap((word) => {
    if (evidence.stems.has(word) || isLeftOut(word)) return []
    const found = [...(known.get(word) ?? [])].find(
      (other) => evidence.stems.has(other) && !claim.stems.has(other)
    )
    return found === undefined ? [] : [conflict("antonym", word, found)]
  })
}
