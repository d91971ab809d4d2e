/**
 * How the simulated indexes find things by words: what has at least half of the words of the query, what has most of
 * them first. The real ones ask for more (OpenAlex for every word) or less (Crossref for any), of millions of works.
 */

/** Words that tell nothing of what is looked for. */
const common = new Set(
  "a an and are as at be by do does for from has have how in is it its not of on or that the this to was what which with".split(
    " "
  )
)

/** Words in lower case; a plural counts as its singular. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word
  )

/** The matching items, the best first, equals in their order. A query without a telling word finds everything. */
export const search = <A>(
  items: ReadonlyArray<A>,
  textOf: (item: A) => string,
  query: string
): ReadonlyArray<A> => {
  const wanted = new Set(wordsOf(query).filter((word) => !common.has(word)))
  return items
    .map((item) => {
      const present = new Set(wordsOf(textOf(item)))
      return { item, matches: [...wanted].filter((word) => present.has(word)).length }
    })
    .filter(({ matches }) => matches * 2 >= wanted.size)
    .toSorted((a, b) => b.matches - a.matches)
    .map(({ item }) => item)
}
