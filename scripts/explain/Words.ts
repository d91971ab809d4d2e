/**
 * An answer explained to a person.
 */

import type { Verified } from "../../src/Composites/ClaimVerification.ts"
import type { CompositeResult } from "../../src/Composites/CompositeResult.ts"
import { momentOf } from "../../src/Composites/Finding.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import { itemCount } from "../../src/Composites/SourceResults.ts"
import { relevanceThreshold } from "../../src/Composites/Verify/index.ts"

const number = (value: number): string => value.toFixed(2)

const name = ({ part, source }: SourceResult): string =>
  part === 0 ? source : `${source} (part ${part + 1})`

/** What each source gave. */
export const sources = (answers: ReadonlyArray<SourceResult>): ReadonlyArray<string> =>
  answers.map((answer) =>
    answer.outcome._tag === "Failed"
      ? `  ${name(answer)} failed: ${answer.outcome.error.code}, ${answer.outcome.error.message}`
      : `  ${name(answer)} gave ${itemCount(answer)} result(s), asked at ${momentOf(answer.outcome.retrievedAt)}`
  )

/** Whether it costs something, and why not. */
export const charging = ({ charged, failed }: CompositeResult<unknown>): string =>
  charged ? "charged" : `not charged: ${failed.join(", ")} failed, and no other source had a result`

type Considered = Verified["verification"]["evidence"][number]

const words = (label: string, all: ReadonlyArray<string>): string =>
  all.length === 0 ? "" : `; ${label}: ${all.join(", ")}`

const item = ({ explanation, item: { provider, title }, relevance }: Considered): ReadonlyArray<string> => {
  const { bestSentence, channel, conflicts, cues, ground, matches, stance, thresholds, weight } = explanation
  const matched = matches.map(({ term, weight }) => `${term} ${number(weight)}`)
  return [
    `  ${stance} (${ground})${weight === 0 ? "" : `, weight ${weight} %`}: ${title} [${provider}]`,
    `    relevance ${number(relevance)} as ${channel}; affirms from ${thresholds.affirm}, denies from ${thresholds.deny}`,
    `    terms: ${matched.join(", ")}${words("denied by", cues.evidence)}${words("claim denies by", cues.claim)}${words("hedged by", cues.hedges)}${words(
      "conflicts",
      conflicts.map((conflict) => JSON.stringify(conflict))
    )}`,
    `    read: ${bestSentence.text}`
  ]
}

const weigh = (evidence: ReadonlyArray<Considered>, stance: "affirms" | "denies"): number =>
  evidence
    .filter(({ explanation }) => explanation.stance === stance)
    .reduce((sum, { explanation }) => sum + explanation.weight, 0)

/** How the verdict comes about. */
export const verdict = ({ data, verification: { evidence } }: Verified): ReadonlyArray<string> => [
  `${data.verdict}, confidence ${data.confidence}: ${data.agreementCount} for (${weigh(evidence, "affirms")} %), ` +
    `${data.contradictionCount} against (${weigh(evidence, "denies")} %), ${data.sourcesChecked} relevant ` +
    `(from ${relevanceThreshold} on); a verdict needs 60 %, a third on the other side makes it mixed`,
  ...evidence.flatMap(item)
]
