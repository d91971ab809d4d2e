/**
 * How the simulated indexes find things by words: what has enough of the words of the query, what has most of them
 * first.
 */

/** Whether so many of the words that are wanted are enough. */
export type Enough = (found: number, wanted: number) => boolean

/** For words joined by OR. */
export const any: Enough = (found) => found > 0

/** For an index that asks for any word of them, but has millions of works. */
export const half: Enough = (found, wanted) => found * 2 >= wanted

/** For an index that asks for every word, but of longer texts: one or two have to be there, of four three. */
export const twoThirds: Enough = (found, wanted) => found * 3 >= wanted * 2

/** Words that tell nothing of what is looked for. */
const common = new Set(
  "a an and are as at be by do does for from has have how in is it its not of on or that the this to was what which with".split(
    " "
  )
)

/** Words in lower case; a plural counts as its singular. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) =>
    word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word
  )

/** The matching items, the best first, equals in their order. A query without a telling word finds everything. */
export const search = <A>(
  items: ReadonlyArray<A>,
  textOf: (item: A) => string,
  query: string,
  isEnough: Enough
): ReadonlyArray<A> => {
  const wanted = new Set(wordsOf(query).filter((word) => !common.has(word)))
  return items
    .map((item) => {
      const present = new Set(wordsOf(textOf(item)))
      return { item, matches: [...wanted].filter((word) => present.has(word)).length }
    })
    .filter(({ matches }) => isEnough(matches, wanted.size))
    .toSorted((a, b) => b.matches - a.matches)
    .map(({ item }) => item)
}
