/**
 * What the providers are asked for a text, by their own request builders.
 */
import { Option } from "effect"
import type { SourceQuery } from "../../../src/Composites/QueryPlan.ts"
import * as Crossref from "../../../src/Providers/Crossref/request.ts"
import { articlesRequest } from "../../../src/Providers/Gdelt/request.ts"
import * as OpenAlex from "../../../src/Providers/OpenAlex/request.ts"
import { prefixRequest } from "../../../src/Providers/Wikidata/request.ts"
import { newsQuery } from "../../../src/Text/NewsQuery.ts"

/** A provider's own search parameter; null for one that is not asked. */
export interface Asked {
  gdelt: string | null
  openalex: string | null
  crossref: string | null
  wikidata: string | null
}

const text = (query: unknown, name: string): string => String(Object(query)[name])

/** What goes out to each provider. */
export const askedOf = (plan: ReadonlyArray<SourceQuery<never>>): Asked => {
  const asked: Asked = { gdelt: null, openalex: null, crossref: null, wikidata: null }
  for (const ask of plan) {
    if (ask.source === "government" || ask.search === null) continue
    if (ask.source === "news") {
      const search = Option.getOrThrow(newsQuery(ask.search))
      asked.gdelt = text(articlesRequest(search, ask.records).query, "query")
    } else if (ask.source === "academic") {
      const query = { ...ask.search, limit: ask.limit }
      asked.openalex = text(OpenAlex.searchRequest(query).query, "search")
      asked.crossref = text(Crossref.searchRequest(query).query, "query.bibliographic")
    } else {
      const query = { text: ask.search, language: "en", limit: ask.limit }
      asked.wikidata = text(prefixRequest(query).query, "search")
    }
  }
  return asked
}
