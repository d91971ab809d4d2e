/**
 * Whether a text is English, the one language whose words are known here: texts in other languages get no stance.
 * English words alone do not tell: claims and headlines are often too short to miss one in, and long headlines do
 * without. So the words of other languages are looked for as well.
 */
import { allRules, type Rules } from "./Rules.ts"
import type { Token } from "./Tokens.ts"
import { foreignWords, sharedWords } from "./words/ForeignWords.ts"

/** So many words without an English function word are not English. */
const tellingLength = 12

const foreign = new Set(foreignWords)
const shared = new Set(sharedWords)

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\p{N}\p{P}\p{S}]+$/u.test(text)

/** How a name is spoken says nothing of a language: [siˈmon boˈliβar]. */
const phonetic = /[\u0250-\u02ff\u03b2\u03b8\u03c7]/u

/** By its letters and its function words. */
export const isEnglish = (tokens: ReadonlyArray<Token>, rules: Rules = allRules): boolean => {
  const words = tokens.filter(
    ({ kind, text }) => kind !== "mark" && kind !== "number" && !(rules.has("S3") && phonetic.test(text))
  )
  if (words.filter(({ text }) => isLatin(text)).length * 2 < words.length) return false
  const english = words.filter(({ kind }) => kind === "function" || kind === "negation")
  const telling = english.filter(({ text }) => !shared.has(text))
  if (words.filter(({ text }) => foreign.has(text)).length > telling.length) return false
  return english.length > 0 || words.length < tellingLength
}

/** So many words with accents are not English without an English word among them: "El café no causa cáncer". */
const tellingAccents = 2

const accented = /\p{L}*\p{L}\p{M}[\p{L}\p{M}]*/gu

/** Names have accents in English as well: "Simón Bolívar was born in 1783". */
const accentedSmall = /(?<![\p{L}\p{M}])(?=\p{Ll})\p{L}*\p{L}\p{M}[\p{L}\p{M}]*/gu

/** By its accents, which tokens are without. Claims come without a word for their language and are often short. */
export const isForeignSpelling = (
  text: string,
  tokens: ReadonlyArray<Token>,
  rules: Rules = allRules
): boolean =>
  (text.normalize("NFD").match(rules.has("S3") ? accentedSmall : accented)?.length ?? 0) >= tellingAccents &&
  !tokens.some(({ kind, text }) => kind === "function" && !shared.has(text))

/** As sources name it: "English", "en", "eng", "en-GB". */
export const isNamedEnglish = (language: string): boolean =>
  /^(?:english|eng?(?:[-_].*)?)$/i.test(language.trim())
