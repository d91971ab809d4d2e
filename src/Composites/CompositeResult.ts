/**
 * The result of a composite, made from the answers of its sources.
 */
import type { SourceName } from "../Resources/Research.ts"
import type { SourceResult } from "./SourceResult.ts"
import { failedSources, inOrder, isCharged } from "./SourceResults.ts"

/** The data for the caller, and the facts that travel in headers. */
export interface CompositeResult<Data> {
  readonly data: Data
  /** In the order of the request. */
  readonly failed: ReadonlyArray<SourceName>
  /** Whether it is worth its price. */
  readonly charged: boolean
}

/** The answers of the sources in any order, and the moment, in Unix milliseconds. */
export interface Gathered {
  readonly answers: ReadonlyArray<SourceResult>
  readonly now: number
}

/** Makes the result from the answers, put into the order of the request. */
export const compositeResult = <Data>(
  { answers }: Gathered,
  sources: ReadonlyArray<SourceName>,
  make: (ordered: ReadonlyArray<SourceResult>) => Data
): CompositeResult<Data> => {
  const ordered = inOrder(answers, sources)
  return { data: make(ordered), failed: failedSources(ordered, sources), charged: isCharged(ordered) }
}
