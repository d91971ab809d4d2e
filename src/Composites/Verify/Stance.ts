/**
 * What an item says of a claim, and why. An item with a conflict denies, one without affirms, when enough of the claim
 * stands in it; what has neither enough words nor a clear assertion is neutral.
 */
import { cleanText } from "../../Text/Clean.ts"
import { isRetractedTitle } from "../../Text/RetractedTitle.ts"
import { type Channel, channelOf, type Item, type Thresholds, thresholds } from "./Channel.ts"
import type { Claim, Term } from "./Claim.ts"
import type { Conflict } from "./conflicts/Conflict.ts"
import { conflictsOf } from "./conflicts/Conflicts.ts"
import { isAnotherOfName } from "./conflicts/NumberedNames.ts"
import { denials, refutesExplicitly } from "./Denial.ts"
import { isEnglish, isNamedEnglish } from "./Language.ts"
import { openWordsIn } from "./OpenQuestion.ts"
import type { Pair } from "./Pair.ts"
import { relevanceOf, relevanceThreshold, type TermMatch } from "./Relevance.ts"
import { asksAlone, hedgesIn, isOfManner, type Reservation, reservationOf } from "./Reservation.ts"
import { allRules, type Rule, type Rules } from "./Rules.ts"
import { readSentence, type Sentence, sentencesOf } from "./Sentence.ts"

export type Stance = "affirms" | "denies" | "neutral"

/** What decided a stance. `has little of it`: less of the claim than the threshold asks for. */
export type Ground =
  | "agrees"
  | "conflicts"
  | "has little of it"
  | "is not in English"
  | "is retracted"
  | "the claim says too little"
  | Reservation

/** How an item was read: everything that its stance follows from. */
export interface Reading {
  /** 0 to 2. */
  readonly relevance: number
  /** Whether it is evidence. */
  readonly isRelevant: boolean
  readonly channel: Channel
  readonly thresholds: Thresholds
  /** Of all the claim's terms. */
  readonly claimWeight: number
  /** The terms found, with their weights. */
  readonly matches: ReadonlyArray<TermMatch>
  /** The title, when there is one, is number 0. */
  readonly bestSentence: { readonly index: number; readonly text: string }
  /** The words by which each side denies, and by which the item holds back. */
  readonly cues: {
    readonly claim: ReadonlyArray<string>
    readonly evidence: ReadonlyArray<string>
    readonly hedges: ReadonlyArray<string>
  }
  readonly conflicts: ReadonlyArray<Conflict>
  readonly stance: Stance
  readonly ground: Ground
  /** The numbered rule that decided, where one did (`Rules.ts`). */
  readonly rule: Rule | null
}

/** An entity is read as one line: "name: description". */
const readSentences = ({ provider, text, title }: Item): ReadonlyArray<Sentence> => {
  const [name, body] = [cleanText(title), cleanText(text ?? "")]
  return provider === "knowledge.search" ? sentencesOf("", `${name}: ${body}`) : sentencesOf(name, body)
}

/** The source's word for the language counts, where it has one. */
const isReadable = (
  claim: Claim,
  { language }: Item,
  sentences: ReadonlyArray<Sentence>,
  rules: Rules
): boolean =>
  claim.isEnglish &&
  (language === null
    ? isEnglish(
        sentences.flatMap(({ tokens }) => tokens),
        rules
      )
    : isNamedEnglish(language))

/** An entity is named by its name; what it is, its description says. */
const isNameAlone = (claim: Claim, { provider, text, title }: Item): boolean => {
  if (provider !== "knowledge.search") return false
  const [name, description] = [readSentence(cleanText(title)), readSentence(cleanText(text ?? ""))]
  return !claim.terms.some(({ stem }) => description.stems.has(stem) && !name.stems.has(stem))
}

/**
 * "Capital and largest city of France" says nothing of the capital of Texas. Of a name of several words one is enough.
 */
const lacksName = ({ terms }: Claim, { provider }: Item, matches: ReadonlyArray<TermMatch>): boolean => {
  if (provider !== "knowledge.search") return false
  const found = new Set(matches.map(({ term }) => term))
  const isFoundName = (term: Term | undefined) => term?.isName === true && found.has(term.text)
  return terms.some(
    (term, index) =>
      term.isName && !found.has(term.text) && !isFoundName(terms[index - 1]) && !isFoundName(terms[index + 1])
  )
}

/** One word is a subject: whatever repeats it says nothing of it. */
const leastTerms = 2

interface Decision {
  readonly stance: Stance
  readonly ground: Ground
  readonly rule?: Rule | undefined
}

/** From here on a headline that calls the claim untrue in so many words denies it, and is evidence. */
const explicitDeny = 0.2
/** From here on a headline that undoes what is claimed denies it. */
const undoingDeny = 1

const isOfKind = (kind: Conflict["kind"]) => (conflict: Conflict) => conflict.kind === kind

/** The thresholds of an item: its channel's, but for some headlines that deny. */
const thresholdsOf = (
  { best, channel, claim, rules }: Pair,
  conflicts: ReadonlyArray<Conflict>
): Thresholds => {
  const usual = thresholds[channel]
  if (channel !== "headline" || conflicts.length === 0) return usual
  if (conflicts.every(isOfKind("undoing"))) return { ...usual, deny: undoingDeny }
  const isExplicit = rules.has("S1") && claim.denials.length === 0 && refutesExplicitly(best.tokens)
  return isExplicit ? { ...usual, deny: explicitDeny } : usual
}

/** The rule by which an item denies, where it is one of the numbered ones. */
const ruleOf = (conflicts: ReadonlyArray<Conflict>, { deny }: Thresholds): Rule | undefined => {
  if (conflicts.some(isOfKind("direction"))) return "S7"
  if (conflicts.every(isOfKind("undoing"))) return "S6"
  return deny === explicitDeny ? "S1" : undefined
}

const ruleOfReservation: ReadonlyMap<Reservation, Rule> = new Map([
  ["has another number", "S2"],
  ["shares names alone", "S9"],
  ["lacks a name", "S9"]
])

const nothing: Sentence = { text: "", tokens: [], stems: new Set() }

/** Reads an item with regard to a claim. */
export const readItem = (claim: Claim, item: Item, rules: Rules = allRules): Reading => {
  const sentences = readSentences(item)
  const isTitleAlone = (item.text ?? "").trim() === ""
  const hasTitle = item.provider !== "knowledge.search" && item.title.trim() !== ""
  const channel = channelOf(isTitleAlone && item.provider === "news.search", sentences.length)
  const { best: index, matches, score } = relevanceOf(claim, sentences, hasTitle)
  const best = sentences[index] ?? nothing
  const denying = denials(best.tokens, claim.stems)
  const pair: Pair = { claim, best, channel, rules }
  const conflicts = conflictsOf(pair, sentences, denying)
  const limits = thresholdsOf(pair, conflicts)
  const hedges = channel === "headline" ? hedgesIn(claim, best) : openWordsIn(claim, best)

  const decide = (): Decision => {
    if (!isReadable(claim, item, sentences, rules)) return { stance: "neutral", ground: "is not in English" }
    // What it said counts no more, and its mark denies nothing.
    if (item.provider === "academic.search" && isRetractedTitle(cleanText(item.title)))
      return { stance: "neutral", ground: "is retracted" }
    if (claim.terms.length < leastTerms) return { stance: "neutral", ground: "the claim says too little" }
    const isDenied = conflicts.length > 0
    if (channel === "headline" && rules.has("S8") && asksAlone(best))
      return { stance: "neutral", ground: "asks", rule: "S8" }
    if (isAnotherOfName(claim, sentences)) return { stance: "neutral", ground: "has another number" }
    if (score < (isDenied ? limits.deny : limits.affirm))
      return { stance: "neutral", ground: "has little of it" }
    // "Not clear whether" denies nothing, whatever stands behind it.
    if (channel !== "headline" && hedges.length > 0) return { stance: "neutral", ground: "hedges" }
    const reservation = reservationOf(pair, matches, {
      isEntity: item.provider === "knowledge.search",
      isTitleAlone,
      // Another member of the same class ("comedian" for "musician") is something of the claim.
      isNameAlone: !isDenied && isNameAlone(claim, item),
      lacksName: lacksName(claim, item, matches)
    })
    // What is merely asked, reported or named contradicts a claim by a denial of its own alone; and so does what would
    // not affirm the claim without its "not".
    const saysNothing =
      isOfManner(reservation) || (reservation !== undefined && conflicts.every(isOfKind("polarity")))
    if (isDenied && (denying.length > 0 || !saysNothing))
      return { stance: "denies", ground: "conflicts", rule: ruleOf(conflicts, limits) }
    return reservation === undefined
      ? { stance: "affirms", ground: "agrees" }
      : { stance: "neutral", ground: reservation, rule: ruleOfReservation.get(reservation) }
  }
  const { ground, rule, stance } = decide()

  return {
    relevance: score,
    isRelevant:
      score >= (stance === "denies" ? Math.min(relevanceThreshold, limits.deny) : relevanceThreshold),
    channel,
    thresholds: limits,
    claimWeight: claim.weight,
    matches,
    bestSentence: { index, text: best.text },
    cues: {
      claim: claim.denials,
      evidence: denying,
      hedges
    },
    conflicts,
    stance,
    ground,
    rule: rule ?? null
  }
}
