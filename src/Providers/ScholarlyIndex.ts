/**
 * The port to an index of scholarly literature, and the records that it shares with the registry that stands in for
 * it (`ScholarlyRegistry`).
 */
import { Context, type Effect, type Option, Schema } from "effect"
import { Work } from "../Resources/Work.ts"
import type { ProviderError } from "./ProviderError.ts"

/** What is searched: a person's words, at least one of them searchable (`isSearchable`), and how many works at most. */
export interface WorksQuery {
  readonly query: string
  readonly limit: number
}

/** A work with what the contract's resource does not show. */
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
  works: Schema.Array(WorkRecord)
})
export type WorksRecord = typeof WorksRecord.Type

/** What a provider of scholarly works does. It refuses no query: what it cannot serve, another may. */
export interface ScholarlyWorks {
  readonly search: (query: WorksQuery) => Effect.Effect<WorksRecord, ProviderError>
  /**
   * The work of a DOI (bare, in lower case; `Doi.parse`); none when the provider has none. A work without a title has
   * its DOI for one.
   */
  readonly work: (doi: string) => Effect.Effect<Option.Option<WorkRecord>, ProviderError>
}

/** Scholarly works by words and by DOI: the primary. */
export class ScholarlyIndex extends Context.Tag("almanac/ScholarlyIndex")<ScholarlyIndex, ScholarlyWorks>() {}
