/**
 * Scholarly works as they are kept: with what the contract's resource does not show.
 */
import * as Schema from "effect/Schema"
import { Work, type WorkSearch } from "./Work.ts"

/** A work with its abstract. */
export const WorkRecord = Schema.Struct({
  ...Work.fields,
  /** Plain text, whole, without its heading. */
  abstract: Schema.NullOr(Schema.String),
  /** Whether the provider says that it was retracted. Not beyond doubt: OpenAlex has had mass errors in it. */
  retracted: Schema.Boolean
})
export type WorkRecord = typeof WorkRecord.Type

/** The provider's best hits in its order, and how many it has in all. No hits are an answer. */
export const WorksRecord = Schema.Struct({
  source: Work.fields.source,
  count: Schema.NonNegativeInt,
  works: Schema.Array(WorkRecord),
  /** True when the provider stopped before it had looked everywhere: there may be better hits, and more. */
  partial: Schema.optionalWith(Schema.Boolean, { exact: true })
})
export type WorksRecord = typeof WorksRecord.Type

/** What the contract shows of a work. */
export const toWork = ({ abstract: _, retracted: __, ...work }: WorkRecord): Work => work

/** What the contract shows of a search. */
export const toWorkSearch = ({ count, works }: WorksRecord): WorkSearch => ({
  results: works.map(toWork),
  meta: { count }
})
