import type {
  GovernmentOutcome,
  ResearchAnswer,
  ResearchReport,
  SourceName
} from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { evidenceCard } from "../parts/Cards.ts"
import { count, moment } from "../parts/Format.ts"
import { cards, note, type Prefix, section, table } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"
import { censusTable } from "../single/Census.ts"
import { disagreements } from "./Disagreements.ts"

const names: Readonly<Record<SourceName, string>> = {
  academic: "Scholarly works",
  news: "News",
  knowledge: "Entities",
  government: "Census"
}

const statuses: Readonly<Record<ResearchReport["status"], string>> = {
  complete: "All sources answered.",
  partial: "Some sources did not answer: the report is what the others say.",
  failed: "No source answered."
}

/** How many results an outcome has. */
const found = (data: NonNullable<ResearchReport["sources"][SourceName]>["data"]): number =>
  data === null ? 0 : "rows" in data ? data.rows.length : data.results.length

const outcomeRow = (sources: ResearchReport["sources"], name: SourceName): ReadonlyArray<Markup> => {
  const outcome = sources[name]
  if (outcome === undefined) return [names[name], "not told", ""]
  const { data, error, status } = outcome
  if (status === "failed") {
    const why = error === null ? "" : h("span", {}, quoted(error.message), " ", h("code", {}, error.code))
    return [names[name], "did not answer", why]
  }
  return status === "empty"
    ? [names[name], "answered, found nothing", ""]
    : [names[name], "answered", count(found(data), "result")]
}

const government = (outcome: GovernmentOutcome | undefined, prefix: Prefix): ReadonlyArray<Markup> => {
  const data = outcome?.data ?? null
  return data === null ? [] : [section(4, "Census figures", censusTable(data, prefix))]
}

/** `research` */
export const research = (
  data: ResearchReport,
  price: ResearchAnswer["meta"]["price"],
  prefix: Prefix
): Element => {
  const { composition, findings, query, sources, status } = data
  const paid = price === null ? "Nothing was charged." : `Charged: ${price.amount} ${price.currency}.`
  return section(
    3,
    h("span", {}, "What the sources say of ", quoted(query)),
    note(`${statuses[status]} ${paid} Put together at ${moment(composition.retrievedAt)}.`),
    section(
      4,
      "Each source",
      table(
        `${prefix}-sources`,
        "How each source answered.",
        [{ head: "Source" }, { head: "Outcome" }, { head: "More" }],
        composition.sourcesRequested.map((name) => outcomeRow(sources, name))
      )
    ),
    ...disagreements(data.disagreements),
    section(
      4,
      count(findings.length, "finding"),
      findings.length === 0
        ? note("There are no findings.")
        : cards(findings.map((finding) => evidenceCard(finding, 5)))
    ),
    ...government(sources.government, prefix)
  )
}
