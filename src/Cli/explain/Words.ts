/**
 * An answer explained to a person.
 */

import type { Verified } from "../../Composites/ClaimVerification.ts"
import type { CompositeResult } from "../../Composites/CompositeResult.ts"
import { momentOf } from "../../Composites/Finding.ts"
import type { SourceResult } from "../../Composites/SourceResult.ts"
import { isUnasked, itemCount } from "../../Composites/SourceResults.ts"
import { relevanceThreshold, ruleNames } from "../../Composites/Verify/index.ts"
import { type Asked, foundBy } from "./Asked.ts"

const number = (value: number): string => value.toFixed(2)

const name = ({ part, source }: SourceResult): string =>
  part === 0 ? source : `${source} (part ${part + 1})`

/** What each source was asked, and gave. */
export const sources = (
  answers: ReadonlyArray<SourceResult>,
  asked: ReadonlyArray<Asked>
): ReadonlyArray<string> =>
  answers.map((answer) => {
    const search = asked.find(({ part, source }) => part === answer.part && source === answer.source)?.search
    if (search === null || search === undefined) return `  ${name(answer)} was not asked: nothing to ask for`
    return answer.outcome._tag === "Failed"
      ? `  ${name(answer)} was asked for ${search}, and failed: ${answer.outcome.error.code}, ${answer.outcome.error.message}`
      : `  ${name(answer)} was asked for ${search}, and gave ${itemCount(answer)} result(s), asked at ${momentOf(answer.outcome.retrievedAt)}`
  })

/** Whether it costs something, and why not. */
export const charging = (
  { charged, failed }: CompositeResult<unknown>,
  answers: ReadonlyArray<SourceResult>
): string => {
  if (charged) return "charged"
  return isUnasked(answers)
    ? "not charged: there was nothing to ask for"
    : `not charged: ${failed.join(", ")} failed, and no other source had a result`
}

type Considered = Verified["verification"]["evidence"][number]

const words = (label: string, all: ReadonlyArray<string>): string =>
  all.length === 0 ? "" : `; ${label}: ${all.join(", ")}`

const item = (
  { explanation, item: { provider, title }, relevance }: Considered,
  asked: ReadonlyArray<Asked>
): ReadonlyArray<string> => {
  const { bestSentence, channel, conflicts, cues, ground, matches, rule, stance, thresholds, weight } =
    explanation
  const matched = matches.map(({ term, weight }) => `${term} ${number(weight)}`)
  return [
    `  ${stance} (${ground})${weight === 0 ? "" : `, weight ${weight} %`}: ${title} [${provider}]`,
    `    found by ${foundBy(asked, provider)}`,
    ...(rule === null ? [] : [`    rule ${rule}: ${ruleNames[rule]}`]),
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
export const verdict = (
  { data, verification: { evidence } }: Verified,
  asked: ReadonlyArray<Asked>
): ReadonlyArray<string> => [
  `${data.verdict}, confidence ${data.confidence}: ${data.agreementCount} for (${weigh(evidence, "affirms")} %), ` +
    `${data.contradictionCount} against (${weigh(evidence, "denies")} %), ${data.sourcesChecked} relevant ` +
    `(from ${relevanceThreshold} on, by S1 from 0.2); a verdict needs 60 %, a third on the other side makes it mixed`,
  ...evidence.flatMap((one) => item(one, asked))
]
