/**
 * News by their words: GDELT, behind the cache.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type ArticlesQuery, ArticlesRecord, NewsArchive } from "../../Providers/ports/NewsArchive.ts"
import type { NewsArticles } from "../../Resources/facts/NewsArticle.ts"
import { span } from "../../Runtime/Span.ts"
import { cached, type Fetched } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import { attribution, newsSearch } from "./contract.ts"

/** GDELT adds to its archive every 15 minutes. */
const timeToLive = Duration.minutes(15)

/** How many articles the archive is asked for each that is wanted: the same story stands on many sites. */
const surplus = 3

/** Articles about a text, or about some terms. */
export class NewsSearch extends Effect.Service<NewsSearch>()("almanac/NewsSearch", {
  effect: Effect.gen(function* () {
    const archive = yield* NewsArchive
    const fetch = yield* cached({
      name: "news.search",
      schema: ArticlesRecord,
      key: ({ limit, records, ...search }: ArticlesQuery) =>
        JSON.stringify(
          "query" in search
            ? [limit, records, search.query]
            : [limit, records, search.all, search.any, search.language]
        ),
      timeToLive: () => timeToLive,
      lookup: archive.articles
    })
    return {
      search: (query: ArticlesQuery) =>
        fetch(query).pipe(
          Effect.map(({ value, ...rest }): Fetched<NewsArticles> => ({ ...rest, value: { results: value } })),
          span("news.search")
        )
    }
  })
}) {}

export const capability = defineCapability(newsSearch, {
  asks: ["gdelt.search"],
  layer: NewsSearch.Default,
  make: Effect.map(
    NewsSearch,
    ({ search }) =>
      ({ query, limit }) =>
        deliver(search({ query, limit, records: limit * surplus }), { attribution })
  )
})
