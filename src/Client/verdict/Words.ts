/**
 * A verdict explained to a person, line by line.
 */
import type { Item } from "../../Composites/Verify/Channel.ts"
import { relevanceThreshold } from "../../Composites/Verify/Relevance.ts"
import { ruleNames } from "../../Composites/Verify/Rules.ts"
import type { Tally } from "../../Composites/Verify/Verdict.ts"
import type { Considered } from "../../Composites/Verify/Verification.ts"
import type { Recomputed } from "./Recompute.ts"

/** A verdict, and how each item was read. */
interface Explained extends Tally {
  readonly sourcesChecked: number
  readonly evidence: ReadonlyArray<Considered<Item>>
}

const number = (value: number): string => value.toFixed(2)

const words = (label: string, all: ReadonlyArray<string>): string =>
  all.length === 0 ? "" : `; ${label}: ${all.join(", ")}`

const itemLines = (
  { explanation, item: { provider, title }, relevance }: Considered<Item>,
  found: string | undefined
): ReadonlyArray<string> => {
  const { bestSentence, channel, conflicts, cues, ground, matches, rule, stance, thresholds, weight } =
    explanation
  const matched = matches.map(({ term, weight }) => `${term} ${number(weight)}`)
  return [
    `  ${stance} (${ground})${weight === 0 ? "" : `, weight ${weight} %`}: ${title} [${provider}]`,
    ...(found === undefined ? [] : [`    found by ${found}`]),
    ...(rule === null ? [] : [`    rule ${rule}: ${ruleNames[rule]}`]),
    `    relevance ${number(relevance)} as ${channel}; affirms from ${thresholds.affirm}, denies from ${thresholds.deny}`,
    `    terms: ${matched.join(", ")}${words("denied by", cues.evidence)}${words("claim denies by", cues.claim)}${words("hedged by", cues.hedges)}${words(
      "conflicts",
      conflicts.map((conflict) => JSON.stringify(conflict))
    )}`,
    `    read: ${bestSentence.text}`
  ]
}

const weigh = (evidence: Explained["evidence"], stance: "affirms" | "denies"): number =>
  evidence
    .filter(({ explanation }) => explanation.stance === stance)
    .reduce((sum, { explanation }) => sum + explanation.weight, 0)

/** How a verdict comes about. `foundBy` is the search that found a provider's items, where that is known. */
export const verdictLines = (
  { agreementCount, confidence, contradictionCount, evidence, sourcesChecked, verdict }: Explained,
  foundBy?: (provider: string) => string
): ReadonlyArray<string> => [
  `${verdict}, confidence ${confidence}: ${agreementCount} for (${weigh(evidence, "affirms")} %), ` +
    `${contradictionCount} against (${weigh(evidence, "denies")} %), ${sourcesChecked} relevant ` +
    `(from ${relevanceThreshold} on, by S1 from 0.2); a verdict needs 60 %, a third on the other side makes it mixed`,
  ...evidence.flatMap((one) => itemLines(one, foundBy?.(one.item.provider)))
]

/** How a recomputed verdict compares with the answer's. */
const comparison = ({ evidence, isSame }: Recomputed): string => {
  const cut = evidence.filter(({ mayBeCut }) => mayBeCut).length
  if (isSame) return "the answer says the same"
  return cut === 0
    ? "the answer says something else, and nothing in it is cut"
    : `the answer says something else: of ${cut} item(s) it may have only the beginning, and the service reads all of it`
}

/** A recomputed verdict in words, the first line says what it is, the last whether the answer says the same. */
export const explain = (recomputed: Recomputed): ReadonlyArray<string> => [
  ...verdictLines(recomputed),
  comparison(recomputed)
]
