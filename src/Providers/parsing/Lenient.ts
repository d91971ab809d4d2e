/**
 * Fields of a provider's record that are good to have and no reason to drop the record.
 */
import { Either, Option, Schema } from "effect"

/** A field that may be absent or null, and counts as null when it has another form than the one we read. */
export const lenient = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optional(Schema.NullOr(schema).annotations({ decodingFallback: () => Either.right(null) }))

/** Of a list that may hold anything, the entries that have the form that we read. Anything else counts as empty. */
export const readable = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (list: unknown): ReadonlyArray<A> =>
    Array.isArray(list) ? list.flatMap((entry) => Option.toArray(decode(entry))) : []
}
