/**
 * What an item says of a claim, and why. Source: the project's verification method, stance.
 */
import { cleanText } from "../../Text/Clean.ts"
import { type Channel, channelOf, type Item, type Thresholds, thresholds } from "./Channel.ts"
import type { Claim } from "./Claim.ts"
import type { Conflict } from "./Conflict.ts"
import { conflictsOf } from "./Conflicts.ts"
import { denials } from "./Denial.ts"
import { isEnglish, isNamedEnglish } from "./Language.ts"
import { relevanceOf, type TermMatch } from "./Relevance.ts"
import { hedgesIn, isOfManner, type Reservation, reservationOf } from "./Reservation.ts"
import { readSentence, type Sentence, sentencesOf } from "./Sentence.ts"

export type Stance = "affirms" | "denies" | "neutral"

/** What decided a stance. `has little of it`: less of the claim than the threshold asks for. */
export type Ground =
  | "agrees"
  | "conflicts"
  | "has little of it"
  | "is not in English"
  | "the claim says too little"
  | Reservation

/** How an item was read: everything that its stance follows from. */
export interface Reading {
  /** 0 to 2. */
  readonly relevance: number
  readonly channel: Channel
  readonly thresholds: Thresholds
  /** Of all the claim's terms. */
  readonly claimWeight: number
  /** The terms found, with their weights. */
  readonly matches: ReadonlyArray<TermMatch>
  /** The title, when there is one, is number 0. */
  readonly bestSentence: { readonly index: number; readonly text: string }
  /** The words by which each side denies, and by which a headline holds back. */
  readonly cues: {
    readonly claim: ReadonlyArray<string>
    readonly evidence: ReadonlyArray<string>
    readonly hedges: ReadonlyArray<string>
  }
  readonly conflicts: ReadonlyArray<Conflict>
  readonly stance: Stance
  readonly ground: Ground
}

/** An entity is read as one line: "name: description". */
const readSentences = ({ provider, text, title }: Item): ReadonlyArray<Sentence> => {
  const [name, body] = [cleanText(title), cleanText(text ?? "")]
  return provider === "knowledge.search" ? sentencesOf("", `${name}: ${body}`) : sentencesOf(name, body)
}

/** The source's word for the language counts, where it has one. */
const isReadable = (claim: Claim, { language }: Item, sentences: ReadonlyArray<Sentence>): boolean =>
  claim.isEnglish &&
  (language === null ? isEnglish(sentences.flatMap(({ tokens }) => tokens)) : isNamedEnglish(language))

/** An entity is named by its name; what it is, its description says. */
const isNameAlone = (claim: Claim, { provider, text, title }: Item): boolean => {
  if (provider !== "knowledge.search") return false
  const [name, description] = [readSentence(cleanText(title)), readSentence(cleanText(text ?? ""))]
  return !claim.terms.some(({ stem }) => description.stems.has(stem) && !name.stems.has(stem))
}

/** One word is a subject: whatever repeats it says nothing of it. */
const leastTerms = 2

const nothing: Sentence = { text: "", tokens: [], stems: new Set() }

export const readItem = (claim: Claim, item: Item): Reading => {
  const sentences = readSentences(item)
  const isTitleAlone = (item.text ?? "").trim() === ""
  const hasTitle = item.provider !== "knowledge.search" && item.title.trim() !== ""
  const channel = channelOf(isTitleAlone && item.provider === "news.search", sentences.length)
  const { best: index, matches, score } = relevanceOf(claim, sentences, hasTitle)
  const best = sentences[index] ?? nothing
  const denying = denials(best.tokens, claim.stems)
  const conflicts = conflictsOf(claim, best, sentences, denying, channel)

  const decide = (): readonly [Stance, Ground] => {
    if (!isReadable(claim, item, sentences)) return ["neutral", "is not in English"]
    if (claim.terms.length < leastTerms) return ["neutral", "the claim says too little"]
    const isDenied = conflicts.length > 0
    if (score < (isDenied ? thresholds[channel].deny : thresholds[channel].affirm))
      return ["neutral", "has little of it"]
    const reservation = reservationOf(claim, best, channel, score, {
      isTitleAlone,
      // Another member of the same class ("comedian" for "musician") is something of the claim.
      isNameAlone: !isDenied && isNameAlone(claim, item)
    })
    // What is merely asked, reported or named contradicts a claim by a denial of its own alone.
    if (isDenied && (denying.length > 0 || !isOfManner(reservation))) return ["denies", "conflicts"]
    return reservation === undefined ? ["affirms", "agrees"] : ["neutral", reservation]
  }
  const [stance, ground] = decide()

  return {
    relevance: score,
    channel,
    thresholds: thresholds[channel],
    claimWeight: claim.weight,
    matches,
    bestSentence: { index, text: best.text },
    cues: {
      claim: claim.denials,
      evidence: denying,
      hedges: channel === "headline" ? hedgesIn(claim, best) : []
    },
    conflicts,
    stance,
    ground
  }
}
