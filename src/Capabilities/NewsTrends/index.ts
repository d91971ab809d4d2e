/**
 * The coverage of a term over time: GDELT, behind the cache.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { NewsArchive, type VolumeQuery, VolumeRecord } from "../../Providers/ports/NewsArchive.ts"
import type { NewsTrend } from "../../Resources/facts/NewsTrend.ts"
import { span } from "../../Runtime/Span.ts"
import { cached, type Fetched } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import { attribution } from "../NewsSearch/contract.ts"
import { newsTrends } from "./contract.ts"

/** GDELT adds to its archive every 15 minutes. */
const timeToLive = Duration.minutes(15)

/** Daily shares of all coverage. */
export class NewsTrends extends Effect.Service<NewsTrends>()("almanac/NewsTrends", {
  effect: Effect.gen(function* () {
    const archive = yield* NewsArchive
    const fetch = yield* cached({
      name: "news.trends",
      schema: VolumeRecord,
      key: ({ query, timespan }: VolumeQuery) => `${timespan}:${query}`,
      timeToLive: () => timeToLive,
      lookup: archive.volume
    })
    return {
      trends: (query: VolumeQuery) =>
        fetch(query).pipe(
          Effect.map(
            ({ value, ...rest }): Fetched<NewsTrend> => ({
              ...rest,
              value: { term: query.query, points: value }
            })
          ),
          span("news.trends")
        )
    }
  })
}) {}

export const capability = defineCapability(newsTrends, {
  asks: ["gdelt.trends"],
  layer: NewsTrends.Default,
  make: Effect.map(
    NewsTrends,
    ({ trends }) =>
      (request) =>
        deliver(trends(request), { attribution })
  )
})
