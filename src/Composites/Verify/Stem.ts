/**
 * Porter2, the English stemmer of Snowball (https://snowballstem.org/algorithms/english/stemmer.html).
 */
import porter2 from "wink-porter2-stemmer"

/** Beyond this a text is no English word, and the stemmer's patterns would take time. */
const longestWord = 30

/** The stem of a folded word. What is not of the letters a to z stays as it is: the stemmer uses "3" as a letter. */
export const stem = (word: string): string =>
  word.length > longestWord || !/^[a-z]+$/.test(word) ? word : porter2(word)
