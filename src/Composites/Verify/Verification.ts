/**
 * Whether the items that sources returned support a claim or contradict it: by the words they share with it and by
 * words of denial, without any model, so that a buyer can check each step. Says how the evidence reads, not what is
 * true. docs/composites.md describes it and says how often it is right.
 */
import type { EvidenceProvider } from "../../Resources/facts/EvidenceProvider.ts"
import { runSteps, type Steps } from "../../Runtime/Steps.ts"
import type { Item } from "./Channel.ts"
import { type Claim, readClaim } from "./Claim.ts"
import { select } from "./Selection.ts"
import { type Reading, readItem } from "./Stance.ts"
import { type Tally, tally, weightOf } from "./Verdict.ts"

/** How an item was read, and how much its stance counted, in whole percent. */
export interface Explanation extends Reading {
  readonly weight: number
}

/** An item that was considered. */
export interface Considered<I extends Item> {
  readonly item: I
  /** 0 to 2. */
  readonly relevance: number
  readonly explanation: Explanation
}

/** `evidence`: all items that were considered, the most relevant first. */
export interface Verification<I extends Item> extends Tally {
  readonly evidence: ReadonlyArray<Considered<I>>
}

export interface Question<I extends Item> {
  readonly claim: string
  /** In any order. */
  readonly items: ReadonlyArray<I>
  /** The sources that answered, in their order: each has an equal share of the places. */
  readonly sources: ReadonlyArray<EvidenceProvider>
  readonly maxSources: number
}

const consider =
  (claim: Claim) =>
  <I extends Item>(item: I) => {
    const reading = readItem(claim, item)
    return { item, channel: reading.channel, relevance: reading.relevance, reading }
  }

/** Reads a claim by items, one a step. Total: any texts have an answer. */
export function* verifySteps<I extends Item>({
  claim,
  items,
  maxSources,
  sources
}: Question<I>): Steps<Verification<I>> {
  const read = consider(readClaim(claim))
  const considered: Array<ReturnType<typeof read<I>>> = []
  for (const item of items) {
    considered.push(read(item))
    yield undefined
  }
  const relevant = considered.filter(({ reading }) => reading.isRelevant)
  const evidence = select(relevant, sources, maxSources).map(({ item, reading, relevance }) => ({
    item,
    relevance,
    explanation: { ...reading, weight: weightOf(reading, item.provider) }
  }))
  return { ...tally(evidence.map(({ explanation }) => explanation)), evidence }
}

/** Reads a claim by items at once. */
export const verify = <I extends Item>(question: Question<I>): Verification<I> =>
  runSteps(verifySteps(question))
