/**
 * One spelling for what is written alike: the project's verification method, normalising.
 */

const singleQuotes = /[\u2018-\u201b\u02bc\u2032\u00b4`]/gu
const doubleQuotes = /[\u201c-\u201f\u00ab\u00bb\u2033]/gu
const dashes = /[\u2010-\u2015\u2212]/gu
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu

/**
 * A text with plain quotes and dashes, without accents and case. Upper case first, so that "ß" and "SS" meet; the
 * final sigma is the one letter whose lower case depends on its place.
 */
export const fold = (text: string): string =>
  text
    .toUpperCase()
    .replace(invisible, "")
    .replace(singleQuotes, "'")
    .replace(doubleQuotes, '"')
    .replace(dashes, "-")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/ς/gu, "σ")

/** The letters and digits of a text, in words: equal for titles that differ in case, accents or punctuation. */
export const normaliseTitle = (title: string): string =>
  fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
