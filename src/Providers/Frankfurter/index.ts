/**
 * Reference rates of the European Central Bank, by way of Frankfurter (https://frankfurter.dev).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Upstream from "../client/Upstream.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"
import { defineProvider } from "../Provider.ts"
import { type RatesQuery, ReferenceRates, type ReferenceRatesRecord } from "../ports/ReferenceRates.ts"
import { canary } from "./canary.ts"
import { publishedCurrencies } from "./currencies.ts"
import { NothingFound, normalise } from "./normalise.ts"
import { refuseNothingFound } from "./refusal.ts"
import { ratesRequest } from "./request.ts"
import { NotFoundReply, RatesReply } from "./schema.ts"

/** Where Frankfurter is (it has moved twice: configurable), how long it may take, and who asks. */
export type FrankfurterOptions = Pick<
  Upstream.UpstreamOptions,
  "baseUrl" | "cooldown" | "deadline" | "userAgent"
>

/** The port to reference rates, answered by Frankfurter v1. */
export const layer = (
  options: FrankfurterOptions
): Layer.Layer<ReferenceRates, never, HttpClient.HttpClient> =>
  Layer.effect(
    ReferenceRates,
    Effect.gen(function* () {
      const upstream = yield* Upstream.make({ provider: "frankfurter", ...options })
      const published = yield* publishedCurrencies(upstream)

      /** Only Frankfurter's own 404 says that there is nothing; a proxy's or a wrong address's is a fault. */
      const notFound = (reply: Upstream.Reply) =>
        upstream
          .decode(NotFoundReply)(reply)
          .pipe(
            Effect.catchAll(() => upstream.unexpected(reply)),
            Effect.zipRight(new NothingFound())
          )

      const read =
        (query: RatesQuery) =>
        (
          reply: Upstream.Reply
        ): Effect.Effect<ReferenceRatesRecord, ProviderError | QueryRefused | NothingFound> =>
          reply.status === 404
            ? notFound(reply)
            : Effect.flatMap(upstream.decode(RatesReply)(reply), (raw) => normalise(query, raw))

      const rates = (query: RatesQuery) => {
        const { operation, ...request } = ratesRequest(query)
        return upstream.operation(operation, (get) =>
          get(request).pipe(
            Effect.flatMap(read(query)),
            Effect.catchTag("NothingFound", () =>
              Effect.flatMap(published, (codes) => refuseNothingFound(query, codes))
            )
          )
        )
      }

      return ReferenceRates.of({ rates })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "frankfurter",
  deadline: Duration.seconds(8),
  address: { variable: "FRANKFURTER_URL", default: () => "https://api.frankfurter.dev" },
  settings: Config.succeed({}),
  layer,
  mock: Layer.mock(ReferenceRates, {}),
  operations: ["frankfurter.latest", "frankfurter.historical", "frankfurter.currencies"],
  canary,
  probe: "frankfurter.latest"
})
