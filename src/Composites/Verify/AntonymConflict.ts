/**
 * Opposites: "increase" and "decrease". Source: the project's verification method, other conflicts (a).
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { type Conflict, conflict } from "./Conflict.ts"
import type { Sentence } from "./Sentence.ts"
import { stem } from "./Stem.ts"
import { antonyms } from "./words/Antonyms.ts"

/** Each word of one side with all of the other, in both directions. */
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

/** Of each word its opposites, by stem; never the word itself. */
const opposites = lazy(make)

/** A word of the claim whose opposite the evidence has, and not the word; an opposite that the claim has too is none. */
export const antonymConflicts = (claim: Sentence, evidence: Sentence): ReadonlyArray<Conflict> =>
  [...claim.stems].flatMap((word) => {
    if (evidence.stems.has(word)) return []
    const found = [...(opposites().get(word) ?? [])].find(
      (other) => evidence.stems.has(other) && !claim.stems.has(other)
    )
    return found === undefined ? [] : [conflict("antonym", word, found)]
  })
