/**
 * How much of a claim an item speaks of. The share of the claim's terms and their number count alike: half of a claim
 * of two terms is one word, which is in many texts, half of one of ten is five.
 */
import type { Claim, Term } from "./Claim.ts"
import { openWordsIn } from "./OpenQuestion.ts"
import { isTopic, type Sentence } from "./Sentence.ts"

/** From here on an item is evidence. */
export const relevanceThreshold = 0.4

/** So many letters shared at the beginning make two stems related; by less than the same stem. */
const prefixLength = 6
const prefixMatch = 0.7

/** So much matched weight fills the part of the score that counts terms. */
const fullWeight = 6

/**
 * Conclusions stand at the end of a text. Of two sentences alike the title is the one meant when it says something; one
 * that names a topic ("Coffee and cancer") is the last to be meant. A sentence that leaves the claim open ("we tested
 * whether") stands back behind one with about as much of it: what came out is told elsewhere.
 */
const conclusionBonus = 0.05
const titleBonus = 0.02
const openPenalty = 0.1

export interface TermMatch {
  readonly term: string
  readonly weight: number
}

export interface Relevance {
  /** 0 to 2. */
  readonly score: number
  /** Index of the sentence with most of the claim. */
  readonly best: number
  /** In the best sentence and in the neighbour that adds most. */
  readonly matches: ReadonlyArray<TermMatch>
}

/** What can be matched of some sentences. */
interface Matchable {
  readonly stems: ReadonlySet<string>
  readonly prefixes: ReadonlySet<string>
}

const matchable = ({ stems }: Sentence): Matchable => ({
  stems,
  prefixes: new Set(
    [...stems].flatMap((stem) =>
      stem.length >= prefixLength && !stem.startsWith("#") ? stem.slice(0, prefixLength) : []
    )
  )
})

const matchOf = ({ isNumber, stem }: Term, { prefixes, stems }: Matchable): number => {
  if (stems.has(stem)) return 1
  const isRelated = !isNumber && stem.length >= prefixLength && prefixes.has(stem.slice(0, prefixLength))
  return isRelated ? prefixMatch : 0
}

/** The terms that any of the texts has. */
const matchesIn = ({ terms }: Claim, texts: ReadonlyArray<Matchable>): ReadonlyArray<TermMatch> =>
  terms.flatMap((term) => {
    const match = Math.max(0, ...texts.map((text) => matchOf(term, text)))
    return match === 0 ? [] : [{ term: term.text, weight: term.weight * match }]
  })

const sum = (matches: ReadonlyArray<TermMatch>): number =>
  matches.reduce((total, { weight }) => total + weight, 0)

const titleBonusOf = (title: Sentence): number => (isTopic(title) ? -titleBonus : titleBonus)

const bonus = (
  claim: Claim,
  sentences: ReadonlyArray<Sentence>,
  index: number,
  hasTitle: boolean
): number => {
  const [title] = sentences
  const sentence = sentences[index]
  if (sentence !== undefined && openWordsIn(claim, sentence).length > 0) return -openPenalty
  if (title !== undefined && hasTitle && index === 0) return titleBonusOf(title)
  return sentences.length > 4 && index >= sentences.length - 2 ? conclusionBonus : 0
}

/** The first index of the greatest. */
const indexOfMax = (values: ReadonlyArray<number>): number => values.indexOf(Math.max(...values))

export const relevanceOf = (
  claim: Claim,
  sentences: ReadonlyArray<Sentence>,
  hasTitle: boolean
): Relevance => {
  if (claim.weight === 0 || sentences.length === 0) return { score: 0, best: 0, matches: [] }
  const texts = sentences.map(matchable)
  const best = indexOfMax(
    texts.map(
      (text, index) => sum(matchesIn(claim, [text])) / claim.weight + bonus(claim, sentences, index, hasTitle)
    )
  )
  const around = [
    texts.slice(best, best + 1),
    texts.slice(Math.max(0, best - 1), best + 1),
    texts.slice(best, best + 2)
  ]
  const matches = around
    .map((some) => matchesIn(claim, some))
    .reduce((most, some) => (sum(some) > sum(most) ? some : most))
  const weight = sum(matches)
  return { score: weight / claim.weight + Math.min(fullWeight, weight) / fullWeight, best, matches }
}
