/**
 * The characters of a text that a person sees. What is copied from a page or a PDF has others between them, which no index
 * has in its words: "lear\u00adning" finds nothing.
 */

/**
 * Soft hyphens, blanks without width, marks of direction. Not the joiners U+200C and U+200D, by which Persian and Indian
 * scripts tell words apart.
 */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

/**
 * A text as it is searched for: without what nobody sees, and with letters that carry their accents (NFC), as indexes
 * have them. An "é" that a Mac wrote as two characters finds nothing. Control characters separate words as blanks do.
 */
export const visible = (text: string): string =>
  text
    .replace(unseen, "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .normalize("NFC")

/** Whether there is anything to see: fillers of Hangul, the empty cell of Braille and variations alone are nothing. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)
