/**
 * The market of crypto assets, by CoinGecko (https://www.coingecko.com).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Read from "../../Settings/Reader.ts"
import * as Upstream from "../client/Upstream.ts"
import { type ProviderBadResponse, type ProviderError, ProviderUnavailable, QueryRefused } from "../Errors.ts"
import { defineProvider } from "../Provider.ts"
import { CryptoMarket, type CryptoMarketRecord, type MarketsQuery } from "../ports/CryptoMarket.ts"
import { canary } from "./canary.ts"
import { normalise } from "./normalise.ts"
import { type Plan, plans } from "./plan.ts"
import { marketsRequest } from "./request.ts"
import { ErrorCode, MarketsReply, UnsupportedCurrency } from "./schema.ts"

/** Where CoinGecko is, how long it may take, who asks, and by which plan. */
export interface CoinGeckoOptions
  extends Pick<Upstream.UpstreamOptions, "baseUrl" | "cooldown" | "deadline" | "userAgent"> {
  readonly plan: Plan
  /** None on the public API without a key: an empty header would be refused (SiaFoundation/explored #166). */
  readonly key: Option.Option<Redacted.Redacted>
}

/**
 * No key where one is needed, an endpoint outside the plan, a pro key on the public host, a demo key on the pro
 * host: our settings are wrong, whatever the status says. Source: docs.coingecko.com, errors and rate limits.
 */
const keyCodes: ReadonlySet<number> = new Set([10002, 10005, 10010, 10011])
const keyRefused = new ProviderUnavailable({ provider: "coingecko", reason: "key or plan refused" })

const unsupported = ({ currency }: MarketsQuery) =>
  new QueryRefused({
    provider: "coingecko",
    problems: [{ pointer: "/currency", message: `quote currency ${currency} is not supported` }]
  })

/** The port to the market of crypto assets, answered by CoinGecko's API v3. */
export const layer = ({
  plan,
  key,
  ...options
}: CoinGeckoOptions): Layer.Layer<CryptoMarket, never, HttpClient.HttpClient> =>
  Layer.effect(
    CryptoMarket,
    Effect.gen(function* () {
      const headers = Option.match(key, {
        onNone: () => ({}),
        onSome: (value) => ({ [plans[plan].keyHeader]: value })
      })
      const upstream = yield* Upstream.make({ provider: "coingecko", secrets: { headers }, ...options })

      const errorCode = (reply: Upstream.Reply) => Effect.option(upstream.decode(ErrorCode)(reply))

      /** Only CoinGecko's own words make a 400 the caller's: a mistaken key or plan is a 400 too. */
      const badRequest = (
        query: MarketsQuery,
        reply: Upstream.Reply
      ): Effect.Effect<never, ProviderError | QueryRefused> =>
        upstream
          .decode(UnsupportedCurrency)(reply)
          .pipe(
            Effect.zipRight(Effect.fail(unsupported(query))),
            Effect.catchTag("ProviderBadResponse", () =>
              Effect.flatMap(errorCode(reply), (code) =>
                Option.exists(code, (code) => keyCodes.has(code)) ? keyRefused : upstream.unexpected(reply)
              )
            )
          )

      /** A 200 that is no list may be an error that kept the status of a success. */
      const notAList = (
        reply: Upstream.Reply,
        error: ProviderBadResponse
      ): Effect.Effect<never, ProviderError> =>
        Effect.flatMap(errorCode(reply), (code) => {
          if (Option.contains(code, 429)) return upstream.unexpected({ ...reply, status: 429 })
          return Option.exists(code, (code) => keyCodes.has(code)) ? keyRefused : error
        })

      const read =
        (query: MarketsQuery) =>
        (reply: Upstream.Reply): Effect.Effect<CryptoMarketRecord, ProviderError | QueryRefused> =>
          reply.status === 400
            ? badRequest(query, reply)
            : upstream
                .decode(MarketsReply)(reply)
                .pipe(
                  Effect.catchAll((error) => notAList(reply, error)),
                  Effect.flatMap((rows) => normalise(query, rows))
                )

      return CryptoMarket.of({
        markets: (query) =>
          upstream.operation("coingecko.markets", (get) =>
            Effect.flatMap(get(marketsRequest(query)), read(query))
          )
      })
    })
  )

/** A key fits only the host of its own plan: without a URL the plan decides. */
const keyAndPlan = Config.all({
  key: Read.key("COINGECKO_API_KEY"),
  plan: Read.withDefault<Plan>(Read.oneOf("COINGECKO_PLAN", ["demo", "pro"]), "demo")
}).pipe((both) =>
  Read.held(both, [
    Read.rule("COINGECKO_API_KEY", both, ({ key, plan }) =>
      plan === "pro" && Option.isNone(key) ? "is required when COINGECKO_PLAN is pro" : undefined
    )
  ])
)

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "coingecko",
  deadline: Duration.seconds(8),
  address: { variable: "COINGECKO_URL", default: ({ plan }) => plans[plan].origin },
  settings: keyAndPlan,
  keys: ["COINGECKO_API_KEY", "COINGECKO_PLAN"],
  layer,
  mock: Layer.mock(CryptoMarket, {}),
  operations: ["coingecko.markets"],
  canary,
  probe: "coingecko.markets"
})
