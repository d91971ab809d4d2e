/**
 * Optional fields of a provider's record: a malformed one does not drop the record.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A field that may be absent or null. A malformed value counts as null. */
export const lenient = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optional(Schema.NullOr(schema).annotations({ decodingFallback: () => Either.right(null) }))

/** The well-formed entries of a list. A value that is not a list counts as empty. */
export const readable = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (list: unknown): ReadonlyArray<A> =>
    Array.isArray(list) ? list.flatMap((entry) => Option.toArray(decode(entry))) : []
}
