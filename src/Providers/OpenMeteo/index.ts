/**
 * Weather forecasts by Open-Meteo (https://open-meteo.com).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Read from "../../Settings/Reader.ts"
import { retryAfter } from "../client/StatusError.ts"
import * as Upstream from "../client/Upstream.ts"
import { ProviderBadResponse, type ProviderError, ProviderRateLimited } from "../Errors.ts"
import { defineProvider, isHost } from "../Provider.ts"
import { type ForecastQuery, type ForecastRecord, Forecasts } from "../ports/Forecasts.ts"
import { canary } from "./canary.ts"
import { normalise } from "./normalise.ts"
import { quotaOf, secondsUntilReset } from "./quota.ts"
import { forecastRequest, type Zone } from "./request.ts"
import { Reply } from "./schema.ts"

/** Where Open-Meteo is, how long it may take, who asks, and the key of a paid plan. */
export interface OpenMeteoOptions
  extends Pick<Upstream.UpstreamOptions, "baseUrl" | "cooldown" | "deadline" | "userAgent"> {
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** The provider knows no time zone for the place (open-meteo/open-meteo #1790, #1785, #591, #254, #1236). */
const isUnknownZone = (reason: string): boolean => /invalid timezone/i.test(reason)

/** The port to forecasts, answered by Open-Meteo. */
export const layer = (options: OpenMeteoOptions): Layer.Layer<Forecasts, never, HttpClient.HttpClient> =>
  Layer.effect(
    Forecasts,
    Effect.gen(function* () {
      const { apiKey, ...rest } = options
      const upstream = yield* Upstream.make({
        provider: "open-meteo",
        ...rest,
        ...(Option.isSome(apiKey) ? { secrets: { query: { apikey: apiKey.value } } } : {})
      })

      /** Fails with 429 when a reason tells of a limit. A time that the reply names is better than a computed one. */
      const checkQuota = (reply: Upstream.Reply, reason: string): Effect.Effect<void, ProviderRateLimited> =>
        Option.match(quotaOf(reason), {
          onNone: () => Effect.void,
          onSome: (quota) =>
            Effect.gen(function* () {
              const named = yield* retryAfter(reply.headers)
              const now = yield* Clock.currentTimeMillis
              const seconds = Option.orElse(named, () => secondsUntilReset(quota, now))
              return yield* new ProviderRateLimited({
                provider: "open-meteo",
                reason: `${quota} limit`,
                ...(Option.isSome(seconds) ? { retryAfter: seconds.value } : {})
              })
            })
        })

      /** A body with another status than 200 that we cannot read tells no more than the status. */
      const read = (reply: Upstream.Reply) =>
        Effect.catchAll(upstream.decode(Reply)(reply), (error) =>
          reply.status === 200 ? error : upstream.unexpected(reply)
        )

      const forecastIn =
        (get: Upstream.Get, query: ForecastQuery) =>
        (zone: Zone): Effect.Effect<ForecastRecord, ProviderError> =>
          Effect.gen(function* () {
            const reply = yield* get(forecastRequest(query, zone))
            const raw = yield* read(reply)
            if ("reason" in raw) {
              yield* checkQuota(reply, raw.reason)
              if (zone === "auto" && isUnknownZone(raw.reason)) return yield* forecastIn(get, query)("GMT")
            }
            // We have checked what we ask for: any other refusal is a fault, not the caller's mistake.
            if (reply.status !== 200) return yield* upstream.unexpected(reply)
            if ("reason" in raw)
              return yield* new ProviderBadResponse({ provider: "open-meteo", reason: "refusal" })
            return yield* normalise(query, raw)
          })

      return Forecasts.of({
        forecast: (query) =>
          upstream.operation("open-meteo.forecast", (get) => forecastIn(get, query)("auto"))
      })
    })
  )

const freeHost = "api.open-meteo.com"

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "open-meteo",
  deadline: Duration.seconds(8),
  address: {
    variable: "OPEN_METEO_URL",
    default: ({ apiKey }) =>
      // A key belongs to the customers' host.
      Option.isSome(apiKey) ? "https://customer-api.open-meteo.com" : `https://${freeHost}`
  },
  settings: Config.all({ apiKey: Read.key("OPEN_METEO_API_KEY") }),
  keys: ["OPEN_METEO_API_KEY"],
  terms: {
    isBroken: ({ baseUrl }) => isHost(baseUrl, freeHost),
    breach: "Open-Meteo's free host is for non-commercial use",
    remedy: "set OPEN_METEO_API_KEY"
  },
  layer,
  mock: Layer.mock(Forecasts, {}),
  operations: ["open-meteo.forecast"],
  canary,
  probe: "open-meteo.forecast"
})
