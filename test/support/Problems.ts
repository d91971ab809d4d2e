/** The problems of a request body as a caller is told them: the first of each field, behind its pointer. */
import { Array, Either, ParseResult, Schema } from "effect"
import { pointer } from "../../src/Resources/Problem.ts"

/** `/limit must be …`; `/query Missing` and `/type Unexpected` for fields too few and too many. */
const told = (error: ParseResult.ParseError): ReadonlyArray<string> => {
  const all = ParseResult.ArrayFormatter.formatErrorSync(error)
  const outer = all.flatMap(({ path }) => path.map((_, depth) => pointer(path.slice(0, depth))))
  const issues = all
    .map(
      ({ _tag, path, message }) =>
        [pointer(path), _tag === "Missing" || _tag === "Unexpected" ? _tag : message] as const
    )
    .filter(([at]) => !outer.includes(at))
  return Array.dedupeWith(issues, ([a], [b]) => a === b).map((issue) => issue.join(" "))
}

/** The decoded request, or its problems. */
export const read =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (body: unknown): unknown =>
    Either.match(Schema.decodeUnknownEither(schema)(body), {
      onRight: (request): unknown => request,
      onLeft: told
    })
