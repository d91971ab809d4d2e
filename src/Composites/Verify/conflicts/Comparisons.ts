/**
 * Comparatives and superlatives: "women live longer than men" and "men live longer than women" exclude each other, and
 * so do "the longest river" and "the second longest river".
 */
import { lazy } from "../../../Runtime/Lazy.ts"
import type { Sentence } from "../Sentence.ts"
import { stem } from "../Stem.ts"
import { isContent, type Token } from "../Tokens.ts"
import { closedClasses } from "../words/ClosedClasses.ts"
import { words } from "../words/WordList.ts"
import { type Conflict, conflict } from "./Conflict.ts"
import { isExchanged, type Sides } from "./Exchange.ts"

/** What is compared (`one`), by which word, and with what (`other`). */
interface Comparison extends Sides {
  readonly comparative: Token
  /** The comparative and what stands behind it, as it is written. */
  readonly text: string
}

const irregular = new Set(words("more less better worse fewer"))
/** How far before "than" the comparative stands, in words: "more likely to die than". */
const reachBack = 6

const isComparative = ({ kind, text }: Token): boolean =>
  irregular.has(text) || (kind === "content" && /..er$/u.test(text))

/** The comparison of a sentence that has one. The subject may stand behind its comparative: "higher in men than". */
const comparisonIn = ({ tokens }: Sentence): Comparison | undefined => {
  const than = tokens.findIndex(({ text }) => text === "than")
  const at = tokens.findLastIndex(
    (token, index) => index < than && index >= than - reachBack && isComparative(token)
  )
  const comparative = tokens[at]
  if (comparative === undefined) return undefined
  const start = tokens.findLastIndex(({ kind }, index) => kind === "mark" && index < at) + 1
  const end = tokens.findIndex(({ kind }, index) => kind === "mark" && index > than)
  const behind = tokens.slice(than + 1, end < 0 ? undefined : end)
  const before = tokens.slice(start, than).filter((token) => token !== comparative)
  return {
    one: new Set(before.filter(isContent).map(({ stem }) => stem)),
    other: new Set(behind.filter(isContent).map(({ stem }) => stem)),
    comparative,
    text: [comparative, ...tokens.slice(than, than + 1), ...behind].map(({ text }) => text).join(" ")
  }
}

/** How two sentences compare the same things the other way round; undefined when they do not. */
export const exchangeOf = (
  claim: Sentence,
  best: Sentence
): { readonly word: string; readonly conflicts: ReadonlyArray<Conflict> } | undefined => {
  const [one, other] = [comparisonIn(claim), comparisonIn(best)]
  if (one === undefined || other === undefined || !isExchanged(one, other)) return undefined
  const isSame = one.comparative.stem === other.comparative.stem
  return {
    word: one.comparative.stem,
    conflicts: isSame ? [conflict("direction", one.text, other.text)] : []
  }
}

/** The ordinals from "second" on, by stem. */
const ranks = lazy(() => new Set((closedClasses["ordinal"] ?? []).slice(1).flat().map(stem)))

const isSuperlative = ({ text }: Token): boolean => /..(?:est|most)$/u.test(text) || text === "least"

/** The ordinal before each superlative; "" for none. */
const superlativesIn = ({ tokens }: Sentence): ReadonlyMap<string, string> =>
  new Map(
    tokens.flatMap((token, index) => {
      if (!isSuperlative(token)) return []
      const before = tokens[index - 1]
      return [[token.text, before !== undefined && ranks().has(before.stem) ? before.text : ""] as const]
    })
  )

/** A conflict for each superlative that has an ordinal on one side alone. */
export const rankConflicts = (claim: Sentence, best: Sentence): ReadonlyArray<Conflict> => {
  const found = superlativesIn(best)
  return [...superlativesIn(claim)].flatMap(([word, rank]) => {
    const other = found.get(word)
    if (other === undefined || (rank === "") === (other === "")) return []
    return [conflict("class", `${rank} ${word}`.trim(), `${other} ${word}`.trim())]
  })
}
