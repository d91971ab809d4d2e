/**
 * Abstracts as OpenAlex has them: an index of words, `{"Despite":[0],"growing":[1,7]}`, for legal reasons.
 */
import * as Predicate from "effect/Predicate"
import { cleanAbstract } from "../../Text/Clean.ts"

/** Data of old times has the index one level deeper, where a word has no place. */
const indexOf = (value: object): object => {
  const nested: unknown = Predicate.hasProperty(value, "InvertedIndex") ? value.InvertedIndex : undefined
  return Predicate.isRecord(nested) ? nested : value
}

/** Every word at every place that it has. Places may be missing, and words without one are left out. */
const placed = (index: object): ReadonlyArray<readonly [number, string]> =>
  Object.entries(index).flatMap(([word, places]: [string, unknown]) =>
    Array.isArray(places)
      ? places
          .filter((place) => Number.isSafeInteger(place) && place >= 0)
          .map((place) => [place, word] as const)
      : []
  )

/** The words in their order, without markup and heading; null when there are none. */
export const abstractOf = (value: unknown): string | null => {
  if (!Predicate.isRecord(value)) return null
  const words = placed(indexOf(value)).toSorted(([a], [b]) => a - b)
  return cleanAbstract(words.map(([, word]) => word).join(" ")) || null
}
