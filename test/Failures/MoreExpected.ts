/**
 * What a buyer gets for the further faults: written by hand as well, and left out of the page, for they differ from
 * those of the matrix in their words alone, or in what no provider has been seen to do.
 */
import { Record } from "effect"
import { type Cell, expected, refused, sold, strange, unavailable, unknown } from "./Expected.ts"
import type { MoreFaultName } from "./MoreFaults.ts"
import type { OperationName } from "./Operations.ts"

type Cells = Readonly<Record<OperationName, Cell>>

/** One cell for all, but for those with another provider in reserve, and those that are named. */
const all = (cell: Cell, but: Partial<Cells> = {}): Cells => ({
  ...Record.map(expected, () => cell),
  "openalex.search (Crossref answers)": sold,
  "openalex.work (Crossref knows no such work)": unavailable,
  ...but
})

/** A 400 is how Nager.Date speaks of a year that it does not cover: the buyer is told so, and pays nothing. */
const notCovered: Cell = { status: 200, charged: false }

/** The Census Bureau's only redirects are those to the page for a key. */
const redirected = all(strange, { "census.table": unavailable })

export const moreExpected: Readonly<Record<MoreFaultName, Cells>> = {
  // The words begin as the Census Bureau's own do when it does not know a variable.
  "400 with text": all(strange, { "nager-date.holidays": notCovered, "census.table": refused }),
  "400 as JSON": all(strange, { "nager-date.holidays": notCovered }),
  "403 as JSON": all(unavailable),
  // The status alone tells: OpenAlex has no such work, the Census Bureau no such year.
  "404 with text": all(strange, {
    "openalex.work (Crossref knows no such work)": unknown,
    "census.table": refused
  }),
  "200 with an error": all(strange),
  "200 with an error in a sentence": all(strange),
  "200 with text": all(strange),
  "no HTTP": all(strange),
  // Sold where the record can do without its numbers, or has none.
  "words for numbers": all(strange, {
    "openalex.work (Crossref knows no such work)": sold,
    "crossref.work (OpenAlex is away)": sold,
    "nager-date.holidays": sold,
    // A coin that is known is told with what can be read of it.
    "coingecko.markets": sold,
    "wikidata.search": sold,
    "wikidata.search (full text)": sold,
    "census.table": sold,
    "gdelt.search": sold
  }),
  "objects for words": all(strange),
  "redirect to nowhere": all(unavailable),
  "redirect without end": redirected,
  "redirect to no address": redirected,
  "a good reply": all(sold, { "openalex.work (Crossref knows no such work)": sold })
}
