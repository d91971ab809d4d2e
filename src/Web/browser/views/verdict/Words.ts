/**
 * How an item was read, in words for people.
 */
import type { Conflict } from "../../../../Composites/Verify/conflicts/Conflict.ts"
import type { Reading } from "../../../../Composites/Verify/Stance.ts"

/** What decided a stance. */
export const grounds: Readonly<Record<Reading["ground"], string>> = {
  agrees: "it has enough of the claim, and nothing stands against it",
  conflicts: "it says the opposite",
  "has little of it": "it has less of the claim than the threshold asks for",
  "is not in English": "it, or the claim, is not in English",
  "is retracted": "it was retracted",
  "the claim says too little": "the claim has fewer than two words that tell something",
  asks: "it asks",
  hedges: "it hedges, leaves the claim open, or reports what others say",
  "has another number": "it has another number",
  "has other roles": "it has who does it and to whom the other way round",
  "names a topic": "it names a topic and asserts nothing",
  "shares names alone": "it shares names with the claim and nothing else",
  "lacks a name": "it lacks a name of the claim"
}

/** How much text an item has. */
export const channels: Readonly<Record<Reading["channel"], string>> = {
  headline: "a headline",
  short: "a short text",
  long: "a long text"
}

const kinds: Readonly<Record<Conflict["kind"], string>> = {
  polarity: "one of them denies",
  antonym: "opposites",
  number: "other numbers",
  class: "another member of the same class",
  equality: "equal and unequal",
  direction: "more and less",
  undoing: "it undoes what is claimed"
}

/** A conflict: what stands against what. */
export const conflictWords = ({ claim, evidence, kind }: Conflict): string => {
  const sides = [
    ...(claim === "" ? [] : [`the claim has “${claim}”`]),
    ...(evidence === "" ? [] : [`this has “${evidence}”`])
  ]
  return sides.length === 0 ? kinds[kind] : `${kinds[kind]}: ${sides.join(", ")}`
}
