import type { EvidencePack, EvidenceProvider } from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { evidenceCard } from "../parts/Cards.ts"
import { count, moment } from "../parts/Format.ts"
import { cards, note, section } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"

const groups: ReadonlyArray<readonly [provider: EvidenceProvider, one: string, many: string]> = [
  ["academic.search", "scholarly work", "scholarly works"],
  ["news.search", "news article", "news articles"],
  ["knowledge.search", "entity", "entities"]
]

/** `information.evidence`, by what found it. */
export const evidence = ({ findings, query, retrievedAt }: EvidencePack): Element =>
  section(
    3,
    h("span", {}, "Evidence on ", quoted(query)),
    note(
      `${count(findings.length, "finding")}, without a judgement. Put together at ${moment(retrievedAt)}. A source that did not answer is not among them.`
    ),
    ...groups.flatMap(([provider, one, many]): ReadonlyArray<Markup> => {
      const of = findings.filter(({ source }) => source.provider === provider)
      return of.length === 0
        ? []
        : [section(4, count(of.length, one, many), cards(of.map((finding) => evidenceCard(finding, 5))))]
    })
  )
