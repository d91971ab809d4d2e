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

/** From so far above the threshold on, it does not matter where in a long text the terms stand. */
const surelyAffirms = 0.3

const hedge = new Set(hedges)
const finite = new Set(finiteVerbs)

/** The words of a headline by which it holds back, but for those that the claim has too. */
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

/** What an item has nothing beside. */
export interface Bareness {
  /** A work or article without a text. */
  readonly isTitleAlone: boolean
  /** An entity whose description has nothing of the claim but what its name has: it is named, and no more. */
  readonly isNameAlone: boolean
}

/** Whether it is about how the item speaks, and not about how much of the claim it has. */
export const isOfManner = (reservation: Reservation | undefined): boolean =>
  reservation !== undefined && reservation !== "has the terms apart"

export const reservationOf = (
  claim: Claim,
  best: Sentence,
  channel: Channel,
  score: number,
  { isNameAlone, isTitleAlone }: Bareness
): Reservation | undefined => {
  if (isNameAlone) return "names a topic"
  if (channel === "headline") return ofHeadline(claim, best)
  if (channel === "long") return ofLong(claim, best, score)
  return isTitleAlone ? ofTitle(best) : undefined
}
