import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { attribution, newsSearch, newsTrends } from "../Api/News.ts"
import { NewsSearch } from "../Capabilities/NewsSearch.ts"
import { NewsTrends } from "../Capabilities/NewsTrends.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "news", (handlers) =>
  Effect.gen(function* () {
    const { protect } = yield* Paywall
    const articles = yield* NewsSearch
    const coverage = yield* NewsTrends
    return handlers
      .handleRaw(
        "search",
        protect(newsSearch, ({ query, limit }) =>
          deliver(articles.search({ anyOf: [query], limit }), { attribution })
        )
      )
      .handleRaw(
        "trends",
        protect(newsTrends, (payload) => deliver(coverage.trends(payload), { attribution }))
      )
  })
)
