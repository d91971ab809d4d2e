import { cleanText } from "../Text/Clean.ts"
import { fold, normaliseTitle } from "./Verify/Tokens.ts"

/** Of a title with fewer than 2 letters and digits ("C++", "C#") the other characters are all that tells it apart. */
const keyOf = (title: string): string => {
  const normalised = normaliseTitle(title)
  return normalised.length < 2 ? fold(title).trim() : normalised
}

/** Things of the same title together, whatever its case and punctuation, in the order in which the titles first appear. */
export const groupByTitle = <A>(
  all: ReadonlyArray<A>,
  titleOf: (one: A) => string
): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    const title = keyOf(cleanText(titleOf(one)))
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [one])
    else group.push(one)
  }
  return [...groups.values()]
}
