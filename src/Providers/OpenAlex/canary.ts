/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { type CanaryQuery, items, reading, selected } from "../CanaryQuery.ts"
import { ScholarlyIndex } from "../ports/ScholarlyIndex.ts"
import * as Request from "./request.ts"
import * as Raw from "./schema.ts"

const works = { query: "machine learning public health", limit: 5 }

const openAlexWork = "10.4081/gh.2014.294"
const openAlexMaps = (at: string) => [`${at}abstract_inverted_index`]

export const canary: ReadonlyArray<CanaryQuery<ScholarlyIndex>> = [
  {
    name: "openalex.search",
    call: Effect.flatMap(ScholarlyIndex, ({ search }) => search(works)),
    reads: reading(
      Raw.WorksReply,
      items("results[]", ({ results }) => results, Raw.RawWork)
    ),
    fixtures: [
      "openalex/works_search_2024_full.json",
      "openalex/works_search_2024_conference_null_source.json",
      "openalex/works_search_2024_null_doi_null_source_null_abstract.json"
    ],
    maps: openAlexMaps("results[]."),
    asked: {
      "results[]": selected(Request.searchRequest(works)),
      "results[].authorships[]": Struct.keys(Raw.Authorship.fields)
    }
  },
  {
    name: "openalex.work",
    call: Effect.flatMap(ScholarlyIndex, ({ work }) => work(openAlexWork)),
    reads: reading(Raw.RawWork),
    fixtures: ["openalex/work_single_2024.json"],
    maps: openAlexMaps(""),
    asked: {
      "": selected(Request.workRequest(openAlexWork)),
      "authorships[]": Struct.keys(Raw.Authorship.fields)
    }
  }
]
