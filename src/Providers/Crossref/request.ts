/**
 * From a query to a call of Crossref.
 */
import * as Doi from "../../Resources/Doi.ts"
import { searchTerms } from "../../Text/SearchTerms.ts"
import type { UpstreamRequest } from "../client/Upstream.ts"
import type { WorksQuery } from "../ports/ScholarlyIndex.ts"

/** Names of the API, case and all. An unknown one is refused. */
const select = [
  "DOI",
  "title",
  "author",
  "published",
  "issued",
  "published-print",
  "published-online",
  "container-title",
  "is-referenced-by-count",
  "URL",
  "resource",
  "license",
  "abstract",
  "updated-by"
].join(",")

/**
 * Works that a reader looks for. Crossref also registers figures, tables, journal issues, peer reviews and decision
 * letters, each with its own DOI. Filters of one name are alternatives.
 */
const types = [
  "journal-article",
  "posted-content",
  "proceedings-article",
  "book-chapter",
  "book",
  "edited-book",
  "monograph",
  "reference-book",
  "reference-entry",
  "dissertation",
  "report"
]

/**
 * By relevance, the provider's own order; it wants none of the words in particular. `query.bibliographic` looks at titles, authors, years and ISSNs; `query`
 * also at affiliations and funders, and finds works of a School of Public Health for "public health".
 */
export const searchRequest = ({ limit, ...search }: WorksQuery): UpstreamRequest => ({
  path: "/works",
  query: {
    "query.bibliographic": searchTerms(
      ("query" in search ? search.query : search.anyOf.join(" ")).replaceAll('"', " ")
    ),
    rows: String(limit),
    filter: types.map((type) => `type:${type}`).join(","),
    select
  }
})

/** Without `select`, which is for lists only. */
export const workRequest = (doi: string): UpstreamRequest => ({
  path: `/works/${Doi.toPath(doi)}`,
  template: "/works/{doi}",
  accept: [404]
})
