/**
 * Plants faults: finds the one place in the sources that an edit means, and changes it.
 */
import { Array, Data, Either, Order } from "effect"
import type ts from "typescript"
import type { Edit } from "./Mutant.ts"
import { called, type Declaration, type Sources } from "./Sources.ts"
import { find, type Span } from "./Words.ts"

/** A place in the sources. */
interface Place extends Span {
  readonly file: ts.SourceFile
}

/** For people: `src/Payment/Attempt.ts:12`. */
const told = ({ file, start }: Place): string =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}`

const placeOf = ({ node, file }: Declaration): Place => ({ file, start: node.getStart(file), end: node.end })

/** The first few of them. */
const list = (places: ReadonlyArray<Place>): string => {
  const first = places.slice(0, 4).map(told).join(", ")
  return places.length > 4 ? `(${first} and ${places.length - 4} more)` : `(${first})`
}

/** What is nowhere, or in several places: the fault would be another than the one that is described. */
export class Misplaced extends Data.TaggedError("Misplaced")<{ readonly message: string }> {}

/** Where the code stands that was not found where it was looked for, and what it is a part of there. */
const elsewhere = ({ find: fragment }: Edit, { files, declarations }: Sources): string => {
  const hints = files.flatMap((file) =>
    find(fragment, file, file).map((span) => {
      const around = declarations
        .filter((declaration) => declaration.file === file)
        .findLast(({ node }) => node.getStart(file) <= span.start && span.end <= node.end)
      return `${around === undefined ? "the top" : `\`${around.path}\``} ${list([{ file, ...span }])}`
    })
  )
  return hints.length === 0 ? "it is nowhere" : `it is in ${hints.join(", ")}`
}

/** The one place that an edit means. */
const locate = (edit: Edit, sources: Sources): Either.Either<Place, Misplaced> => {
  const { within, find: fragment } = edit
  const declared = called(sources, within)
  const places = Array.dedupeWith(
    declared.flatMap(({ node, file }) => find(fragment, node, file).map((span) => ({ file, ...span }))),
    // A declaration may stand in another of the same name.
    (one, other) => one.file === other.file && one.start === other.start
  )
  const [place] = places
  if (place !== undefined && places.length === 1) return Either.right(place)
  const problem =
    places.length > 1
      ? `\`${within}\` has it ${places.length} times ${list(places)}: ${fragment}`
      : declared.length === 0
        ? `nothing is called \`${within}\`, in which to find: ${fragment} (${elsewhere(edit, sources)})`
        : `\`${within}\` ${list(declared.map(placeOf))} does not have: ${fragment} (${elsewhere(edit, sources)})`
  return Either.left(new Misplaced({ message: problem }))
}

const lastFirst = Order.reverse(Order.mapInput(Order.number, ({ start }: Place) => start))

/** The files that the edits change, by their names, as they are with all edits in them. */
export const plant = (
  edits: ReadonlyArray<Edit>,
  sources: Sources
): Either.Either<ReadonlyMap<string, string>, Misplaced> =>
  Either.map(
    Either.all(
      edits.map((edit) => Either.map(locate(edit, sources), (place) => ({ ...place, replace: edit.replace })))
    ),
    (changes) =>
      Array.sort(changes, lastFirst).reduce((codes, { file, start, end, replace }) => {
        const code = codes.get(file.fileName) ?? file.text
        return new Map(codes).set(file.fileName, code.slice(0, start) + replace + code.slice(end))
      }, new Map<string, string>())
  )
