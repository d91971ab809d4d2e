/**
 * The same-titled subject described differently by two results, for research and compare. Source: the project's
 * verification method, disagreements, and decisions, compare: the attribute is `excerpt`, each distinct value has one
 * entry.
 */
import { dedupeWith } from "effect/Array"
import * as Order from "effect/Order"
import { cleanText } from "../Text/Clean.ts"
import { normaliseUrl } from "../Text/NormaliseUrl.ts"
import { disagree } from "./DescriptionDisagreement.ts"
import { isGenericTitle, isMetaDescription } from "./GenericTitles.ts"
import { byCodePoint } from "./TextOrder.ts"
import { normaliseTitle } from "./Verify/Fold.ts"

/** A result that describes something. */
export interface Description {
  /** Capability id. */
  readonly provider: string
  readonly title: string
  readonly url: string | null
  /** What tells its record from others at its provider: a DOI, an entity id. */
  readonly id: string | null
  readonly excerpt: string | null
}

export interface DisagreementSource {
  readonly title: string
  readonly url: string | null
  readonly provider: string
}

export interface Disagreement {
  /** The title as it first appears. */
  readonly subject: string
  readonly attribute: "excerpt"
  readonly values: ReadonlyArray<{ readonly value: string; readonly source: DisagreementSource }>
}

/** What a description says and which records say it, the first of them first. */
interface Reported {
  readonly excerpt: string
  readonly source: DisagreementSource
  readonly records: ReadonlySet<string>
}

const recordsOf = ({ id, url }: Description): ReadonlyArray<string> => [
  ...(id === null || id.trim() === "" ? [] : [`id ${id.trim().toLowerCase()}`]),
  ...(url === null || url.trim() === "" ? [] : [`url ${normaliseUrl(url)}`])
]

const reported = (description: Description): ReadonlyArray<Reported> => {
  const { excerpt, provider, title, url } = description
  const records = new Set(recordsOf(description))
  if (excerpt === null || cleanText(excerpt) === "" || records.size === 0) return []
  if (isGenericTitle(cleanText(title)) || isMetaDescription(cleanText(excerpt))) return []
  return [{ excerpt, source: { title, url, provider }, records }]
}

/** Source order, title, URL; then the value itself, so that the order of arrival makes no difference. */
const bySource = (providers: ReadonlyArray<string>): Order.Order<Reported> =>
  Order.combineAll([
    Order.mapInput(Order.number, ({ source }: Reported) => providers.indexOf(source.provider)),
    Order.mapInput(byCodePoint, ({ source }: Reported) => source.title),
    Order.mapInput(byCodePoint, ({ source }: Reported) => source.url ?? ""),
    Order.mapInput(byCodePoint, ({ excerpt }: Reported) => excerpt)
  ])

const isOtherRecord = (one: Reported, other: Reported): boolean =>
  ![...one.records].some((record) => other.records.has(record))

const conflicts = (one: Reported, other: Reported): boolean =>
  isOtherRecord(one, other) && disagree(cleanText(one.excerpt), cleanText(other.excerpt))

/** The values that at least one other contradicts, equal ones once. */
const disputed = (all: ReadonlyArray<Reported>): ReadonlyArray<Reported> =>
  dedupeWith(
    all.filter((one) => all.some((other) => conflicts(one, other))),
    (one, other) => normaliseTitle(cleanText(one.excerpt)) === normaliseTitle(cleanText(other.excerpt))
  )

/** In the order in which the titles first appear. */
const groupByTitle = (all: ReadonlyArray<Description>): ReadonlyArray<ReadonlyArray<Description>> => {
  const groups = new Map<string, Array<Description>>()
  for (const description of all) {
    const title = normaliseTitle(cleanText(description.title))
    groups.set(title, [...(groups.get(title) ?? []), description])
  }
  return [...groups.values()]
}

const byValue = Order.mapInput(byCodePoint, ({ value }: Disagreement["values"][number]) => value)

/**
 * One disagreement for each subject that results describe differently, in the order in which the subjects appear.
 *
 * @param providers the sources that were asked, in their order
 */
export const disagreements = (
  descriptions: ReadonlyArray<Description>,
  providers: ReadonlyArray<string>
): ReadonlyArray<Disagreement> => {
  return groupByTitle(descriptions).flatMap((same) => {
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
