/**
 * The port to tables of the American Community Survey.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { type CensusDataset, CensusTable } from "../../Resources/facts/CensusTable.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/** What is asked: variables by code, none twice; one clause of geography such as `state:*`, in lower case. */
export interface CensusQuery {
  readonly dataset: CensusDataset
  readonly year: number
  readonly variables: ReadonlyArray<string>
  readonly forGeography: string
}

/** The table; without rows when the query is sound and matches nothing. */
export const CensusTablesRecord = CensusTable
export type CensusTablesRecord = CensusTable

/** Tables by variables and geography. Refuses variables, geographies and years that the provider does not have. */
export class CensusTables extends Context.Tag("almanac/CensusTables")<
  CensusTables,
  { readonly table: (query: CensusQuery) => Effect.Effect<CensusTablesRecord, ProviderError | QueryRefused> }
>() {}
