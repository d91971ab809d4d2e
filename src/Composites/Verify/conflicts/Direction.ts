/**
 * Which way things go, each by its noun: "increases the risk" and "higher intake, lower risk" disagree on the risk.
 */
import { lazy } from "../../../Runtime/Lazy.ts"
import type { Sentence } from "../Sentence.ts"
import { stem } from "../Stem.ts"
import { isContent, type Token } from "../Tokens.ts"
import { downAdjectives, downVerbs, upAdjectives, upVerbs } from "../words/Directions.ts"
import { words } from "../words/WordList.ts"
import { type Conflict, conflict } from "./Conflict.ts"

type Way = "up" | "down"

const ways: ReadonlyMap<string, Way> = new Map([
  ...[...upVerbs, ...upAdjectives].map((word) => [word, "up"] as const),
  ...[...downVerbs, ...downAdjectives].map((word) => [word, "down"] as const)
])

/** How far a noun stands behind its word at most, in words. */
const reach = 4
/** How far before it, in words. */
const reachBack = 3
/** Behind an intransitive verb: "risk increased with age", "rates fell in May". */
const prepositions = new Set(words("with by to from after during among when while as"))

/** What a word says of a noun. */
interface Directed {
  readonly way: Way
  readonly word: string
}

/** The noun behind a word, with nothing but words of grammar in between. */
const behind = (tokens: ReadonlyArray<Token>, index: number): Token | undefined => {
  for (const token of tokens.slice(index + 1, index + 1 + reach)) {
    if (token.kind === "mark" || prepositions.has(token.text)) return undefined
    if (token.kind === "content" && !ways.has(token.text)) return token
  }
  return undefined
}

/** The noun before a verb: "prices rose", "prices did not fall". */
const before = (tokens: ReadonlyArray<Token>, index: number): Token | undefined => {
  const token = tokens
    .slice(Math.max(0, index - reachBack), index)
    .findLast(({ kind }) => kind !== "function" && kind !== "negation")
  return token !== undefined && isContent(token) && !ways.has(token.text) ? token : undefined
}

/** The way of each noun of a sentence of which it has one. */
export const directionsIn = ({ tokens }: Sentence): ReadonlyMap<string, ReadonlyArray<Directed>> => {
  const found = new Map<string, Array<Directed>>()
  tokens.forEach(({ text }, index) => {
    const way = ways.get(text)
    if (way === undefined) return
    const noun = behind(tokens, index) ?? before(tokens, index)
    if (noun === undefined) return
    const all = found.get(noun.stem) ?? []
    found.set(noun.stem, all)
    all.push({ way, word: text })
  })
  return found
}

/** A conflict for each noun that goes one way in the claim and only the other way in the evidence. */
export const directionConflicts = (claim: Sentence, best: Sentence): ReadonlyArray<Conflict> => {
  const other = directionsIn(best)
  return [...directionsIn(claim)].flatMap(([noun, claimed]) => {
    const found = other.get(noun)
    const [one] = claimed
    const [first] = found ?? []
    if (one === undefined || first === undefined || found === undefined) return []
    const isSame = found.some(({ way }) => claimed.some((each) => each.way === way))
    return isSame ? [] : [conflict("direction", one.word, first.word)]
  })
}

/** Whether both say the same way of a noun: then opposites among their words are of other nouns. */
export const sharesDirection = (claim: Sentence, best: Sentence): boolean => {
  const other = directionsIn(best)
  return [...directionsIn(claim)].some(([noun, claimed]) =>
    (other.get(noun) ?? []).some(({ way }) => claimed.some((each) => each.way === way))
  )
}

const wayStems = lazy(() => new Set([...ways.keys()].map(stem)))

/** Whether a stem is of a word that says a way. */
export const isDirectionStem = (one: string): boolean => wayStems().has(one)
