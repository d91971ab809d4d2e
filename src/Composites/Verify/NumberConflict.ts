/**
 * Other numbers: "30 million" and "50 million". Source: the project's verification method, other conflicts (b).
 */
import { type Conflict, conflict } from "./Conflict.ts"
import { isSameQuantity, type Quantity, written } from "./Quantity.ts"
import type { Sentence } from "./Sentence.ts"

export const quantitiesOf = ({ tokens }: Sentence): ReadonlyArray<Quantity> =>
  tokens.flatMap(({ quantity }) => quantity ?? [])

/** Whether any number of the one is among the other. */
export const shareQuantity = (some: ReadonlyArray<Quantity>, others: ReadonlyArray<Quantity>): boolean =>
  some.some((one) => others.some((other) => isSameQuantity(one, other)))

/** A number of the claim and one of the same unit in the best sentence, when the evidence has none of the claim's. */
export const numberConflicts = (
  claim: Sentence,
  best: Sentence,
  evidence: ReadonlyArray<Sentence>
): ReadonlyArray<Conflict> => {
  const claimed = quantitiesOf(claim)
  if (claimed.length === 0 || shareQuantity(claimed, evidence.flatMap(quantitiesOf))) return []
  const found = quantitiesOf(best)
  return claimed.flatMap((one) => {
    const other = found.find(({ unit }) => unit === one.unit)
    return other === undefined ? [] : [conflict("number", written(one), written(other))]
  })
}
