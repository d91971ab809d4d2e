/**
 * Names that end in a number: "Apollo 11", "Boeing 737", "type 2 diabetes". A text about another number of the name is about
 * another thing, so it neither affirms nor denies.
 */
import { lazy } from "../../../Runtime/Lazy.ts"
import type { Claim } from "../Claim.ts"
import type { Sentence } from "../Sentence.ts"
import { stem } from "../Stem.ts"
import type { Token } from "../Tokens.ts"
import { closedClasses } from "../words/ClosedClasses.ts"
import { words } from "../words/WordList.ts"

/** Words that number what they name, though they have no capital. */
const classifiers = lazy(
  () =>
    new Set(
      words(
        "type phase stage grade category level class version article chapter section route highway flight model group tier episode season part volume schedule proposition"
      ).map(stem)
    )
)

/** A number behind a month is a day or a year. */
const months = lazy(() => new Set([...(closedClasses["month"] ?? []).flat(), "march", "may"].map(stem)))

const isPlain = ({ quantity }: Token): boolean =>
  quantity !== null && (quantity.unit === "" || quantity.unit === "year") && /^\d+$/.test(`${quantity.value}`)

/** The numbers directly behind each word. */
const numbersBehind = (sentences: ReadonlyArray<Sentence>): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const { tokens } of sentences) {
    tokens.forEach((token, index) => {
      const next = tokens[index + 1]
      if (token.kind !== "content" || next === undefined || !isPlain(next)) return
      found.set(token.stem, (found.get(token.stem) ?? new Set()).add(next.stem))
    })
  }
  return found
}

/** Whether the evidence has a name of the claim with other numbers alone. */
export const isAnotherOfName = (claim: Claim, evidence: ReadonlyArray<Sentence>): boolean => {
  const other = numbersBehind(evidence)
  return [...numbersBehind([claim])].some(([word, numbers]) => {
    const found = other.get(word)
    const isName = claim.terms.some(({ isName, stem }) => isName && stem === word)
    if (found === undefined || months().has(word) || !(isName || classifiers().has(word))) return false
    return ![...numbers].some((number) => found.has(number))
  })
}
