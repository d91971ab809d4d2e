/**
 * Why an item that does not contradict a claim does not affirm it either. A headline that asks, hedges or reports what
 * someone says asserts nothing: people label such headlines as observing. A headline with another number than the
 * claim's tells of something else, so it neither affirms nor denies.
 */
import type { Claim } from "./Claim.ts"
import { amountsOf, hasOtherUnit, shareAmount } from "./conflicts/Amounts.ts"
import { classConflicts, unitConflicts } from "./conflicts/Conflicts.ts"
import { dateConflicts } from "./conflicts/Dates.ts"
import { hasOtherRoles } from "./conflicts/Roles.ts"
import { refutesExplicitly } from "./Denial.ts"
import type { Pair } from "./Pair.ts"
import type { TermMatch } from "./Relevance.ts"
import { isTopic, type Sentence } from "./Sentence.ts"
import { isContent, type Token } from "./Tokens.ts"
import { hedges, intentions, modals } from "./words/Hedges.ts"
import { irregularVerbs } from "./words/IrregularVerbs.ts"
import { words } from "./words/WordList.ts"

export type Reservation =
  | "asks"
  | "hedges"
  | "has another number"
  | "has other roles"
  | "names a topic"
  | "shares names alone"
  | "lacks a name"

const hedge = new Set(hedges)
const intention = new Set(intentions)
const modal = new Set(modals)

const beforeMonth = new Set(words("in on since until till by from of last next early late mid"))

const behindModal = new Set(words("be have not never also still soon yet"))

/** Whether "may" is the month: "in May", "May 2024", "on 5 May"; not in "iOS 8 may come", "the house he lived in may be sold". */
const isMonth = (tokens: ReadonlyArray<Token>, index: number): boolean => {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  if (token?.text !== "may" || behindModal.has(after?.text ?? "")) return false
  if (after?.kind === "number" || beforeMonth.has(before?.text ?? "")) return true
  return before?.kind === "number" && (after === undefined || after.kind === "mark")
}

/** The hedging words of a headline, without those that the claim has too. */
const hedgingIn = (claim: Claim, { tokens }: Sentence): ReadonlyArray<string> =>
  tokens.flatMap(({ stem, text }, index) =>
    hedge.has(text) && !claim.stems.has(stem) && !isMonth(tokens, index) ? text : []
  )

/** Whether all before an index is of the claim or of grammar: "Tesla to open", not "legend leads president to adopt". */
const isSubjectBefore = (claim: Claim, tokens: ReadonlyArray<Token>, index: number): boolean =>
  index > 0 && tokens.slice(0, index).every((token) => !isContent(token) || claim.stems.has(token.stem))

const infinitives: ReadonlyMap<string, string> = new Map(
  irregularVerbs.flatMap(([infinitive = "", ...pasts]) => pasts.map((past) => [past, infinitive] as const))
)

/** Whether a word of a claim is the past of a verb: "joined" of "join", "bought" of "buy". */
const isPastOf = (verb: Token, { stem, text }: Token): boolean =>
  infinitives.get(text) === verb.text || (stem === verb.stem && text.endsWith("ed"))

/**
 * The words by which a headline looks ahead to what the claim says has happened: "wants to join", "to open", "should ban",
 * "offers to buy" for "joined", "opened", "banned", "bought".
 */
const prospectsIn = (claim: Claim, { tokens }: Sentence): ReadonlyArray<string> =>
  tokens.flatMap((token, index) => {
    const { text } = token
    const [before, ahead] = [tokens[index - 1]?.text ?? "", tokens[index - 2]?.text ?? ""]
    if (text.endsWith("ed") || !claim.tokens.some((word) => isPastOf(token, word))) return []
    const isAhead = before === "to" && (intention.has(ahead) || isSubjectBefore(claim, tokens, index - 1))
    return isAhead || modal.has(before) ? [`${before} ${text}`] : []
  })

/** The words by which a headline holds back: it hedges, or it looks ahead. */
export const hedgesIn = (claim: Claim, headline: Sentence): ReadonlyArray<string> => [
  ...hedgingIn(claim, headline),
  ...prospectsIn(claim, headline)
]

const asks = ({ tokens }: Sentence): boolean => tokens.some(({ text }) => text === "?")

/** Fewer content words behind a question are no answer to it. */
const leastAnswer = 3

/** Whether a headline asks and says little more. "It's fake" behind the question is an answer, however short. */
export const asksAlone = ({ tokens }: Sentence): boolean => {
  const mark = tokens.findLastIndex(({ text }) => text === "?")
  const answer = tokens.slice(mark + 1)
  return mark >= 0 && answer.filter(isContent).length < leastAnswer && !refutesExplicitly(answer)
}

/** Two names in common are not enough to affirm what is said of them. */
const fewNames = 2

/** Nothing of the claim but names, though it says something of them. */
const sharesNamesAlone = (claim: Claim, matches: ReadonlyArray<TermMatch>): boolean => {
  const found = new Set(matches.map(({ term }) => term))
  const said = claim.terms.filter(({ isName, isNumber }) => !isName && !isNumber)
  const names = claim.terms.filter(({ isName }) => isName)
  const shared = names.filter(({ text }) => found.has(text))
  return (
    said.length > 0 &&
    shared.length > 0 &&
    shared.length <= fewNames &&
    !said.some(({ text }) => found.has(text))
  )
}

/** "(1867-1934)" says something of who "was born in 1867". */
const sharesNumber = ({ terms }: Claim, matches: ReadonlyArray<TermMatch>): boolean =>
  terms.some(({ isNumber, text }) => isNumber && matches.some(({ term }) => term === text))

const ofHeadline = (
  { best: headline, claim, rules }: Pair,
  matches: ReadonlyArray<TermMatch>
): Reservation | undefined => {
  if (asks(headline)) return "asks"
  if (hedgesIn(claim, headline).length > 0) return "hedges"
  const hasNumberInCommon = shareAmount(amountsOf(claim), amountsOf(headline))
  const numbers = rules.has("S2") || !hasNumberInCommon ? unitConflicts(claim, headline) : []
  const ordinals = classConflicts(claim, headline, [headline], (name) => name === "ordinal")
  const dates = dateConflicts(claim, headline, [headline])
  if (numbers.length > 0 || ordinals.length > 0 || dates.length > 0) return "has another number"
  return rules.has("S9") && sharesNamesAlone(claim, matches) ? "shares names alone" : undefined
}

const ofTitle = (title: Sentence): Reservation | undefined => {
  if (asks(title)) return "asks"
  return isTopic(title) ? "names a topic" : undefined
}

/** Which text an item lacks: an item without a text of its own is a title or a name. */
export interface MissingText {
  /** A work or article without a text. */
  readonly isTitleAlone: boolean
  /** An entity whose description adds no term of the claim to those of its name. */
  readonly isNameAlone: boolean
  /** An entity that has nothing of a name of the claim. */
  readonly lacksName: boolean
  readonly isEntity: boolean
}

/** Whether the reason is how the item speaks, not how much of the claim it contains. */
export const isOfManner = (reservation: Reservation | undefined): boolean =>
  reservation !== undefined && reservation !== "shares names alone" && reservation !== "lacks a name"

/** The first reason that holds an item back from affirming a claim. */
export const reservationOf = (
  pair: Pair,
  matches: ReadonlyArray<TermMatch>,
  { isEntity, isNameAlone, isTitleAlone, lacksName }: MissingText
): Reservation | undefined => {
  if (isNameAlone) return "names a topic"
  if (lacksName && pair.rules.has("S9")) return "lacks a name"
  if (hasOtherRoles(pair.claim, pair.best)) return "has other roles"
  if (hasOtherUnit(amountsOf(pair.claim), amountsOf(pair.best))) return "has another number"
  if (pair.channel === "headline") return ofHeadline(pair, matches)
  const topic = isTitleAlone ? ofTitle(pair.best) : undefined
  const isNamesAlone = isEntity && sharesNamesAlone(pair.claim, matches) && !sharesNumber(pair.claim, matches)
  return topic ?? (isNamesAlone && pair.rules.has("S9") ? "shares names alone" : undefined)
}
