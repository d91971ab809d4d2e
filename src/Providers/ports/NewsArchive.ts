/**
 * The port to an archive of the world's news.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NewsArticle } from "../../Resources/facts/NewsArticle.ts"
import { NewsVolume } from "../../Resources/facts/NewsTrend.ts"
import type { NewsSearch } from "../../Text/NewsQuery.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/** What is searched for, and how much of it. */
export type ArticlesQuery = NewsSearch & {
  /** Different articles at most. */
  readonly limit: number
  /** How many the archive is asked for, copies among them: the same story stands on many sites. At least `limit`. */
  readonly records: number
}

/** Coverage of a text over a window that ends now: `15min`, `24h`, `7d`, `2w`, `3m` (months), `1y`. */
export interface VolumeQuery {
  readonly query: string
  readonly timespan: string
}

/** Articles, the best match first, no two of them the same; no more than were asked for. */
export const ArticlesRecord = Schema.Array(NewsArticle)
export type ArticlesRecord = typeof ArticlesRecord.Type

/** Days in ascending order. */
export const VolumeRecord = Schema.Array(NewsVolume)
export type VolumeRecord = typeof VolumeRecord.Type

/** News by their words. Refuses, at `/query`, what is nothing to search for. */
export class NewsArchive extends Context.Tag("almanac/NewsArchive")<
  NewsArchive,
  {
    readonly articles: (query: ArticlesQuery) => Effect.Effect<ArticlesRecord, ProviderError | QueryRefused>
    readonly volume: (query: VolumeQuery) => Effect.Effect<VolumeRecord, ProviderError | QueryRefused>
  }
>() {}
