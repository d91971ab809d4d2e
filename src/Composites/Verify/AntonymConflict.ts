/**
 * Opposites: "increase" and "decrease". Source: the project's verification method, other conflicts (a).
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { type Conflict, conflict } from "./Conflict.ts"
import type { Sentence } from "./Sentence.ts"
import { stem } from "./Stem.ts"
import { antonyms } from "./words/Antonyms.ts"

/** Each word of one side with all words of the other side, in both directions. */
const directed = () =>
  antonyms
    .map(([one, other]) => [one.map(stem), other.map(stem)] as const)
    .flatMap(([one, other]) => [
      ...one.map((word) => [word, other] as const),
      ...other.map((word) => [word, one] as const)
    ])

type Opposites = ReadonlyMap<string, ReadonlySet<string>>

const make = (): Opposites => {
  const opposites = new Map<string, Set<string>>()
  for (const [word, others] of directed()) {
    const known = opposites.get(word) ?? new Set()
    opposites.set(word, known)
    for (const other of others) if (other !== word) known.add(other)
  }
  return opposites
}

/** The opposites of each word, by stem; never the word itself. */
const opposites = lazy(make)

/**
 * A conflict for each word of the claim that the evidence lacks while it has an opposite of the word. An opposite that
 * the claim contains as well does not count.
 */
export const antonymConflicts = (claim: Sentence, evidence: Sentence): ReadonlyArray<Conflict> =>
  [...claim.stems].flatMap((word) => {
    if (evidence.stems.has(word)) return []
    const found = [...(opposites().get(word) ?? [])].find(
      (other) => evidence.stems.has(other) && !claim.stems.has(other)
    )
    return found === undefined ? [] : [conflict("antonym", word, found)]
  })
