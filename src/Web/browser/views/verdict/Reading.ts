/**
 * The verdict view: how each piece of evidence reads, those for and those against side by side, and what follows.
 */
import type { ClaimReport } from "../../../../Client/generated/types.ts"
import { recompute } from "../../../../Client/verdict/index.ts"
import { readClaim } from "../../../../Composites/Verify/Claim.ts"
import type { Tally } from "../../../../Composites/Verify/Verdict.ts"
import { h, type Markup } from "../../../Markup.ts"
import { number } from "../parts/Format.ts"
import { cards, note, type Prefix, section, table } from "../parts/Layout.ts"
import { itemCard, type ReadEvidence } from "./Item.ts"
import { weights } from "./Weights.ts"

/** A claim as it was read. */
export interface Reading extends Tally {
  readonly claim: string
  readonly evidence: ReadonlyArray<ReadEvidence>
}

/** The reading of an answer, from what it shows, and whether the answer says the same. */
export const readingOf = (report: ClaimReport): Reading & { readonly isSame: boolean } => {
  const { evidence, ...recomputed } = recompute(report)
  return {
    ...recomputed,
    evidence: report.evidence.flatMap((shown, index) => {
      const read = evidence[index]
      return read === undefined ? [] : [{ shown, read, mayBeCut: read.mayBeCut }]
    })
  }
}

/** What the service said beside what follows from the evidence. */
export const comparison = (
  report: ClaimReport,
  { agreementCount, confidence, contradictionCount, evidence, verdict }: Reading,
  prefix: Prefix
): Markup =>
  table(
    `${prefix}-same`,
    "What the service said, and what this page works out.",
    [{ head: "What" }, { head: "The service" }, { head: "This page" }],
    [
      ["Verdict", report.verdict, verdict],
      ["Confidence", number(report.confidence), number(confidence)],
      ["Items that affirm", String(report.agreementCount), String(agreementCount)],
      ["Items that deny", String(report.contradictionCount), String(contradictionCount)],
      ["Relevant items", String(report.sourcesChecked), String(evidence.length)]
    ]
  )

const sides = [
  ["affirms", "Those that affirm"],
  ["denies", "Those that deny"]
] as const

/** How each item reads. */
export const itemsOf = ({ claim, evidence }: Reading): ReadonlyArray<Markup> => {
  const read = readClaim(claim)
  const of = (stance: "affirms" | "denies" | "neutral") =>
    evidence.filter((one) => one.read.explanation.stance === stance).map((one) => itemCard(read, one))
  const column = (heading: string, all: ReadonlyArray<ReadonlyArray<Markup>>, none: string) =>
    h("section", {}, h("h5", {}, heading), all.length === 0 ? note(none) : cards(all))
  const neutral = of("neutral")
  return [
    section(
      4,
      "The evidence, side by side",
      note(
        "In the sentence that was read, ",
        h("mark", {}, "words of the claim"),
        " are marked, and so are ",
        h("mark", { class: "cue" }, "words that deny or hedge"),
        "."
      ),
      h(
        "div",
        { class: "sides" },
        sides.map(([stance, heading]) => column(heading, of(stance), "None."))
      ),
      ...(neutral.length === 0 ? [] : [column("Those that say neither", neutral, "None.")])
    )
  ]
}

/** Whether the answer says the same, and if not, why that may be. */
const sameness = ({ evidence, isSame }: ReturnType<typeof readingOf>): Markup => {
  const cut = evidence.filter(({ mayBeCut }) => mayBeCut).length
  if (isSame)
    return note(h("strong", {}, "The same: "), "the verdict follows from the evidence that the answer shows.")
  return cut === 0
    ? note(
        h("strong", {}, "Not the same: "),
        "and nothing in the answer is cut. The answer and its evidence do not agree."
      )
    : note(
        h("strong", {}, "Not the same: "),
        `of ${cut} of the items the answer may have only the beginning, and the service reads the whole abstract. An outcomes file has all of it.`
      )
}

/** The verdict worked out again from the answer. */
export const verdictView = (report: ClaimReport, prefix: Prefix): ReadonlyArray<Markup> => {
  const reading = readingOf(report)
  return [
    section(
      4,
      "Worked out again, in this page",
      sameness(reading),
      comparison(report, reading, prefix),
      ...weights(reading, reading.evidence, prefix)
    ),
    ...itemsOf(reading)
  ]
}
