/**
 * How much text an item has, which decides how it is read: a headline has few words and chooses them, so that fewer in
 * common with the claim tell as much as more of them in a text.
 */
import type { EvidenceProvider } from "../../Resources/facts/EvidenceProvider.ts"

/** A result of a source, as far as verification reads it. */
export interface Item {
  readonly provider: EvidenceProvider
  /** Title of a work, headline, or name of an entity. */
  readonly title: string
  readonly url: string | null
  readonly doi?: string | null
  /** The whole abstract, or the description of the entity; null for what has none. */
  readonly text: string | null
  /** As the source names it ("English", "en"); null when it does not say. */
  readonly language: string | null
}

/** `headline`: a news title alone. `short`: up to 3 sentences, the title among them. `long`: more. */
export type Channel = "headline" | "short" | "long"

/** Least relevance from which an item that conflicts with the claim denies it, and one that does not affirms it. */
export interface Thresholds {
  readonly deny: number
  readonly affirm: number
}

/** Those with the best macro-F1 on labelled pairs; one threshold for all loses 1.7 points there. */
export const thresholds: Readonly<Record<Channel, Thresholds>> = {
  headline: { deny: 0.4, affirm: 0.5 },
  short: { deny: 0.7, affirm: 0.8 },
  long: { deny: 0.6, affirm: 0.7 }
}

const mostInShort = 3

export const channelOf = (isHeadline: boolean, sentences: number): Channel =>
  isHeadline ? "headline" : sentences <= mostInShort ? "short" : "long"
