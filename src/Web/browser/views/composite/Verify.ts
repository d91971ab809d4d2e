import type { ClaimReport } from "../../../../Client/generated/types.ts"
import { type Element, h } from "../../../Markup.ts"
import { evidenceCard } from "../parts/Cards.ts"
import { count, number } from "../parts/Format.ts"
import { cards, facts, note, type Prefix, section } from "../parts/Layout.ts"

/** Verdicts in words. */
export const verdictWords: Readonly<Record<ClaimReport["verdict"], string>> = {
  supported: "Supported: most of the evidence affirms the claim",
  contradicted: "Contradicted: most of the evidence denies the claim",
  mixed: "Mixed: the evidence is divided",
  insufficient: "Insufficient: there is too little evidence"
}

/** Of the part that the verdict view takes the place of. */
export const evidenceId = (prefix: Prefix): string => `${prefix}-evidence`

/** `information.verify`, as the service said it. */
export const verify = (
  { agreementCount, claim, confidence, contradictionCount, evidence, sourcesChecked, verdict }: ClaimReport,
  prefix: Prefix
): Element =>
  section(
    3,
    verdictWords[verdict],
    h("blockquote", {}, h("p", { dir: "auto" }, claim)),
    ...facts([
      ["Confidence", `${number(confidence)} of 1`],
      ["Affirm", count(agreementCount, "item")],
      ["Deny", count(contradictionCount, "item")],
      ["Relevant in all", count(sourcesChecked, "item")]
    ]),
    note(
      "How the evidence that was found reads; no fact-check. Confidence tells how sure the reading is, not how true the claim is."
    ),
    h(
      "div",
      { id: evidenceId(prefix) },
      section(
        4,
        "The evidence",
        evidence.length === 0
          ? note("Nothing that was found is relevant to the claim.")
          : cards(evidence.map((item) => evidenceCard(item, 5)))
      )
    )
  )
