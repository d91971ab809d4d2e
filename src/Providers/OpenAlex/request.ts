/**
 * From a query to a call of OpenAlex.
 */
import * as Doi from "../../Resources/Doi.ts"
import { searchTerms } from "../../Text/SearchTerms.ts"
import type { UpstreamRequest } from "../client/Upstream.ts"
import type { WorksQuery } from "../ports/ScholarlyIndex.ts"

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

/** By relevance, the provider's own order. `limit`, where other services have it, is refused. */
export const searchRequest = ({ query, limit }: WorksQuery): UpstreamRequest => ({
  path: "/works",
  query: { search: searchTerms(query), per_page: String(limit), select },
  accept: throttled
})

/** The `doi:` form costs nothing; the DOI's address would be billed as a list. */
export const workRequest = (doi: string): UpstreamRequest => ({
  path: `/works/doi:${Doi.toPath(doi)}`,
  query: { select },
  accept: [404, ...throttled]
})
