/**
 * Holds a reply to our raw schemas, the root's and those of the items that are judged one by one. Pure.
 */
import { Either, ParseResult, Schema } from "effect"
import { fieldPath, itemPath } from "./Shape.ts"

/** Paths of a parsed reply that our schemas cannot read, each once: none when it decodes. Never a value. */
export type Reading = (json: unknown) => ReadonlyArray<string>

/** Items below a decoded root. */
export type Items<A> = (root: A) => ReadonlyArray<string>

const pathOf = (start: string, segments: ReadonlyArray<PropertyKey>): string =>
  segments.reduce<string>(
    (path, segment) => (typeof segment === "number" ? itemPath(path) : fieldPath(path, String(segment))),
    start
  ) || "(root)"

const problems = (start: string, error: ParseResult.ParseError): ReadonlyArray<string> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => pathOf(start, issue.path))

const unique = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(paths)]

/** A list at a path: every entry has to decode, and there has to be one, since the query is known to have answers. */
export const items = <A, B, I>(
  path: string,
  list: (root: A) => ReadonlyArray<unknown>,
  schema: Schema.Schema<B, I>
): Items<A> => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (root) => {
    const entries = list(root)
    return entries.length === 0
      ? [`${path} (empty)`]
      : entries.flatMap((entry) =>
          Either.match(decode(entry), { onLeft: (error) => problems(path, error), onRight: () => [] })
        )
  }
}

/** A root, and lists below it. */
export const reading = <A, I>(schema: Schema.Schema<A, I>, ...lists: ReadonlyArray<Items<A>>): Reading => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (json) =>
    unique(
      Either.match(decode(json), {
        onLeft: (error) => problems("", error),
        onRight: (root) => lists.flatMap((list) => list(root))
      })
    )
}
