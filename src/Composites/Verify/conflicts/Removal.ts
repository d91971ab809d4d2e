/**
 * What is said of the lack of a thing: "smoking cessation lowers the risk" agrees with "smoking raises the risk".
 */
import { lazy } from "../../../Runtime/Lazy.ts"
import type { Sentence } from "../Sentence.ts"
import { stem } from "../Stem.ts"
import { isContent, type Token } from "../Tokens.ts"
import { words } from "../words/WordList.ts"

const removalWords = `
  cessation abstinence abstention avoidance withdrawal deprivation deficiency lack absence
`
/** Behind the thing: "sleep deprivation". */
const behind = new Set(words(removalWords))
/** Before it: "lack of sleep", "quitting smoking", "without smoking". */
const before = new Set(
  words(
    `${removalWords} quitting stopping ceasing avoiding abstaining lacking without deficient insufficient`
  )
)
const between = new Set(words("of from in the"))

/** How far before its thing a word stands at most: "cessation of the smoking". */
const reachBack = 3

const isRemoved = (tokens: ReadonlyArray<Token>, index: number): boolean => {
  if (behind.has(tokens[index + 1]?.text ?? "")) return true
  const ahead = tokens.slice(Math.max(0, index - reachBack), index)
  const word = ahead.findLast(({ text }) => !between.has(text))
  return word !== undefined && before.has(word.text)
}

/** Of each thing that is lacking in every place where it stands. */
const removedIn = ({ tokens }: Sentence): ReadonlySet<string> => {
  const there = new Set(tokens.flatMap((token, index) => (isRemoved(tokens, index) ? [] : [token.stem])))
  return new Set(
    tokens.flatMap((token, index) =>
      isContent(token) && isRemoved(tokens, index) && !there.has(token.stem) ? [token.stem] : []
    )
  )
}

const removalStems = lazy(() => new Set([...before].map(stem)))

/** Whether a word or a stem tells of a lack. */
export const isRemoval = (word: string): boolean => before.has(word) || removalStems().has(word)

/** Whether one sentence tells of the lack of what the other tells of. */
export const isOfLack = (claim: Sentence, best: Sentence): boolean => {
  const [claimed, found] = [removedIn(claim), removedIn(best)]
  return (
    [...claimed].some((stem) => best.stems.has(stem) && !found.has(stem)) ||
    [...found].some((stem) => claim.stems.has(stem) && !claimed.has(stem))
  )
}
