/**
 * What a stance is read from: a claim, and the sentence of an item that has most of it.
 */
import type { Channel } from "./Channel.ts"
import type { Claim } from "./Claim.ts"
import type { Rules } from "./Rules.ts"
import type { Sentence } from "./Sentence.ts"

/** A claim and the best sentence of an item, the item's channel, and the rules by which they are read. */
export interface Pair {
  readonly claim: Claim
  readonly best: Sentence
  readonly channel: Channel
  readonly rules: Rules
}
