/**
 * The port to an index of scholarly literature, and the records that it shares with the registry that stands in for
 * it (`ScholarlyRegistry`).
 */
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { WorkRecord, WorksRecord } from "../../Resources/facts/WorkRecord.ts"
import type { ProviderError } from "../Errors.ts"

/**
 * What is searched for: a person's words, at least one of them searchable (`isSearchable`), or terms, each a word or the
 * words of a phrase, of which a work has at least one.
 */
export type WorksSearch = { readonly query: string } | { readonly anyOf: NonEmptyReadonlyArray<string> }

/** What is searched for, and how many works at most. */
export type WorksQuery = WorksSearch & { readonly limit: number }

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
