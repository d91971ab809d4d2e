/**
 * Singular and plural of plain nouns: news archives look for words as they are written.
 */
import { isCommon } from "./Rarity.ts"
import { plainS } from "./words/Listed.ts"

const plain = new Set(plainS)

/** In letters: "gas" and "bus" are no plurals. */
const shortestPlural = 4

/** The singular of a regular plural in lower case; undefined for what is none. */
export const singularOf = (word: string): string | undefined => {
  if (!/^[a-z]+s$/.test(word) || word.length < shortestPlural || plain.has(word)) return undefined
  if (/(?:ss|us|is)$/.test(word)) return undefined
  // "Cameras", but not "Christmas".
  if (/as$/.test(word) && !isCommon(word.slice(0, -1))) return undefined
  if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

const pluralOf = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:ch|sh|x|s|z)$/.test(word) ? `${word}es` : `${word}s`
}

/** The other number of a plain noun. A plural is looked for when it is a common word, so that "legals" is not. */
export const variantsOf = (word: string): ReadonlyArray<string> => {
  if (!/^[a-z]{3,}$/.test(word)) return []
  const singular = singularOf(word)
  if (singular !== undefined) return [singular]
  const plural = pluralOf(word)
  return isCommon(plural) ? [plural] : []
}

/** One form for both numbers. */
export const closedFormOf = (word: string): string => singularOf(word) ?? word
