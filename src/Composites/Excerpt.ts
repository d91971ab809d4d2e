/**
 * The beginning of an abstract. Source: decisions, composites.
 */

/** In characters as a person counts them. */
const longest = 500

const isBlank = (character: string | undefined): boolean => character !== undefined && /\s/u.test(character)

/** The first 500 characters, up to the end of a word; the text itself when it is no longer. */
export const excerptOf = (text: string): string => {
  const characters = Array.from(text)
  if (characters.length <= longest) return text
  const start = characters.slice(0, longest)
  if (isBlank(characters[longest])) return start.join("").trimEnd()
  const end = start.findLastIndex(isBlank)
  // A script without blanks has no words to keep whole.
  return (end <= 0 ? start : start.slice(0, end)).join("").trimEnd()
}
