/**
 * WordNet's direct antonyms of which both words are common.
 */
import type { WordNet } from "./WordNet.ts"

/** Each pair once, in the order of the alphabet. */
export const antonymPairs = (
  { antonyms }: WordNet,
  common: ReadonlyArray<string>
): ReadonlyArray<readonly [string, string]> => {
  const known = new Set(common)
  const pairs = antonyms
    .filter(([, one, other]) => known.has(one) && known.has(other))
    .map(([, one, other]) => (one < other ? `${one} ${other}` : `${other} ${one}`))
  return [...new Set(pairs)].toSorted().map((pair) => {
    const [one = "", other = ""] = pair.split(" ")
    return [one, other]
  })
}
