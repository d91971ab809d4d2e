/**
 * The subjects that the query of a comparison names, by the forms in which people write one.
 */
import { dedupeWith } from "effect/Array"

/** Subjects of a comparison at most: a longer list is no comparison, and is one subject. */
const mostSubjects = 4

const versus = /\s+(?:vs\.?|versus)\s+|,?\s+(?:as\s+)?compared\s+(?:with|to|against)\s+/iu
const command = /^compare(?:\s+and\s+contrast)?(?::\s*|\s+)/iu
const difference =
  /^(?:what(?:'s|’s|\s+is|\s+are)\s+)?(?:the\s+)?differences?\s+between\s+(.*\sand\s.*?)\??$/isu
const comma = /\s*,\s*/u
const and = /\s+and\s+/iu
const other = /\s+(?:with|to|against)\s+/iu

const subjectsAmong = (found: ReadonlyArray<string>): ReadonlyArray<string> =>
  dedupeWith(
    found.map((subject) => subject.trim()).filter((subject) => /[\p{L}\p{N}]/u.test(subject)),
    (one, other) => one.toLowerCase() === other.toLowerCase()
  )

/**
 * "A, B and C", with or without a comma before the "and". An "and" before the last comma belongs to its subject: "Trinidad
 * and Tobago, Cuba and Haiti".
 */
const items = (list: string): ReadonlyArray<string> => {
  const rest = list.split(comma)
  const last = rest.pop() ?? ""
  return [...rest, ...(/^and\s/iu.test(last) ? [last.replace(/^and\s+/iu, "")] : last.split(and))]
}

/** "Compare A with B", where no list says what else is compared: "compare access to water and to schools". */
const sides = (text: string): ReadonlyArray<string> => {
  const [one = "", ...rest] = text.split(other)
  return and.test(text) || comma.test(text) || rest.length !== 1 ? items(text) : [one, ...rest]
}

/** The parts of a query by the first form that it has. "Research and development" is one subject: no list, no command. */
const parts = (query: string): ReadonlyArray<string> => {
  const between = difference.exec(query)?.[1]
  if (between !== undefined) return subjectsAmong(items(between))
  const bare = query.replace(command, "").trim()
  if (versus.test(bare)) return subjectsAmong(bare.split(versus))
  const isList = /,.*\sand\s/isu.test(bare)
  if (bare !== query) return subjectsAmong(sides(bare))
  return isList ? subjectsAmong(items(bare)) : [query]
}

/**
 * `A vs B`, `A versus B`, `A compared with B`, `compare A and B`, `compare A with B`, `difference between A and B` and
 * `A, B and C` are split into at most 4 subjects; all else is one.
 */
export const subjectsOf = (query: string): readonly [string, ...ReadonlyArray<string>] => {
  const [first, ...others] = parts(query)
  return first === undefined || others.length >= mostSubjects ? [query] : [first, ...others]
}
