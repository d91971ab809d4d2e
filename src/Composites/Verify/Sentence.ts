/**
 * From the text of an item to sentences: what denies a claim has to stand beside its words, and an abstract is too
 * long for that. A full stop ends a sentence whatever the case of the next letter, so that capitals change nothing. A
 * list of abbreviations stands in for the capital.
 */

import { lazy } from "../../Runtime/Lazy.ts"
import { type Token, tokenise } from "./Tokens.ts"
import { abbreviations } from "./words/Abbreviations.ts"
import { finiteVerbs } from "./words/FiniteVerbs.ts"

/** A sentence, read once for all that is compared with it. */
export interface Sentence {
  readonly text: string
  readonly tokens: ReadonlyArray<Token>
  /** Of words and numbers. */
  readonly stems: ReadonlySet<string>
}

export const readSentence = (text: string): Sentence => {
  const tokens = tokenise(text)
  return {
    text,
    tokens,
    stems: new Set(tokens.filter(({ kind }) => kind !== "mark").map(({ stem }) => stem))
  }
}

const finite = new Set(finiteVerbs)

/** Whether a title names a topic ("Smoking and COVID-19") and says nothing of it: it has no finite verb. */
export const isTopic = ({ tokens }: Sentence): boolean => !tokens.some(({ text }) => finite.has(text))

const mostSentences = 60

const gap = /(?<=[.!?]["'”’)\]]{0,2})\s+(?=[\p{L}\p{N}"'“‘([])/u

const abbreviation = new Set(abbreviations)
const lastWord = /(?<![\p{L}.])([\p{L}.]+)\.["'”’)\]]*$/u
/** Longer than any abbreviation with its quotes and brackets. */
const lastWordLength = 12

/** Whether a stretch of text ends in an abbreviation or an initial, so that its full stop ends no sentence. */
const isOpen = (text: string): boolean => {
  const last = lastWord.exec(text.slice(-lastWordLength))?.[1]
  return last !== undefined && (last.length === 1 || abbreviation.has(last.toLowerCase()))
}

/** The sentences of a text, in its order. */
export const splitSentences = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  let open: Array<string> = []
  for (const piece of text.trim().split(gap)) {
    open.push(piece)
    if (isOpen(piece)) continue
    sentences.push(open.join(" "))
    open = []
  }
  return [...sentences, open.join(" ")].filter((sentence) => sentence !== "")
}

/** The title as the first sentence when there is one, then those of the text; 60 at most. */
export const sentencesOf = (title: string, text: string): ReadonlyArray<Sentence> =>
  [...(title === "" ? [] : [title]), ...splitSentences(text)].slice(0, mostSentences).map(readSentence)

export interface Phrase {
  readonly text: string
  readonly stems: ReadonlyArray<string>
}

/** Its stems are found when they are first asked for. */
export const phrase = (text: string): Phrase => {
  const stems = lazy(() => tokenise(text).map(({ stem }) => stem))
  return {
    text,
    get stems() {
      return stems()
    }
  }
}

/** The first of some phrases that begins at an index; undefined for none. */
export const phraseFinder = (phrases: ReadonlyArray<Phrase>) => {
  const byFirst = lazy(() => {
    const groups = new Map<string, Array<Phrase>>()
    for (const one of phrases) {
      const first = one.stems[0] ?? ""
      groups.set(first, [...(groups.get(first) ?? []), one])
    }
    return groups
  })
  return (tokens: ReadonlyArray<Token>, index: number): Phrase | undefined =>
    byFirst()
      .get(tokens[index]?.stem ?? "")
      ?.find((one) => isAt(tokens, index, one))
}

/** Whether a phrase begins at an index. */
export const isAt = (tokens: ReadonlyArray<Token>, index: number, { stems }: Phrase): boolean =>
  stems.every((stem, offset) => tokens[index + offset]?.stem === stem)
