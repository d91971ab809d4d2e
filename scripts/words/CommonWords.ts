/**
 * The commonest English words by rank. WordNet counts lemmas in texts of the 1960s; each form of a lemma has a share of
 * its count. SCOWL's sizes say how common a form is today: they weigh the counts.
 */
import { functionWords } from "../../src/Composites/Verify/words/StopWords.ts"
import type { Sizes } from "./Scowl.ts"
import type { Part, WordNet } from "./WordNet.ts"

/** How many words the list has. */
const size = 5000

/** The ending of a form, what its lemma has in its place, and about which share of the lemma's uses has the form. */
type Ending = readonly [part: Part, form: string, lemma: string, share: number]

const endings: ReadonlyArray<Ending> = [
  ["noun", "s", "", 0.35],
  ["noun", "xes", "x", 0.35],
  ["noun", "ses", "s", 0.35],
  ["noun", "ches", "ch", 0.35],
  ["noun", "shes", "sh", 0.35],
  ["noun", "oes", "o", 0.35],
  ["noun", "ies", "y", 0.35],
  ["verb", "s", "", 0.1],
  ["verb", "xes", "x", 0.1],
  ["verb", "sses", "ss", 0.1],
  ["verb", "ches", "ch", 0.1],
  ["verb", "shes", "sh", 0.1],
  ["verb", "oes", "o", 0.1],
  ["verb", "ies", "y", 0.1],
  ["verb", "ed", "", 0.35],
  ["verb", "ed", "e", 0.35],
  ["verb", "ied", "y", 0.35],
  ["verb", "ing", "", 0.2],
  ["verb", "ing", "e", 0.2],
  ["adj", "er", "", 0.1],
  ["adj", "er", "e", 0.1],
  ["adj", "est", "", 0.1],
  ["adj", "est", "e", 0.1]
]
const irregularShare = 0.35
/** A word that was never counted is as common as one that was counted a few times. */
const smoothing = 3
/** How much a count is worth, by SCOWL's size of the word. */
const weights: ReadonlyMap<number, number> = new Map([
  [10, 1],
  [20, 0.15],
  [35, 0.03]
])
const parts = ["noun", "verb", "adj", "adv"] as const

/** "Planned" is of "plan". */
const withoutDoubling = (stem: string): string => stem.replace(/([bdgklmnprtz])\1$/, "$1")

/** How often a form is used, on the scale of WordNet's counts. */
const uses = ({ count, has, irregular }: WordNet, form: string): number => {
  const own = parts.reduce((sum, part) => sum + count(part, form), 0)
  const irregulars = parts.flatMap((part) =>
    irregular(part, form)
      .filter((lemma) => lemma !== form)
      .map((lemma) => irregularShare * count(part, lemma))
  )
  const regulars = endings.flatMap(([part, ending, replacement, share]) => {
    if (!form.endsWith(ending) || irregular(part, form).length > 0) return []
    const stem = form.slice(0, -ending.length)
    const lemma = [`${stem}${replacement}`, withoutDoubling(stem)].find((one) => has(part, one))
    return lemma === undefined || lemma === form || stem.length < 2 ? [] : [share * count(part, lemma)]
  })
  return [own, ...irregulars, ...regulars].reduce((sum, one) => sum + one, 0)
}

/** The words that carry content, the commonest first. */
export const commonWords = (wordNet: WordNet, sizes: Sizes): ReadonlyArray<string> => {
  const silent = new Set(functionWords)
  return [...sizes]
    .filter(([word]) => !silent.has(word))
    .map(([word, size]) => ({ word, uses: (uses(wordNet, word) + smoothing) * (weights.get(size) ?? 0) }))
    .toSorted((one, other) => other.uses - one.uses || (one.word < other.word ? -1 : 1))
    .slice(0, size)
    .map(({ word }) => word)
}
