/**
 * The replies of Wikidata, as far as we read them.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/**
 * A field that may be missing, null or of another shape, all of which say the same: nothing is known. PHP writes
 * an empty map as `[]`, and a label may be missing in every language (klacointe/wikidata-client #35).
 */
const lenient = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optional(Schema.NullOr(schema).annotations({ decodingFallback: () => Either.right(null) }))

const Term = Schema.Struct({ value: lenient(Schema.String) })

/** What matched: a `label`, an `alias`, a `description` or an `entityId`. */
const Match = Schema.Struct({ type: lenient(Schema.String), text: lenient(Schema.String) })
export type Match = typeof Match.Type

/** An entry of `search`. Label and description are those of `display`, without their languages; older. */
export const PrefixHit = Schema.Struct({
  id: Schema.String,
  label: lenient(Schema.String),
  description: lenient(Schema.String),
  display: lenient(Schema.Struct({ label: lenient(Term), description: lenient(Term) })),
  match: lenient(Match)
})
export type PrefixHit = typeof PrefixHit.Type

/** An error of the Action API, which comes with status 200. */
export const ApiError = Schema.Struct({ code: Schema.String, info: lenient(Schema.String) })
export type ApiError = typeof ApiError.Type

/** The body of such an error. */
export const ApiErrorReply = Schema.Struct({ error: ApiError })

/** `GET /w/api.php?action=wbsearchentities`; entries are judged one by one. */
export const PrefixReply = Schema.Union(
  ApiErrorReply,
  Schema.Struct({ search: Schema.Array(Schema.Unknown) })
)

/** An entry of `results`. */
export const FullTextHit = Schema.Struct({
  id: Schema.String,
  "display-label": lenient(Term),
  description: lenient(Term),
  match: lenient(Match)
})
export type FullTextHit = typeof FullTextHit.Type

/** `GET /w/rest.php/wikibase/v1/search/items`; entries are judged one by one. */
export const FullTextReply = Schema.Struct({ results: Schema.Array(Schema.Unknown) })

/** An error of the REST API, which has a status of its own. */
export const RestError = Schema.Struct({
  code: Schema.String,
  message: lenient(Schema.String),
  context: lenient(Schema.Struct({ parameter: lenient(Schema.String) }))
})
export type RestError = typeof RestError.Type
