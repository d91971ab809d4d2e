/**
 * Evidence: what the sources have on a subject, without a judgement and without a filter: sources in
 * the order of the request, items in that of the source.
 */
import { dedupe } from "effect/Array"
import type { EvidencePack } from "../Resources/EvidencePack.ts"
import { type CompositeResult, compositeResult, type Gathered } from "./CompositeResult.ts"
import { findingsOf, momentOf, referencesOf, withoutCopies } from "./Finding.ts"
import type { EvidenceSource } from "./Source.ts"

export interface EvidenceQuestion {
  readonly query: string
  readonly sourceTypes: ReadonlyArray<EvidenceSource>
}

/** The pack of a query. */
export const packEvidence = (
  { query, sourceTypes }: EvidenceQuestion,
  gathered: Gathered
): CompositeResult<EvidencePack> =>
  compositeResult(gathered, dedupe(sourceTypes), (answers) => {
    const findings = withoutCopies(findingsOf(answers))
    return {
      query,
      findings: findings.map(({ item }) => item),
      sources: referencesOf(findings),
      retrievedAt: momentOf(gathered.now)
    }
  })
