/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { type CanaryQuery, items, reading, selected } from "../CanaryQuery.ts"
import { ScholarlyRegistry } from "../ports/ScholarlyRegistry.ts"
import * as Request from "./request.ts"
import * as Raw from "./schema.ts"

const crossrefWorks = { query: "ecology", limit: 5 }

export const canary: ReadonlyArray<CanaryQuery<ScholarlyRegistry>> = [
  {
    name: "crossref.search",
    call: Effect.flatMap(ScholarlyRegistry, ({ search }) => search(crossrefWorks)),
    reads: reading(
      Raw.WorksReply,
      items("message.items[]", ({ message }) => message.items, Raw.RawWork)
    ),
    fixtures: [
      "crossref/works/works_query_ecology.json",
      "crossref/works/works_query_select.json",
      "crossref/works/works_query_noauthor_nullissued_posted.json",
      "crossref/works/works_markup_newline_titles.json",
      "crossref/works/works_correction_org_author_update_to.json",
      "crossref/works/works_multi_title_author_without_given.json"
    ],
    asked: {
      "message.items[]": selected(Request.searchRequest(crossrefWorks)),
      "message.items[].author[]": Struct.keys(Raw.Author.fields)
    }
  },
  {
    name: "crossref.work",
    call: Effect.flatMap(ScholarlyRegistry, ({ work }) => work("10.1371/journal.pone.0033693")),
    reads: reading(Raw.WorkReply),
    fixtures: ["crossref/works/work_by_doi_full.json"],
    asked: {
      message: Struct.keys(Raw.RawWork.fields),
      "message.author[]": Struct.keys(Raw.Author.fields)
    }
  }
]
