/**
 * All that stands between a claim and an item. Source: the project's verification method, denial on each side and
 * other conflicts.
 */
import { antonymConflicts } from "./AntonymConflict.ts"
import type { Channel } from "./Channel.ts"
import type { Claim } from "./Claim.ts"
import { classConflicts } from "./ClassConflict.ts"
import { type Conflict, conflict } from "./Conflict.ts"
import { equalityConflicts } from "./EqualityConflict.ts"
import { numberConflicts } from "./NumberConflict.ts"
import type { Sentence } from "./Sentence.ts"

/**
 * The other conflicts mislead in headlines, which name more than one thing in few words, so they are not looked for
 * there. Where one side denies, they decide nothing, but for one case: a claim that is denied by the claim itself
 * ("is not the first") is affirmed by what excludes it ("is the second").
 */
export const conflictsOf = (
  claim: Claim,
  best: Sentence,
  evidence: ReadonlyArray<Sentence>,
  denials: ReadonlyArray<string>,
  channel: Channel
): ReadonlyArray<Conflict> => {
  const others =
    channel === "headline"
      ? []
      : [
          ...antonymConflicts(claim, best),
          ...numberConflicts(claim, best, evidence),
          ...classConflicts(claim, best, evidence),
          ...equalityConflicts(claim, best)
        ]
  if (claim.denials.length > 0 === denials.length > 0) return others
  if (claim.denials.length > 0 && others.length > 0) return []
  return [conflict("polarity", claim.denials.join(", "), denials.join(", "))]
}
