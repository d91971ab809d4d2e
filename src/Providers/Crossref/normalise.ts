/**
 * From Crossref's replies to the records of the port.
 */

import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Doi from "../../Resources/Doi.ts"
import type { WorkRecord, WorksRecord } from "../../Resources/facts/WorkRecord.ts"
import { cleanAbstract, cleanText } from "../../Text/Clean.ts"
import { isRetractedTitle } from "../../Text/RetractedTitle.ts"
import { ProviderBadResponse } from "../Errors.ts"
import { readable } from "../parsing/Lenient.ts"
import { firstWebUrl } from "../parsing/WebUrl.ts"
import type { WorksQuery } from "../ports/ScholarlyIndex.ts"
import { isOpen } from "./license.ts"
import { Author, License, RawWork, Update, type WorksReply } from "./schema.ts"

const provider = "crossref"

const badResponse = (reason: string) => Either.left(new ProviderBadResponse({ provider, reason }))

const authors = readable(Author)
const licenses = readable(License)
const updates = readable(Update)
const works = readable(RawWork)

/** The first text of which something is left once it is clean; null when there is none. */
const firstText = (texts: ReadonlyArray<string | null> | null | undefined): string | null =>
  texts?.map((text) => cleanText(text ?? "")).find((text) => text !== "") ?? null

/** The parts of a name that are there, in the order in which they are said. */
const nameOf = ({ given, family, suffix, name }: Author): string | null => {
  const parts = [given, family, suffix].map((part) => cleanText(part ?? ""))
  return parts[0] === "" && parts[1] === ""
    ? firstText([name ?? null])
    : parts.filter((part) => part !== "").join(" ")
}

/** Never `created`: that is when the DOI was registered, for old works long after. */
const yearOf = (raw: RawWork): number | null => {
  for (const date of [raw.published, raw.issued, raw["published-print"], raw["published-online"]]) {
    const year = date?.["date-parts"][0]?.[0]
    if (typeof year === "number" && Number.isSafeInteger(year)) return year
  }
  return null
}

/** Told by a notice about the work, or by its publisher in front of the title. */
const isRetracted = (raw: RawWork, title: string | null): boolean =>
  updates(raw["updated-by"]).some(({ type }) => /^(?:retraction|withdrawal|removal)$/.test(type)) ||
  isRetractedTitle(title ?? "")

const record = (raw: RawWork, doi: string, title: string | null, now: DateTime.Utc): WorkRecord => ({
  id: `${provider}:${doi}`,
  title: title ?? doi,
  authors: authors(raw.author).flatMap((author) => nameOf(author) ?? []),
  publicationYear: yearOf(raw),
  doi,
  url: firstWebUrl([raw.resource?.primary?.URL, raw.URL, Doi.toUrl(doi)]),
  journal: firstText(raw["container-title"]),
  citations: raw["is-referenced-by-count"] ?? null,
  openAccess: licenses(raw.license).some(isOpen(now)),
  source: provider,
  abstract: cleanAbstract(raw.abstract ?? "") || null,
  retracted: isRetracted(raw, title)
})

/** The works that have a title, at most as many as asked for. A first page without the works that it counts is none. */
export const normaliseSearch = (
  { limit }: WorksQuery,
  { message }: WorksReply,
  now: DateTime.Utc
): Either.Either<WorksRecord, ProviderBadResponse> => {
  if (message.items.length === 0 && message["total-results"] > 0) return badResponse("hits without works")
  const read = works(message.items)
  if (message.items.length > 0 && read.length === 0) return badResponse("no readable work")
  const titled = read.flatMap((raw) => {
    const title = firstText(raw.title)
    return title === null
      ? []
      : Option.toArray(Option.map(Doi.parse(raw.DOI), (doi) => record(raw, doi, title, now)))
  })
  return Either.right({ source: provider, count: message["total-results"], works: titled.slice(0, limit) })
}

/** The work that was asked for. */
export const normaliseWork = (
  doi: string,
  raw: RawWork,
  now: DateTime.Utc
): Either.Either<WorkRecord, ProviderBadResponse> =>
  Option.contains(Doi.parse(raw.DOI), doi)
    ? Either.right(record(raw, doi, firstText(raw.title), now))
    : badResponse("work of another DOI")
