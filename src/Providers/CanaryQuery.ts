/**
 * A query that shows whether a provider still answers as we know it: the call, our schemas for the reply, and recorded
 * replies whose shape is known. Pure.
 */
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { UpstreamRequest } from "./client/Upstream.ts"
import type { ProviderError, QueryRefused } from "./Errors.ts"

/** A recorded reply; or what was recorded of one, and the field of the root that it was in. */
export type Fixture = string | { readonly file: string; readonly field: string }

/** By the path of an object, the only keys of it whose disappearance matters: those that we ask for or read. */
export type Asked = Readonly<Record<string, ReadonlyArray<string>>>

/** A query of one operation by a port. */
export interface CanaryQuery<Port> {
  /** As the operation's span is named: `openalex.search`. */
  readonly name: string
  /** Calls the provider through its port: its own request, key, pace, deadline and errors. */
  readonly call: Effect.Effect<unknown, ProviderError | QueryRefused, Port>
  readonly reads: Reading
  /** Below `test/fixtures`: recorded replies, whose shapes together are the known one. */
  readonly fixtures: ReadonlyArray<Fixture>
  /** Paths of objects whose keys are data. */
  readonly maps?: ReadonlyArray<string>
  /** Where a provider says more than we select or read. */
  readonly asked?: Asked
}

/** The fields that a request selects. */
export const selected = ({ query }: UpstreamRequest): ReadonlyArray<string> =>
  (query?.["select"] ?? "").split(",")

/** A key as a path shows it: one that is no plain name, or a long one, is quoted and cut. */
const shown = (key: string): string =>
  /^[\w*$-]{1,64}$/.test(key) ? key : JSON.stringify(key.slice(0, 64)).replace(/[^\x20-\x7e]/g, "?")

/** `meta`, then `meta.count`. The root's path is "". */
export const fieldPath = (parent: string, key: string): string =>
  parent === "" ? shown(key) : `${parent}.${shown(key)}`

/** `results`, then `results[]`. */
export const itemPath = (parent: string): string => `${parent}[]`

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
