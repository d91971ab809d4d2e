/**
 * The conflicts between a claim and an item: one side denies, or the item says something that excludes what the claim
 * says (an opposite, another number, another member of a class, a difference for an equality).
 */

import { lazy } from "../../../Runtime/Lazy.ts"
import type { Claim } from "../Claim.ts"
import { isDenialStem, isDeniedBy, isNegated } from "../Denial.ts"
import { isSameKind, type Quantity, written } from "../Numerals.ts"
import type { Pair } from "../Pair.ts"
import { phrase, phraseFinder, type Sentence } from "../Sentence.ts"
import { stem } from "../Stem.ts"
import { closedClasses } from "../words/ClosedClasses.ts"
import { copulas, directions, equalities, equalPredicates } from "../words/Sameness.ts"
import { amountsOf, shareAmount, shareNumber } from "./Amounts.ts"
import { antonymConflicts, isPrefixed } from "./AntonymConflict.ts"
import { exchangeOf, rankConflicts } from "./Comparisons.ts"
import { type Conflict, conflict } from "./Conflict.ts"
import { dateConflicts } from "./Dates.ts"
import { directionConflicts, isDirectionStem, sharesDirection } from "./Direction.ts"
import { isOfLack, isRemoval } from "./Removal.ts"
import { saysItEnded, undoingConflicts } from "./Undoing.ts"

/**
 * Of each closed class, the member that a stem names: "Monday" excludes "Friday".
 */
const classes = lazy(
  (): ReadonlyArray<readonly [name: string, members: ReadonlyMap<string, string>]> =>
    Object.entries(closedClasses).map(([name, members]) => [
      name,
      new Map(members.flatMap((names) => names.map((name) => [stem(name), names[0] ?? name] as const)))
    ])
)

/** Most sentences name none, so that this comes before all members are looked for. */
const firstMember = (names: ReadonlyMap<string, string>, { stems }: Sentence): string | undefined => {
  for (const one of stems) {
    const member = names.get(one)
    if (member !== undefined) return member
  }
  return undefined
}

const membersOf = (names: ReadonlyMap<string, string>, { stems }: Sentence): ReadonlySet<string> =>
  new Set([...stems].flatMap((one) => names.get(one) ?? []))

/**
 * A conflict for each class of which the claim names one member and the best sentence another. None when any sentence
 * of the evidence names the claim's member.
 */
export const classConflicts = (
  claim: Sentence,
  best: Sentence,
  evidence: ReadonlyArray<Sentence>,
  isCompared: (className: string) => boolean = () => true
): ReadonlyArray<Conflict> =>
  classes().flatMap(([className, names]) => {
    if (!isCompared(className)) return []
    const other = firstMember(names, best)
    const member = other === undefined ? undefined : firstMember(names, claim)
    if (member === undefined || other === undefined) return []
    const claimed = [...membersOf(names, claim)]
    const isNamed = evidence.some((sentence) => {
      const found = membersOf(names, sentence)
      return claimed.some((one) => found.has(one))
    })
    return isNamed ? [] : [conflict("class", member, other)]
  })

/**
 * "The same" excludes "more" and "less". Adjectives count as predicates alone: "patients were similar" compares, "similar patients" does not.
 */
const equality = phraseFinder(equalities.map(phrase))
const predicate = new Set(equalPredicates.map(stem))
const copula = new Set(copulas)
const direction = new Set(directions.map(stem))

/** "Were similar", "were very similar". */
const isPredicate = ({ tokens }: Sentence, index: number): boolean =>
  tokens.slice(Math.max(0, index - 2), index).some(({ text }) => copula.has(text))

const equalityIn = (sentence: Sentence): string | undefined => {
  const { tokens } = sentence
  for (let index = 0; index < tokens.length; index++) {
    const found = equality(tokens, index)
    if (found !== undefined) return found.text
  }
  return tokens.find(({ stem }, index) => predicate.has(stem) && isPredicate(sentence, index))?.text
}

const directionIn = ({ tokens }: Sentence): string | undefined =>
  tokens.find(({ stem }) => direction.has(stem))?.text

/** One sentence says that things are equal, the other only in which direction they differ. */
export const equalityConflicts = (claim: Sentence, best: Sentence): ReadonlyArray<Conflict> => {
  const [equal, otherEqual] = [equalityIn(claim), equalityIn(best)]
  if ((equal === undefined) === (otherEqual === undefined)) return []
  const directed = directionIn(equal === undefined ? claim : best)
  if (directed === undefined) return []
  return [conflict("equality", equal ?? directed, otherEqual ?? directed)]
}

const isYear = ({ unit }: Quantity): boolean => unit === "year"

/**
 * For each number of the claim, the number of the same unit in the best sentence. None when the evidence has any number
 * of the claim, or the best sentence has one within its bounds. A year in common does not excuse another count, nor a
 * count another year.
 */
export const numberConflicts = (
  claim: Sentence,
  best: Sentence,
  evidence: ReadonlyArray<Sentence>
): ReadonlyArray<Conflict> => {
  const claimed = amountsOf(claim)
  if (claimed.length === 0) return []
  const known = evidence.flatMap(amountsOf)
  const found = amountsOf(best)
  return [claimed.filter(isYear), claimed.filter((one) => !isYear(one))].flatMap((alike) =>
    shareNumber(alike, known) || shareAmount(alike, found)
      ? []
      : alike.flatMap((one) => {
          const other = found.find((each) => isSameKind(each, one))
          return other === undefined ? [] : [conflict("number", written(one), written(other))]
        })
  )
}

/**
 * For each number of the claim, another number of the same unit, when the evidence has none of the claim's of this unit.
 * A year in common does not excuse another count.
 */
export const unitConflicts = (claim: Sentence, best: Sentence): ReadonlyArray<Conflict> => {
  const [claimed, found] = [amountsOf(claim), amountsOf(best)]
  return claimed.flatMap((one) => {
    const alike = found.filter((each) => isSameKind(each, one))
    const [other] = alike
    const isShared = shareAmount(
      claimed.filter((each) => isSameKind(each, one)),
      alike
    )
    return other === undefined || isShared ? [] : [conflict("number", written(one), written(other))]
  })
}

/** Whether a pair of opposites is of a word that denies by its meaning: "effective" and "ineffective". */
const isByMeaning = ({ claim, evidence, kind }: Conflict): boolean =>
  kind === "antonym" && (isDenialStem(claim) || isDenialStem(evidence))

/**
 * Opposites in a headline that has every other term of the claim: the opposite stands in the word's place. Elsewhere a
 * headline may have it of something else.
 */
const replaced = (claim: Claim, best: Sentence): ReadonlyArray<Conflict> =>
  antonymConflicts(claim, best, { hasWordNet: false }).filter((one) =>
    claim.terms.every(({ stem }) => stem === one.claim || best.stems.has(stem))
  )

/** Opposite ways: "raises" and "lowers"; not "absence" and "presence". */
const isOpposite = ({ claim, evidence, kind }: Conflict): boolean =>
  (kind === "antonym" || kind === "direction") && !isRemoval(claim) && !isRemoval(evidence)

/**
 * The other conflicts mislead in headlines, which name more than one thing in few words, so they are not looked for
 * there. Where one side denies, they decide nothing, but for one case: a claim that is denied by the claim itself
 * ("is not the first") is affirmed by what excludes it ("is the second"). Of a word and the same with a prefix that holds the
 * other way round as well: "is not legal" affirms "is illegal".
 *
 * A word that denies by its meaning is judged as a denial. Where both sides deny, it may still be by other words: "is
 * effective, and no harm was seen" does not say that something is ineffective.
 *
 * What is said of the lack of a thing agrees with the opposite that is said of the thing, and the word for the lack denies
 * nothing: "lack of sleep raises the risk" and "sleep lowers the risk".
 */
export const conflictsOf = (
  { best, channel, claim, rules }: Pair,
  evidence: ReadonlyArray<Sentence>,
  denials: ReadonlyArray<string>
): ReadonlyArray<Conflict> => {
  const [claimDenies, itemDenies] = [claim.denials.length > 0, denials.length > 0]
  const exchange = rules.has("S7") ? exchangeOf(claim, best) : undefined
  const directions = exchange?.conflicts ?? (rules.has("S7") ? directionConflicts(claim, best) : [])
  // Words of direction are judged by their nouns, where they have a noun in common.
  const isDirected = rules.has("S7") && (directions.length > 0 || sharesDirection(claim, best))
  const isMeant = (one: Conflict) =>
    !isByMeaning(one) ||
    (claimDenies === itemDenies &&
      isDeniedBy(claim.tokens, one.claim) !== isDeniedBy(best.tokens, one.evidence))
  const others =
    channel === "headline"
      ? [
          ...(rules.has("S6") ? undoingConflicts(claim, best) : []),
          ...(exchange === undefined ? replaced(claim, best).filter(isMeant) : exchange.conflicts),
          ...rankConflicts(claim, best)
        ]
      : [
          ...antonymConflicts(claim, best, {
            hasWordNet: rules.has("S5"),
            isLeftOut: (word) => word === exchange?.word || (isDirected && isDirectionStem(word))
          }).filter(isMeant),
          ...directions,
          ...numberConflicts(claim, best, evidence),
          ...classConflicts(claim, best, evidence),
          ...dateConflicts(claim, best, evidence),
          ...rankConflicts(claim, best),
          ...equalityConflicts(claim, best)
        ]
  if (isOfLack(claim, best) && others.some(isOpposite)) {
    const isDenied = (words: ReadonlyArray<string>) => !words.every(isRemoval)
    return isDenied(claim.denials) === isDenied(denials)
      ? others.filter((one) => !isOpposite(one))
      : [conflict("polarity", claim.denials.join(", "), denials.join(", "))]
  }
  const isOfNegated = (one: Conflict) => isPrefixed(one) && isNegated(best.tokens, one.evidence)
  const isEnded = claimDenies ? saysItEnded(claim.denials, best) : saysItEnded(denials, claim)
  if (claimDenies === itemDenies || isEnded) return others
  if (others.length > 0 && (claimDenies || others.every((one) => isOfNegated(one) || exchange !== undefined)))
    return []
  return [conflict("polarity", claim.denials.join(", "), denials.join(", "))]
}
