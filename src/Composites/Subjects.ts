/**
 * What is compared with what. Source: decisions, compare.
 */
import { dedupeWith } from "effect/Array"

/** More make one subject of the whole. */
const mostSubjects = 4

const versus = /\s+(?:vs\.?|versus)\s+/iu
const command = /^compare(?:\s+and\s+contrast)?\s+/iu
/** "A, B and C", with or without a comma before the "and". */
const row = /\s*,\s*(?:and\s+)?|\s+and\s+/iu

const part = (text: string, separator: RegExp): ReadonlyArray<string> =>
  dedupeWith(
    text
      .split(separator)
      .map((subject) => subject.trim())
      .filter((subject) => /[\p{L}\p{N}]/u.test(subject)),
    (one, other) => one.toLowerCase() === other.toLowerCase()
  )

/** The parts of a query by the first form that it has. "Research and development" is one subject: no list, no command. */
const parts = (query: string): ReadonlyArray<string> => {
  const bare = query.replace(command, "").trim()
  if (versus.test(bare)) return part(bare, versus)
  const isList = /,.*\sand\s/isu.test(bare)
  return isList || bare !== query ? part(bare, row) : [query]
}

/** `A vs B`, `A versus B`, `compare A and B` and `A, B and C` are split into at most 4 subjects; all else is one. */
export const subjectsOf = (query: string): readonly [string, ...ReadonlyArray<string>] => {
  const [first, ...others] = parts(query)
  return first === undefined || others.length >= mostSubjects ? [query] : [first, ...others]
}
