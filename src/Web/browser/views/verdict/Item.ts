import type { EvidenceItem } from "../../../../Client/generated/types.ts"
import type { Item } from "../../../../Composites/Verify/Channel.ts"
import type { Claim } from "../../../../Composites/Verify/Claim.ts"
import { ruleNames } from "../../../../Composites/Verify/Rules.ts"
import type { Considered } from "../../../../Composites/Verify/Verification.ts"
import { h, type Markup } from "../../../Markup.ts"
import { evidenceCard, kinds } from "../parts/Cards.ts"
import { facts, note } from "../parts/Layout.ts"
import { link, quoted } from "../parts/Text.ts"
import { marked } from "./Marks.ts"
import { channels, conflictWords, grounds } from "./Words.ts"

/** An item of an answer, and how it reads. */
export interface ReadEvidence {
  readonly shown: EvidenceItem
  readonly read: Considered<Item>
  /** Whether its text may go on where the answer ends it. */
  readonly mayBeCut: boolean
}

const list = (words: ReadonlyArray<string>): Markup | null =>
  words.length === 0 ? null : quoted(words.join(", "))

const two = (value: number): string => value.toFixed(2)

/** The card of an item: what it says, by which words it was read, and what followed. */
export const itemCard = (claim: Claim, { mayBeCut, read, shown }: ReadEvidence): ReadonlyArray<Markup> => {
  const { explanation, relevance } = read
  const { bestSentence, channel, conflicts, cues, ground, matches, rule, stance, thresholds, weight } =
    explanation
  const found = new Set(matches.map(({ term }) => term))
  const terms = claim.terms.filter(({ text }) => found.has(text))
  const absent = claim.terms.filter(({ text }) => !found.has(text)).map(({ text }) => text)
  // The facts of the card, without its heading, and its text, which stands above.
  const more = evidenceCard(shown).slice(1)
  return [
    h("h6", {}, link(shown.source.url, shown.source.title)),
    h(
      "p",
      { class: "stance" },
      h("strong", { class: stance }, `It ${stance === "neutral" ? "is neutral" : stance}`),
      `${weight === 0 ? "" : `, with weight ${weight}`}: ${grounds[ground]}.`
    ),
    h(
      "p",
      { class: "read", dir: "auto" },
      ...marked(bestSentence.text, terms, [
        ...cues.evidence,
        ...cues.hedges,
        ...conflicts.map(({ evidence }) => evidence)
      ])
    ),
    ...(mayBeCut
      ? [
          note(
            "From what the answer shows: it may have only the beginning, and the service reads the whole abstract."
          )
        ]
      : []),
    ...facts([
      ["Kind", `${kinds[shown.source.provider]}, read as ${channels[channel]}`],
      ["Matched terms", list(matches.map(({ term, weight }) => `${term} ${two(weight)}`))],
      ["Terms it lacks", list(absent)],
      ["Words of denial", list(cues.evidence)],
      ["The claim's own denial", list(cues.claim)],
      ["Words that hedge", list(cues.hedges)],
      ["Conflicts", list(conflicts.map(conflictWords))],
      ["Rule", rule === null ? null : `${rule}: ${ruleNames[rule]}`],
      [
        "Relevance",
        `${two(relevance)} of 2; affirms from ${thresholds.affirm} on, denies from ${thresholds.deny} on`
      ],
      ["Weight", `${weight} %`]
    ]),
    h("details", {}, h("summary", {}, "About the source"), ...more)
  ]
}
