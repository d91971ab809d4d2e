/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import { type CanaryQuery, items, reading } from "../CanaryQuery.ts"
import { EntityIndex } from "../ports/EntityIndex.ts"
import * as Raw from "./schema.ts"

export const canary: ReadonlyArray<CanaryQuery<EntityIndex>> = [
  {
    name: "wikidata.search",
    call: Effect.flatMap(EntityIndex, ({ search }) => search({ text: "Attila", language: "en", limit: 5 })),
    reads: reading(
      Raw.PrefixReply,
      items("search[]", (reply) => ("search" in reply ? reply.search : []), Raw.PrefixHit)
    ),
    fixtures: [
      "wikidata/wbsearchentities_attila_no_description.json",
      "wikidata/wbsearchentities_search_continue.json",
      "wikidata/wbsearchentities_entityid_match.json",
      { file: "wikidata/search_entries_with_display_and_alias_match.json", field: "search" }
    ]
  }
]
