/**
 * Evidence: what the sources have on a subject, without a judgement and without a filter. Source: decisions,
 * composites.
 */
import { dedupe } from "effect/Array"
import type { EvidencePack } from "../Resources/EvidencePack.ts"
import { findingsOf, momentOf, referencesOf, withoutCopies } from "./Finding.ts"
import { type Gathered, type Reply, reply } from "./Reply.ts"
import type { EvidenceSource } from "./Source.ts"

export interface EvidenceQuestion {
  readonly query: string
  readonly sourceTypes: ReadonlyArray<EvidenceSource>
}

/** The pack of a query. */
export const packEvidence = (
  { query, sourceTypes }: EvidenceQuestion,
  gathered: Gathered
): Reply<EvidencePack> =>
  reply(gathered, dedupe(sourceTypes), (answers) => {
    const findings = withoutCopies(findingsOf(answers))
    return {
      query,
      findings: findings.map(({ item }) => item),
      sources: referencesOf(findings),
      retrievedAt: momentOf(gathered.now)
    }
  })
