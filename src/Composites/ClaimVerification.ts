/**
 * Verification of a claim by the results of the sources: `evidence` holds exactly the items that the verdict was made
 * of, so that a buyer can check it.
 */
import { dedupe } from "effect/Array"
import type { ClaimReport } from "../Resources/ClaimReport.ts"
import { runSteps, type Steps } from "../Runtime/Steps.ts"
import { type CompositeResult, compositeResult, type Gathered } from "./CompositeResult.ts"
import { type Finding, findingsOf } from "./Finding.ts"
import { type EvidenceSource, providerOf } from "./Source.ts"
import { failedSources, inOrder } from "./SourceResults.ts"
import { type Item, type Verification, verifySteps } from "./Verify/index.ts"

export interface ClaimQuestion {
  readonly claim: string
  readonly sourceTypes: ReadonlyArray<EvidenceSource>
  readonly maxSources: number
}

/** A finding as verification reads it. */
interface Read extends Item {
  readonly finding: Finding
}

const read = (finding: Finding): Read => {
  const { id, item, language, text } = finding
  const { provider, title, url } = item.source
  return { provider, title, url, doi: provider === "academic.search" ? id : null, text, language, finding }
}

/** The answer, and how each item was read. */
export interface Verified extends CompositeResult<ClaimReport> {
  readonly verification: Verification<Read>
}

/** The verdict on a claim, one item a step. */
export function* verifyClaimSteps(question: ClaimQuestion, gathered: Gathered): Steps<Verified> {
  const { claim, maxSources } = question
  const sources = dedupe(question.sourceTypes)
  const answers = inOrder(gathered.answers, sources)
  const verification = yield* verifySteps({
    claim,
    items: findingsOf(answers).map(read),
    // A source that failed has no places to leave empty: the verdict is that of the others alone.
    sources: sources
      .filter((source) => !failedSources(answers, sources).includes(source))
      .map((source) => providerOf[source]),
    maxSources
  })
  const { evidence, ...tally } = verification
  return {
    ...compositeResult(gathered, sources, () => ({
      claim,
      ...tally,
      evidence: evidence.map(({ item }) => item.finding.item),
      sourcesChecked: evidence.length
    })),
    verification
  }
}

/** The verdict on a claim. */
export const verifyClaim = (question: ClaimQuestion, gathered: Gathered): Verified =>
  runSteps(verifyClaimSteps(question, gathered))
