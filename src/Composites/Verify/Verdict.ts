/**
 * From what the items say to one answer: the weights of those that affirm against the weights of those that deny.
 */
import type { EvidenceProvider } from "../../Resources/facts/EvidenceProvider.ts"
import type { Reading, Stance } from "./Stance.ts"

export type Verdict = "supported" | "contradicted" | "mixed" | "insufficient"

/** What an item says and how much it counts, in whole percent. */
export interface Vote {
  readonly stance: Stance
  readonly weight: number
}

export interface Tally {
  readonly verdict: Verdict
  /** 0 to 1, to two decimals. */
  readonly confidence: number
  readonly agreementCount: number
  readonly contradictionCount: number
}

/** Less is insufficient, in percent: one headline can decide, one sentence of an abstract cannot. */
export const leastWeight = 60
/** From this part on, the smaller side makes the answer mixed. */
export const mixedPart = 3

/** Observed: mixed answers were right in about this share. */
const mixedConfidence = 0.3
const mostInsufficientConfidence = 0.3

const round = (value: number): number => Math.round(value * 100) / 100

/** Fewer items that decide leave the answer a guess: of such answers at best three in five were right. */
const fewItems = 3
const mostOfFewItems = 0.6

/**
 * Logistic in the margin between the sides and in the mean weight of the items that decided; fitted on labelled
 * claims. The share of agreeing items would be far too confident.
 */
const decidedConfidence = (margin: number, meanWeight: number): number => {
  const z = -1.9 + 1.14 * Math.log(margin / 100) + (3.3 * meanWeight) / 100
  return Math.min(0.95, Math.max(0.05, 1 / (1 + Math.exp(-z))))
}

const weigh = (votes: ReadonlyArray<Vote>): number => votes.reduce((sum, { weight }) => sum + weight, 0)

/** The answer of all items that are relevant; none of them is "insufficient" with confidence 0. */
export const tally = (votes: ReadonlyArray<Vote>): Tally => {
  const affirming = votes.filter(({ stance }) => stance === "affirms")
  const denying = votes.filter(({ stance }) => stance === "denies")
  const [support, refutation] = [weigh(affirming), weigh(denying)]
  const total = support + refutation
  const counts = { agreementCount: affirming.length, contradictionCount: denying.length }
  if (total < leastWeight) {
    const confidence = round(Math.min(mostInsufficientConfidence, total / 200))
    return { verdict: "insufficient", confidence, ...counts }
  }
  if (Math.min(support, refutation) * mixedPart >= total) {
    return { verdict: "mixed", confidence: mixedConfidence, ...counts }
  }
  const decided = affirming.length + denying.length
  const confidence = round(decidedConfidence(Math.abs(support - refutation), total / decided))
  return {
    verdict: support > refutation ? "supported" : "contradicted",
    confidence: decided < fewItems ? Math.min(mostOfFewItems, confidence) : confidence,
    ...counts
  }
}

/** Relevance below the first, second, third limit, and above. */
const limits = [0.9, 1.2, 1.5]

type Bands = readonly [number, number, number, number]

/**
 * How much an item's stance counts: the share of such stances that were right on labelled claims, in percent, by
 * channel and relevance. Measured on the development half of the sets that docs/composites.md names.
 */
const percent: Readonly<Record<Reading["channel"], { readonly affirms: Bands; readonly denies: Bands }>> = {
  headline: { affirms: [72, 74, 75, 80], denies: [50, 60, 70, 70] },
  short: { affirms: [38, 44, 52, 64], denies: [32, 44, 52, 66] },
  long: { affirms: [35, 45, 45, 50], denies: [50, 54, 60, 65] }
}

/**
 * An entity that denies lacks the very word that it denies, so that it never has as much of a claim as one that affirms.
 * From this relevance on it counts like that one.
 */
const entityDenies = 1

const bandOf = (relevance: number): number => limits.filter((limit) => relevance >= limit).length

/** In whole percent, so that sums are exact; 0 for a neutral item. */
export const weightOf = (
  { channel, relevance, stance }: Pick<Reading, "channel" | "relevance" | "stance">,
  provider: EvidenceProvider
): number => {
  if (stance === "neutral") return 0
  const isDenyingEntity =
    provider === "knowledge.search" && channel === "short" && stance === "denies" && relevance >= entityDenies
  return (
    (isDenyingEntity ? percent.short.affirms[limits.length] : percent[channel][stance][bandOf(relevance)]) ??
    0
  )
}
