/**
 * Why an item that does not contradict a claim does not affirm it either. Source: the project's verification method,
 * stance. A headline with another number than the claim's is this project's addition: it tells of something else, so
 * it neither affirms nor denies.
 */
import { type Channel, thresholds } from "./Channel.ts"
import { adjacentPairs, type Claim } from "./Claim.ts"
import { numberConflicts } from "./Conflicts.ts"
import type { Sentence } from "./Sentence.ts"
import { finiteVerbs } from "./words/FiniteVerbs.ts"
import { hedges } from "./words/Hedges.ts"

export type Reservation = "asks" | "hedges" | "has another number" | "has the terms apart" | "names a topic"

/** When the score is this far above the threshold, it does not matter where in a long text the terms are. */
const surelyAffirms = 0.3

const hedge = new Set(hedges)
const finite = new Set(finiteVerbs)

/** The hedging words of a headline, without those that the claim has too. */
export const hedgesIn = (claim: Claim, { tokens }: Sentence): ReadonlyArray<string> =>
  tokens.flatMap(({ stem, text }) => (hedge.has(text) && !claim.stems.has(stem) ? text : []))

const asks = ({ tokens }: Sentence): boolean => tokens.some(({ text }) => text === "?")

const ofHeadline = (claim: Claim, headline: Sentence): Reservation | undefined => {
  if (asks(headline)) return "asks"
  if (hedgesIn(claim, headline).length > 0) return "hedges"
  return numberConflicts(claim, headline, [headline]).length > 0 ? "has another number" : undefined
}

const ofLong = (claim: Claim, best: Sentence, score: number): Reservation | undefined => {
  if (score >= thresholds.long.affirm + surelyAffirms) return undefined
  const found = adjacentPairs(best)
  return [...adjacentPairs(claim)].some((pair) => found.has(pair)) ? undefined : "has the terms apart"
}

/** A title or a name alone is a topic ("Smoking and COVID-19"), unless there is a finite verb. */
const ofTitle = (title: Sentence): Reservation | undefined => {
  if (asks(title)) return "asks"
  return title.tokens.some(({ text }) => finite.has(text)) ? undefined : "names a topic"
}

/** Which text an item lacks: an item without a text of its own is a title or a name. */
export interface MissingText {
  /** A work or article without a text. */
  readonly isTitleAlone: boolean
  /** An entity whose description adds no term of the claim to those of its name. */
  readonly isNameAlone: boolean
}

/** Whether the reason is how the item speaks, not how much of the claim it contains. */
export const isOfManner = (reservation: Reservation | undefined): boolean =>
  reservation !== undefined && reservation !== "has the terms apart"

export const reservationOf = (
  claim: Claim,
  best: Sentence,
  channel: Channel,
  score: number,
  { isNameAlone, isTitleAlone }: MissingText
): Reservation | undefined => {
  if (isNameAlone) return "names a topic"
  if (channel === "headline") return ofHeadline(claim, best)
  if (channel === "long") return ofLong(claim, best, score)
  return isTitleAlone ? ofTitle(best) : undefined
}
