/**
 * A sentence with the words marked by which it was read: found again in the text as it is written, since reading folds
 * case, accents and endings.
 */

import type { Term } from "../../../../Composites/Verify/Claim.ts"
import { isContent, type Token, tokenise } from "../../../../Composites/Verify/Tokens.ts"
import { h, type Markup } from "../../../Markup.ts"

/** Letters that two related stems share at their beginning, as `Composites/Verify/Relevance.ts` compares them. */
const prefixLength = 6

const isOf = ({ isNumber, stem }: Term, token: Token): boolean =>
  token.stem === stem ||
  (!isNumber &&
    token.kind === "content" &&
    Math.min(stem.length, token.stem.length) >= prefixLength &&
    token.stem.startsWith(stem.slice(0, prefixLength)))

const beginsWith = (stems: ReadonlyArray<string>, all: ReadonlyArray<string>): boolean =>
  stems.length > 0 && stems.every((stem, index) => all[index] === stem)

const stemsOf = (text: string): ReadonlyArray<string> => tokenise(text).map(({ stem }) => stem)

type Kind = "term" | "cue"

/** A number may be of several words ("44 billion"), a phrase that denies as well ("no evidence"). */
const mostWords = 4

/** Which words, from the first on, are a term or a cue, and how many they are; undefined when the first is neither. */
const readAt = (
  words: ReadonlyArray<string>,
  terms: ReadonlyArray<Term>,
  cues: ReadonlyArray<ReadonlyArray<string>>
): { readonly kind: Kind; readonly length: number } | undefined => {
  for (let length = Math.min(mostWords, words.length); length > 1; length -= 1) {
    const text = words.slice(0, length).join(" ")
    const stems = stemsOf(text)
    const isPhrase = cues.some(
      (cue) => cue.length === stems.length && cue.length > 1 && beginsWith(cue, stems)
    )
    if (isPhrase) return { kind: "cue", length }
    // A number alone is of one token: its words are no longer several.
    const isJoined = stems.length === 1 && terms.some(({ isNumber, stem }) => isNumber && stem === stems[0])
    if (isJoined) return { kind: "term", length }
  }
  const tokens = tokenise(words[0] ?? "")
  if (tokens.some(({ stem }) => cues.some((cue) => cue.length === 1 && cue[0] === stem)))
    return { kind: "cue", length: 1 }
  const isTerm = tokens.filter(isContent).some((token) => terms.some((term) => isOf(term, token)))
  return isTerm ? { kind: "term", length: 1 } : undefined
}

/** Punctuation around words stays outside of a mark. */
const around = /^([^\p{L}\p{N}$€£¥]*)(.*?)([^\p{L}\p{N}%]*)$/su

/**
 * The sentence in pieces.
 *
 * @param terms of the claim, those that were matched
 * @param cues words and phrases by which the sentence denies or hedges
 */
export const marked = (
  sentence: string,
  terms: ReadonlyArray<Term>,
  cues: ReadonlyArray<string>
): ReadonlyArray<Markup> => {
  const stems = cues.map(stemsOf)
  const words = sentence.split(/(?<=\s)(?=\S)/u)
  const pieces: Array<Markup> = []
  for (let index = 0; index < words.length; ) {
    const ahead = words.slice(index, index + mostWords).map((word) => word.trim())
    const found = readAt(ahead, terms, stems)
    const text = words.slice(index, index + (found?.length ?? 1)).join("")
    const [, before = "", inner = "", after = ""] = around.exec(text) ?? []
    if (found === undefined || inner === "") pieces.push(text)
    else pieces.push(before, h("mark", found.kind === "cue" ? { class: "cue" } : {}, inner), after)
    index += found?.length ?? 1
  }
  return pieces.filter((piece) => piece !== "")
}
