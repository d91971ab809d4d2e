/**
 * From a query to a call of GDELT's DOC 2.0.
 */
import type { UpstreamRequest } from "../client/Upstream.ts"

const path = "/api/v2/doc/doc"

/** GDELT gives no more. */
const mostRecords = 250

/**
 * Articles for a search in GDELT's notation. Without a timespan it covers the last three months.
 *
 * @param records how many, copies among them
 */
export const articlesRequest = (search: string, records: number): UpstreamRequest => ({
  path,
  query: {
    query: search,
    mode: "artlist",
    // The default is a page for people.
    format: "json",
    maxrecords: String(Math.min(mostRecords, records)),
    sort: "hybridrel"
  }
})

/** GDELT documents `min`, `h`, `d`, `w`, `m` and `y`, and only some of the longer words. */
const shortUnit = (timespan: string): string => timespan.replace(/(?<=\d)(h|d|w|m|y)(?!in$)[a-z]*$/, "$1")

/**
 * Counts of matching articles, and of all, over a timespan: every 15 minutes up to 72 hours, every hour up to 7 days,
 * else every day.
 */
export const volumeRequest = (search: string, timespan: string): UpstreamRequest => ({
  path,
  query: { query: search, mode: "timelinevolraw", format: "json", timespan: shortUnit(timespan) }
})
