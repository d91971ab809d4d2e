/**
 * Puts the tables of a run into a document, between two marks.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { Effect, Either } from "effect"
import { BenchFailure } from "../Failure.ts"
import { lines, tables } from "./Report.ts"
import type { Results } from "./Results.ts"
import { markdown } from "./Table.ts"

const begin = "<!-- bench: begin -->"
const end = "<!-- bench: end -->"

/** The part that a run writes. */
export const part = (results: Results): string =>
  [...lines(results), ...tables(results).map(markdown)].join("\n\n")

/** The document with a part between its marks; `Left` when it has no place for it. */
export const withPart = (document: string, part: string): Either.Either<string, string> => {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  return from < 0 || to < from
    ? Either.left(`the document has no lines ${begin} and ${end}`)
    : Either.right(`${document.slice(0, from + begin.length)}\n\n${part}\n\n${document.slice(to)}`)
}

/** Puts a part into the document of that name. */
export const write = (file: string, part: string) =>
  Either.match(withPart(readFileSync(file, "utf8"), part), {
    onLeft: (problem) => Effect.fail(new BenchFailure({ message: `${file}: ${problem}` })),
    onRight: (whole) => Effect.sync(() => writeFileSync(file, whole))
  })
