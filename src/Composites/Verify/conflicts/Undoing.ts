/**
 * Headlines that undo what a claim says was done: "EU scraps ban".
 */
import { lazy } from "../../../Runtime/Lazy.ts"
import type { Claim } from "../Claim.ts"
import type { Sentence } from "../Sentence.ts"
import { stem } from "../Stem.ts"
import type { Token } from "../Tokens.ts"
import { behindFalls, cessations, endings, releases, restraints, undoings } from "../words/Undoings.ts"
import { type Conflict, conflict } from "./Conflict.ts"

/** The verbs that undo, each in its words, by the first of these. */
const undoing = new Map<string, ReadonlyArray<string>>(
  undoings.map((verb) => verb.split(" ")).map((verb) => [verb[0] ?? "", verb])
)
const undoingReach = 3

const endingStems = lazy(() => new Set([...undoing.keys(), ...endings].map(stem)))

/** Whether the claim says by a word of its own that something ends: then a headline's verb says the same. */
const endsItself = (claim: Claim, headline: Sentence): boolean =>
  [...claim.stems].some((one) => endingStems().has(one) && !headline.stems.has(one))

const restraint = new Set(restraints)
const behindFall = new Set(behindFalls)
const release = new Set(releases)
const cessationStems = lazy(() => new Set(cessations.map(stem)))

const isNoLonger = (denials: ReadonlyArray<string>): boolean =>
  denials.length > 0 && denials.every((denial) => denial === "no longer")

/** Whether one side says that something stopped, and the other, which denies by these words alone, that it is no longer so. */
export const saysItEnded = (denials: ReadonlyArray<string>, other: Sentence): boolean =>
  isNoLonger(denials) && [...other.stems].some((one) => cessationStems().has(one))

/** How far behind the verb its object ends, in words: "lifts its two-year travel ban". */
const objectReach = 6

/**
 * Verbs that undo some things alone: "lifts the ban", not "lifts rates"; "drops the plan", not "drops to $70"; "stops
 * selling", not "stops in Rome".
 */
const undoes = (verb: string, object: ReadonlyArray<Token>): boolean => {
  const [next] = object
  switch (verb) {
    case "lifts":
    case "lifted":
      return object.some(({ text }) => restraint.has(text))
    case "stops":
    case "stopped":
      return next?.text.endsWith("ing") === true
    case "drops":
    case "dropped":
      return (
        next?.kind !== "number" &&
        !behindFall.has(next?.text ?? "") &&
        !object.some(({ text }) => release.has(text))
      )
    default:
      return true
  }
}

/**
 * The verb is not the claim's, and something of the claim stands directly behind it. None for a claim that denies, or
 * that tells of an end itself.
 */
export const undoingConflicts = (claim: Claim, headline: Sentence): ReadonlyArray<Conflict> => {
  if (claim.denials.length > 0 || endsItself(claim, headline)) return []
  const { tokens } = headline
  const isOfClaim = ({ stem }: Token) => claim.terms.some((term) => term.stem === stem)
  return tokens.flatMap((token, index) => {
    const verb = undoing.get(token.text)
    if (verb === undefined || claim.stems.has(token.stem)) return []
    if (!verb.every((word, offset) => tokens[index + offset]?.text === word)) return []
    const start = index + verb.length
    const object = tokens.slice(start, start + objectReach)
    return object.slice(0, undoingReach).some(isOfClaim) && undoes(token.text, object)
      ? [conflict("undoing", "", verb.join(" "))]
      : []
  })
}
