/**
 * The same-titled subject described differently by two results, for research and compare. The attribute is
 * `excerpt`, the one that describes; each distinct value has one entry, since a buyer compares values.
 */

import { dedupe, dedupeWith } from "effect/Array"
import * as Order from "effect/Order"
import type { Disagreement } from "../Resources/Disagreement.ts"
import type { EvidenceProvider, SourceReference } from "../Resources/Evidence.ts"
import { cleanText } from "../Text/Clean.ts"
import { disagree } from "./DescriptionDisagreement.ts"
import { type Finding, isSameRecord, type RecordKeys, recordKeys } from "./Finding.ts"
import { isGenericTitle, isMetaDescription } from "./GenericTitles.ts"
import { byCodePoint } from "./TextOrder.ts"
import { groupByTitle } from "./TitleGroups.ts"
import { normaliseTitle } from "./Verify/Tokens.ts"

/** A result that describes something. */
export interface Description extends SourceReference {
  /** What tells its record from others at its provider: a DOI, an entity id. */
  readonly id: string | null
  readonly excerpt: string | null
}

/** What a description says, and of which record. */
interface Reported {
  readonly excerpt: string
  readonly source: SourceReference
  readonly record: RecordKeys
}

const isBlank = (text: string | null): boolean => text === null || text.trim() === ""

const reported = (description: Description): ReadonlyArray<Reported> => {
  const { excerpt, id, provider, title, url } = description
  if (excerpt === null || cleanText(excerpt) === "" || (isBlank(id) && isBlank(url))) return []
  if (isGenericTitle(cleanText(title)) || isMetaDescription(cleanText(excerpt))) return []
  return [{ excerpt, source: { title, url, provider }, record: recordKeys(description) }]
}

/** Source order, title, URL; then the value itself, so that the order of arrival makes no difference. */
const bySource = (providers: ReadonlyArray<EvidenceProvider>): Order.Order<Reported> =>
  Order.combineAll([
    Order.mapInput(Order.number, ({ source }: Reported) => providers.indexOf(source.provider)),
    Order.mapInput(byCodePoint, ({ source }: Reported) => source.title),
    Order.mapInput(byCodePoint, ({ source }: Reported) => source.url ?? ""),
    Order.mapInput(byCodePoint, ({ excerpt }: Reported) => excerpt)
  ])

const conflicts = (one: Reported, other: Reported): boolean =>
  !isSameRecord(one.record, other.record) && disagree(cleanText(one.excerpt), cleanText(other.excerpt))

/** The values that at least one other contradicts, equal ones once. */
const disputed = (all: ReadonlyArray<Reported>): ReadonlyArray<Reported> =>
  dedupeWith(
    all.filter((one) => all.some((other) => conflicts(one, other))),
    (one, other) => normaliseTitle(cleanText(one.excerpt)) === normaliseTitle(cleanText(other.excerpt))
  )

const byValue = Order.mapInput(byCodePoint, ({ value }: Disagreement["values"][number]) => value)

/**
 * One disagreement for each subject that results describe differently, in the order in which the subjects appear.
 *
 * @param providers the sources that were asked, in their order
 */
export const disagreements = (
  descriptions: ReadonlyArray<Description>,
  providers: ReadonlyArray<EvidenceProvider>
): ReadonlyArray<Disagreement> => {
  return groupByTitle(descriptions, ({ title }) => title).flatMap((same) => {
    const values = disputed(same.flatMap(reported).toSorted(bySource(providers)))
    return values.length < 2
      ? []
      : [
          {
            subject: same[0]?.title ?? "",
            attribute: "excerpt" as const,
            values: values.map(({ excerpt, source }) => ({ value: excerpt, source })).toSorted(byValue)
          }
        ]
  })
}

/** The disagreements of findings that come in the order of their sources. */
export const disagreementsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<Disagreement> =>
  disagreements(
    findings.map(({ id, item: { excerpt, source } }) => ({ ...source, id, excerpt })),
    dedupe(findings.map(({ item }) => item.source.provider))
  )
