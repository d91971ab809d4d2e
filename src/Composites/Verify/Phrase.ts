/** Turns of phrase, compared word by word by their stems. */
import { lazy } from "../../Runtime/Lazy.ts"
import { type Token, tokenise } from "./Tokens.ts"

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

/** Whether a phrase begins at an index. */
export const isAt = (tokens: ReadonlyArray<Token>, index: number, { stems }: Phrase): boolean =>
  stems.every((stem, offset) => tokens[index + offset]?.stem === stem)
