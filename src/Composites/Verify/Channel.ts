/** How much text an item has, which decides how it is read. Source: the project's verification method, channels. */

/** `headline`: a news title alone. `short`: up to 3 sentences, the title among them. `long`: more. */
export type Channel = "headline" | "short" | "long"

/** Least relevance from which an item that conflicts with the claim denies it, and one that does not affirms it. */
export interface Thresholds {
  readonly deny: number
  readonly affirm: number
}

export const thresholds: Readonly<Record<Channel, Thresholds>> = {
  headline: { deny: 0.4, affirm: 0.5 },
  short: { deny: 0.7, affirm: 0.8 },
  long: { deny: 0.6, affirm: 0.7 }
}

const mostInShort = 3

export const channelOf = (isHeadline: boolean, sentences: number): Channel =>
  isHeadline ? "headline" : sentences <= mostInShort ? "short" : "long"
