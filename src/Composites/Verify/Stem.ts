/**
 * Porter2, the English stemmer of Snowball (https://snowballstem.org/algorithms/english/stemmer.html).
 */
import porter2 from "wink-porter2-stemmer"

/** Beyond this a text is no English word, and the stemmer's patterns would take time. */
const longestWord = 30

/** The stems of words that were asked for: texts repeat their words, and the stemmer takes a third of the reading time. */
const known = new Map<string, string>()
/** Entries at most; then all are forgotten. */
const mostKnown = 20_000

/** The stem of a folded word. What is not of the letters a to z stays as it is: the stemmer uses "3" as a letter. */
export const stem = (word: string): string => {
  if (word.length > longestWord || !/^[a-z]+$/.test(word)) return word
  const found = known.get(word)
  if (found !== undefined) return found
  const made = porter2(word)
  if (known.size >= mostKnown) known.clear()
  known.set(word, made)
  return made
}
