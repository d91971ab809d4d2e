/**
 * Which of the relevant items are considered: each source has an equal number of places, so that none crowds out the
 * others, and those left over go to the most relevant.
 */
import * as Order from "effect/Order"
import type { EvidenceProvider } from "../../Resources/facts/EvidenceProvider.ts"
import type { Channel, Item } from "./Channel.ts"
import { byRecord, withoutCopies } from "./Records.ts"

/** An item with what its selection depends on. */
export interface Candidate {
  readonly item: Item
  readonly channel: Channel
  readonly relevance: number
}

/**
 * At most `maxSources` of the items, without copies, the most relevant first. The order in which they come makes no
 * difference.
 *
 * @param sources the sources that answered, in their order
 */
export const select = <A extends Candidate>(
  candidates: ReadonlyArray<A>,
  sources: ReadonlyArray<EvidenceProvider>,
  maxSources: number
): ReadonlyArray<A> => {
  const record = Order.mapInput(byRecord(sources), ({ item }: A) => item)
  const relevance = Order.combine(
    Order.mapInput(Order.reverse(Order.number), ({ relevance }: A) => relevance),
    record
  )
  const ranked = withoutCopies(candidates.toSorted(record)).toSorted(relevance)
  const places = Math.floor(maxSources / Math.max(1, sources.length))
  const seated = sources.flatMap((source) =>
    ranked.filter(({ item }) => item.provider === source).slice(0, places)
  )
  const others = ranked.filter((candidate) => !seated.includes(candidate))
  return [...seated, ...others].slice(0, maxSources).toSorted(relevance)
}
