/**
 * Other members of a closed class: "Monday" and "Friday". Source: the project's verification method, other conflicts
 * (c).
 */
import { lazy } from "../../Runtime/Lazy.ts"
import { type Conflict, conflict } from "./Conflict.ts"
import type { Sentence } from "./Sentence.ts"
import { stem } from "./Stem.ts"
import { closedClasses } from "./words/ClosedClasses.ts"

/** Of each class, the member that a stem names. */
const classes = lazy(
  (): ReadonlyArray<ReadonlyMap<string, string>> =>
    Object.values(closedClasses).map(
      (members) =>
        new Map(members.flatMap((names) => names.map((name) => [stem(name), names[0] ?? name] as const)))
    )
)

const membersOf = (names: ReadonlyMap<string, string>, { stems }: Sentence): ReadonlySet<string> =>
  new Set([...stems].flatMap((one) => names.get(one) ?? []))

/** Of a class that the claim names a member of, another in the best sentence; none when the evidence has the claim's. */
export const classConflicts = (
  claim: Sentence,
  best: Sentence,
  evidence: ReadonlyArray<Sentence>
): ReadonlyArray<Conflict> =>
  classes().flatMap((names) => {
    const [member, ...more] = membersOf(names, claim)
    const [other] = membersOf(names, best)
    if (member === undefined || other === undefined) return []
    const claimed = [member, ...more]
    const isNamed = evidence.some((sentence) => {
      const found = membersOf(names, sentence)
      return claimed.some((one) => found.has(one))
    })
    return isNamed ? [] : [conflict("class", member, other)]
  })
