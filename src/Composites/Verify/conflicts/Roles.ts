/**
 * Who does it, and to whom: "depression causes obesity" does not say that obesity causes depression, and "Djokovic
 * defeated by Alcaraz" is no victory of Djokovic.
 */
import type { Sentence } from "../Sentence.ts"
import { isContent, type Token } from "../Tokens.ts"
import { directedVerbs } from "../words/DirectedVerbs.ts"
import { words } from "../words/WordList.ts"
import { isExchanged, type Sides } from "./Exchange.ts"

/** The deed of each form, by its number. */
const deeds = new Map(directedVerbs.flatMap((forms, deed) => forms.map((form) => [form, deed] as const)))

/** What stands behind a verb where its object does not: "attacks on", "founded in 1991", "defeated by". */
const notObject = new Set(words("of on at against by from in for to with near include are were"))

interface Roles extends Sides {
  readonly deed: number
}

const stemsOf = (tokens: ReadonlyArray<Token>): ReadonlySet<string> =>
  new Set(tokens.filter(isContent).map(({ stem }) => stem))

/** The roles about the verb at an index, between the marks around it. "Attacks on" and "sued in March" have none. */
const rolesAt = (tokens: ReadonlyArray<Token>, index: number): Roles | undefined => {
  const verb = tokens[index]?.text ?? ""
  const deed = deeds.get(verb)
  if (deed === undefined) return undefined
  const start = tokens.findLastIndex(({ kind }, at) => kind === "mark" && at < index) + 1
  const end = tokens.findIndex(({ kind }, at) => kind === "mark" && at > index)
  const before = tokens.slice(start, index)
  const behind = tokens.slice(index + 1, end < 0 ? undefined : end)
  if (!notObject.has(behind[0]?.text ?? "")) return { deed, one: stemsOf(before), other: stemsOf(behind) }
  const by = behind.findIndex(({ text }) => text === "by")
  if (by < 0 || verb.endsWith("s")) return undefined
  return { deed, one: stemsOf(behind.slice(by + 1)), other: stemsOf([...before, ...behind.slice(0, by)]) }
}

const rolesIn = ({ tokens }: Sentence): ReadonlyArray<Roles> =>
  tokens.flatMap((_, index) => rolesAt(tokens, index) ?? [])

/** Whether a sentence tells the claim's deed with its sides exchanged. */
export const hasOtherRoles = (claim: Sentence, best: Sentence): boolean => {
  const claimed = rolesIn(claim)
  if (claimed.length === 0) return false
  return rolesIn(best).some((found) =>
    claimed.some((each) => each.deed === found.deed && isExchanged(each, found))
  )
}
