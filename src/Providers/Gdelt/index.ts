/**
 * News of the world by GDELT's DOC 2.0 (https://www.gdeltproject.org).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as Read from "../../Settings/Reader.ts"
import { type NewsSearch, newsQuery } from "../../Text/NewsQuery.ts"
import * as Pacing from "../client/Pacing.ts"
import * as Upstream from "../client/Upstream.ts"
import { type ProviderError, ProviderRateLimited, QueryRefused } from "../Errors.ts"
import { defineProvider } from "../Provider.ts"
import { NewsArchive } from "../ports/NewsArchive.ts"
import { canary } from "./canary.ts"
import * as Normalise from "./normalise.ts"
import { notice } from "./notice.ts"
import { repairJson } from "./repair.ts"
import { articlesRequest, volumeRequest } from "./request.ts"
import { ArticlesReply, VolumeReply } from "./schema.ts"

/** Where GDELT is, how long it may take, who asks, and the least time between two calls. */
export interface GdeltOptions
  extends Pick<Upstream.UpstreamOptions, "baseUrl" | "deadline" | "userAgent" | "cooldown"> {
  readonly pace: Duration.DurationInput
}

/** The queries of composites have not passed the check of a request schema. */
const searchFor = (search: NewsSearch): Effect.Effect<string, QueryRefused> =>
  Effect.mapError(
    newsQuery(search),
    () =>
      new QueryRefused({
        provider: "gdelt",
        problems: [{ pointer: "/query", message: "has no word that can be searched for" }]
      })
  )

/** GDELT never names a time when it throttles, and its limit is a minute: it is left alone for longer than others. */
const cooldowns = 2

/** One pace, and one throttle, for both. */
const operations = ["gdelt.search", "gdelt.trends"]

/** Seconds until a throttled caller may ask again: GDELT's minute at least. */
const leastRetryAfter = 60

/** What a caller is told of a throttle that names no time: not before the circuit closes. */
const withRetryAfter =
  (cooldown: Duration.Duration) =>
  <E extends ProviderError | QueryRefused>(error: E): E | ProviderRateLimited =>
    error._tag === "ProviderRateLimited" && error.retryAfter === undefined
      ? new ProviderRateLimited({
          provider: error.provider,
          reason: error.reason,
          retryAfter: Math.max(leastRetryAfter, Math.ceil(Duration.toSeconds(cooldown)))
        })
      : error

/** The port to a news archive, answered by GDELT. */
export const layer = (
  options: GdeltOptions
): Layer.Layer<NewsArchive, never, HttpClient.HttpClient | Pacing.Pace> =>
  Layer.effect(
    NewsArchive,
    Effect.gen(function* () {
      const { pace, ...rest } = options
      const cooldown = Duration.times(options.cooldown ?? Upstream.defaultCooldown, cooldowns)
      const queueing = (lasts: number) =>
        Effect.forEach(operations, (operation) => upstream.limit(operation, { reason: "paced", lasts }), {
          discard: true
        })
      const before = Pacing.keep(yield* Pacing.Pace, "gdelt", Duration.decode(pace), queueing)
      const upstream: Upstream.Upstream = yield* Upstream.make({
        provider: "gdelt",
        before,
        ...rest,
        cooldown,
        throttleOpens: true
      })

      /** Reads JSON, if need be after the one repair. */
      const json =
        <A, I>(schema: Schema.Schema<A, I>) =>
        (reply: Upstream.Reply): Effect.Effect<A, ProviderError> =>
          Effect.catchAll(upstream.decode(schema)(reply), (error) => {
            const text = repairJson(reply.text)
            return text === reply.text ? Effect.fail(error) : upstream.decode(schema)({ ...reply, text })
          })

      /** Reads what GDELT says, be it a sentence or JSON. */
      const read =
        <A, I>(schema: Schema.Schema<A, I>) =>
        (reply: Upstream.Reply): Effect.Effect<A, ProviderError | QueryRefused> =>
          Option.match(notice(reply.text), { onNone: () => json(schema)(reply), onSome: Effect.fail })

      /** GDELT throttles an IP address for all operations, so a throttled call suspends the other operation as well. */
      const suspendOtherOperation =
        (other: string) =>
        <A>(effect: Effect.Effect<A, ProviderError | QueryRefused>) =>
          Effect.tapError(effect, (error) =>
            error._tag === "ProviderRateLimited" && error.reason !== Pacing.pacedOut
              ? upstream.suspend(other, error)
              : Effect.void
          )

      return NewsArchive.of({
        articles: ({ limit, records, ...search }) =>
          Effect.flatMap(searchFor(search), (query) =>
            upstream.operation("gdelt.search", (get) =>
              get(articlesRequest(query, records)).pipe(
                Effect.flatMap(read(ArticlesReply)),
                Effect.flatMap((reply) => Normalise.articles(limit, reply)),
                suspendOtherOperation("gdelt.trends")
              )
            )
          ).pipe(Effect.mapError(withRetryAfter(cooldown))),
        volume: ({ query, timespan }) =>
          Effect.flatMap(searchFor({ query }), (search) =>
            upstream.operation("gdelt.trends", (get) =>
              get(volumeRequest(search, timespan)).pipe(
                Effect.flatMap(read(VolumeReply)),
                Effect.flatMap(Normalise.volume),
                suspendOtherOperation("gdelt.search")
              )
            )
          ).pipe(Effect.mapError(withRetryAfter(cooldown)))
      })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "gdelt",
  deadline: Duration.seconds(20),
  address: { variable: "GDELT_URL", default: () => "https://api.gdeltproject.org" },
  settings: Config.all({
    pace: Read.withDefault(
      Read.duration("GDELT_PACE", { most: "60 seconds", zero: true }),
      Duration.millis(5300)
    )
  }),
  sandbox: { GDELT_PACE: "50 millis" },
  layer,
  mock: Layer.mock(NewsArchive, {}),
  operations,
  canary,
  probe: "gdelt.search"
})
