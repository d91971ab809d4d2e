/**
 * Puts the tables of a run into a document, between two marks.
 */
import { Either } from "effect"
import { lines, tables } from "./Report.ts"
import type { Results } from "./Results.ts"
import { markdown } from "./Table.ts"

const begin = "<!-- bench: begin -->"
const end = "<!-- bench: end -->"

/** The part that a run writes. */
export const part = (results: Results): string =>
  [...lines(results), ...tables(results).map(markdown)].join("\n\n")

/** The document with this run's part; `Left` when it has no place for it. */
export const filled = (document: string, results: Results): Either.Either<string, string> => {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  return from < 0 || to < from
    ? Either.left(`the document has no lines ${begin} and ${end}`)
    : Either.right(`${document.slice(0, from + begin.length)}\n\n${part(results)}\n\n${document.slice(to)}`)
}
