/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import { type CanaryQuery, items, reading } from "../CanaryQuery.ts"
import { NewsArchive } from "../ports/NewsArchive.ts"
import * as Raw from "./schema.ts"

export const canary: ReadonlyArray<CanaryQuery<NewsArchive>> = [
  {
    name: "gdelt.search",
    call: Effect.flatMap(NewsArchive, ({ articles }) => articles({ query: "Nvidia", limit: 5, records: 5 })),
    reads: reading(
      Raw.ArticlesReply,
      items("articles[]", (reply) => reply.articles ?? [], Raw.Article)
    ),
    fixtures: ["gdelt/artlist_success.json"]
  },
  {
    name: "gdelt.trends",
    call: Effect.flatMap(NewsArchive, ({ volume }) => volume({ query: "Nvidia", timespan: "7d" })),
    reads: reading(
      Raw.VolumeReply,
      items("timeline[].data[]", (reply) => (reply.timeline ?? []).flatMap(({ data }) => data), Raw.Slot)
    ),
    fixtures: ["gdelt/timelinevolraw_day.json", "gdelt/timelinevolraw_15m_two_days_gaps.json"]
  }
]
