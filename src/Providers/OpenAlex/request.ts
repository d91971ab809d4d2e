/**
 * From a query to a call of OpenAlex.
 */
import * as Doi from "../../Resources/Doi.ts"
import { searchTerms } from "../../Text/SearchTerms.ts"
import type { UpstreamRequest } from "../client/Upstream.ts"
import type { WorksQuery, WorksSearch } from "../ports/ScholarlyIndex.ts"

/** Only root fields can be selected. An unknown one is refused. */
const select = [
  "id",
  "doi",
  "title",
  "display_name",
  "publication_year",
  "cited_by_count",
  "open_access",
  "authorships",
  "primary_location",
  "is_retracted",
  "abstract_inverted_index"
].join(",")

/** The throttle has more to tell than its status. */
const throttled = [403, 429]

/** A bare word that none of the operators can be read out of; everything else is a phrase. */
const term = (text: string): string => {
  const words = searchTerms(text.replaceAll('"', " "))
  return /^[\p{L}\p{N}\p{M}]+$/u.test(words) ? words : `"${words}"`
}

/** All words of a text, or any of some terms: `OR` in upper case is an operator. */
const searchOf = (search: WorksSearch): string =>
  "query" in search
    ? searchTerms(search.query)
    : search.anyOf
        .map(term)
        .filter((one) => one !== '""')
        .join(" OR ")

/** By relevance, the provider's own order. `limit`, where other services have it, is refused. */
export const searchRequest = ({ limit, ...search }: WorksQuery): UpstreamRequest => ({
  path: "/works",
  query: { search: searchOf(search), per_page: String(limit), select },
  accept: throttled
})

/** The `doi:` form costs nothing; the DOI's address would be billed as a list. */
export const workRequest = (doi: string): UpstreamRequest => ({
  path: `/works/doi:${Doi.toPath(doi)}`,
  template: "/works/doi:{doi}",
  query: { select },
  accept: [404, ...throttled]
})
