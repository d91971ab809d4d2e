/** Turns of phrase, compared word by word by their stems. */
import { type Token, tokenise } from "./Tokens.ts"

export interface Phrase {
  readonly text: string
  readonly stems: ReadonlyArray<string>
}

export const phrase = (text: string): Phrase => ({ text, stems: tokenise(text).map(({ stem }) => stem) })

/** Whether a phrase begins at an index. */
export const isAt = (tokens: ReadonlyArray<Token>, index: number, { stems }: Phrase): boolean =>
  stems.every((stem, offset) => tokens[index + offset]?.stem === stem)
