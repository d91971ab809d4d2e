/**
 * From OpenAlex's replies to the records of the port.
 */

import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Doi from "../../Resources/Doi.ts"
import type { WorkRecord, WorksRecord } from "../../Resources/facts/WorkRecord.ts"
import { cleanText } from "../../Text/Clean.ts"
import { ProviderBadResponse, ProviderTimeout } from "../Errors.ts"
import { readable } from "../parsing/Lenient.ts"
import { firstWebUrl } from "../parsing/WebUrl.ts"
import type { WorksQuery } from "../ports/ScholarlyIndex.ts"
import { abstractOf } from "./abstract.ts"
import { Authorship, RawWork, type WorksReply } from "./schema.ts"

const provider = "openalex"

const badResponse = (reason: string) => Either.left(new ProviderBadResponse({ provider, reason }))

/** The first text of which something is left once it is clean. */
const firstText = (texts: ReadonlyArray<string | null | undefined>): Option.Option<string> =>
  Option.firstSomeOf(
    texts.map((text) => Option.filter(Option.some(cleanText(text ?? "")), (left) => left !== ""))
  )

const readableAuthorships = readable(Authorship)
const readableWorks = readable(RawWork)

/** OpenAlex writes the DOI behind the resolver's address as it is registered: `%2f` in it is no slash, `#` no fragment. */
const doiOf = (raw: RawWork): Option.Option<string> => Doi.parseUnencoded(raw.doi ?? "")

const titleOf = (raw: RawWork): Option.Option<string> => firstText([raw.title, raw.display_name])

const record = (raw: RawWork, title: string): WorkRecord => {
  const doi = Option.getOrNull(doiOf(raw))
  const place = raw.primary_location
  return {
    id: `${provider}:${raw.id.slice(raw.id.lastIndexOf("/") + 1)}`,
    title,
    authors: readableAuthorships(raw.authorships).flatMap(({ author, raw_author_name }) =>
      Option.toArray(firstText([author?.display_name, raw_author_name]))
    ),
    publicationYear: raw.publication_year ?? null,
    doi,
    url: firstWebUrl([place?.landing_page_url, doi === null ? null : Doi.toUrl(doi)]),
    journal: Option.getOrNull(firstText([place?.source?.display_name, place?.raw_source_name])),
    citations: raw.cited_by_count ?? null,
    openAccess: raw.open_access?.is_oa === true,
    source: provider,
    abstract: abstractOf(raw.abstract_inverted_index),
    retracted: raw.is_retracted === true
  }
}

/**
 * The works that have a title, at most as many as asked for. A search that ran out of its own time and found nothing
 * has not found that there is nothing; nor has a first page without the works that it counts.
 */
export const normaliseSearch = (
  { limit }: WorksQuery,
  { meta, results }: WorksReply
): Either.Either<WorksRecord, ProviderBadResponse | ProviderTimeout> => {
  const isCutOff = meta.timed_out === true
  const read = readableWorks(results)
  if (results.length > 0 && read.length === 0) return badResponse("no readable work")
  if (results.length === 0 && isCutOff) {
    return Either.left(new ProviderTimeout({ provider, reason: "search cut off" }))
  }
  if (results.length === 0 && meta.count > 0) return badResponse("hits without works")
  const works = read.flatMap((raw) => Option.toArray(Option.map(titleOf(raw), (title) => record(raw, title))))
  return Either.right({
    source: provider,
    count: meta.count,
    works: works.slice(0, limit),
    ...(isCutOff ? { partial: true } : {})
  })
}

/** The work that was asked for. */
export const normaliseWork = (doi: string, raw: RawWork): Either.Either<WorkRecord, ProviderBadResponse> =>
  Option.contains(doiOf(raw), doi)
    ? Either.right(
        record(
          raw,
          Option.getOrElse(titleOf(raw), () => doi)
        )
      )
    : badResponse("work of another DOI")
