/**
 * From a query to a call of the Census Data API.
 */

import type { UpstreamRequest } from "../client/Upstream.ts"
import type { CensusQuery } from "../ports/CensusTables.ts"

/**
 * The statuses that the Census Bureau answers with: 204 when nothing matches, 302 to a page about the key, 400 with
 * the reason as text, 404 for a year or dataset without data.
 */
export const tableRequest = ({ dataset, year, variables, forGeography }: CensusQuery): UpstreamRequest => ({
  path: `/data/${year}/${dataset}`,
  template: "/data/{year}/{dataset}",
  query: { get: variables.join(","), for: forGeography },
  accept: [204, 302, 400, 404]
})
