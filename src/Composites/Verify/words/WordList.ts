/** A frozen list of entries from a text that has them between blanks. */
export const words = (text: string): ReadonlyArray<string> => Object.freeze(text.trim().split(/\s+/))

/** A frozen list of phrases from a text that has one on each line. */
export const phrases = (text: string): ReadonlyArray<string> =>
  Object.freeze(
    text
      .trim()
      .split("\n")
      .map((line) => line.trim())
  )

/** A frozen list of groups from a text that has one group of words on each line. */
export const groups = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  Object.freeze(phrases(text).map(words))
