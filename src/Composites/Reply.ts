/**
 * What a composite makes of its answers.
 */
import type { SourceName } from "../Resources/Research.ts"
import type { Answer } from "./Answer.ts"
import { failedSources, inOrder, isCharged } from "./Answers.ts"

/** The answer to the caller, and what its envelope tells. */
export interface Reply<Data> {
  readonly data: Data
  /** In the order of the request. */
  readonly failed: ReadonlyArray<SourceName>
  /** Whether it is worth its price. */
  readonly charged: boolean
}

/** What composites are made of: the answers in any order, and the moment, in Unix milliseconds. */
export interface Gathered {
  readonly answers: ReadonlyArray<Answer>
  readonly now: number
}

/** A reply made of the answers in the order of the request. */
export const reply = <Data>(
  { answers }: Gathered,
  sources: ReadonlyArray<SourceName>,
  make: (ordered: ReadonlyArray<Answer>) => Data
): Reply<Data> => {
  const ordered = inOrder(answers, sources)
  return { data: make(ordered), failed: failedSources(ordered, sources), charged: isCharged(ordered) }
}
