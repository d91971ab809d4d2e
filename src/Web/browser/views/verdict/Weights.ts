import type { Tally } from "../../../../Composites/Verify/Verdict.ts"
import { leastWeight, mixedPart } from "../../../../Composites/Verify/Verdict.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { note, type Prefix, table } from "../parts/Layout.ts"
import type { ReadEvidence } from "./Item.ts"

const sum = (evidence: ReadonlyArray<ReadEvidence>, stance: "affirms" | "denies"): number =>
  evidence
    .map(({ read }) => read.explanation)
    .filter((explanation) => explanation.stance === stance)
    .reduce((total, { weight }) => total + weight, 0)

const bar = (
  y: number,
  label: string,
  weight: number,
  kind: string,
  most: number
): ReadonlyArray<Element> => [
  h("text", { class: "figure", x: "0%", y }, `${label}: ${weight} %`),
  h("rect", { class: "track", x: "0%", y: y + 6, width: "100%", height: 12, rx: 2 }),
  h("rect", { class: kind, x: "0%", y: y + 6, width: `${(100 * weight) / most}%`, height: 12, rx: 2 })
]

/** What stands against what: the weights of those that affirm, and of those that deny. */
export const weights = (
  { agreementCount, contradictionCount }: Tally,
  evidence: ReadonlyArray<ReadEvidence>,
  prefix: Prefix
): ReadonlyArray<Markup> => {
  const [support, denial] = [sum(evidence, "affirms"), sum(evidence, "denies")]
  // The sum of several items may be more than 100.
  const most = Math.max(support, denial, 100)
  const least = `${(100 * leastWeight) / most}%`
  const id = `${prefix}-weights`
  return [
    h(
      "figure",
      {},
      h(
        "svg",
        { class: "weights", role: "img", "aria-labelledby": id, width: "100%", height: 80 },
        h("title", { id }, `Weights: ${support} % affirm the claim, ${denial} % deny it`),
        ...bar(14, "Affirm", support, "affirms", most),
        ...bar(54, "Deny", denial, "denies", most),
        h("line", { class: "least", x1: least, x2: least, y1: 16, y2: 76 })
      )
    ),
    table(
      `${prefix}-sums`,
      "Weights of the items on each side, in percent: how often such readings were right on labelled claims.",
      [{ head: "Side" }, { head: "Items", isNumber: true }, { head: "Weight", isNumber: true }],
      [
        ["Affirm", String(agreementCount), `${support} %`],
        ["Deny", String(contradictionCount), `${denial} %`]
      ]
    ),
    note(
      `A verdict needs ${leastWeight} % in sum, the line in the picture, or it is insufficient. With a part of 1/${mixedPart} and more on the smaller side it is mixed.`
    )
  ]
}
