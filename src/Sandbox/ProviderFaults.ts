/**
 * What a simulated provider does instead of answering, as a switch tells it.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ProviderSlug } from "../Resources/ProviderSlug.ts"

/**
 * `throttled`: 429. `late`: a gateway gives up on it after a second. `unavailable`: 503. `garbage`: a page in place of
 * JSON. `empty`: it has nothing to any question, in its own words.
 */
export const ProviderFault = Schema.Literal("throttled", "late", "unavailable", "garbage", "empty")
export type ProviderFault = typeof ProviderFault.Type

const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })

/** How each simulated provider says that it has nothing. A path is that below the provider's address. */
const nothing: Readonly<
  Partial<Record<ProviderSlug, (path: string) => HttpServerResponse.HttpServerResponse>>
> = {
  openalex: (path) =>
    path.startsWith("/works/")
      ? HttpServerResponse.html("<title>404 Not Found</title>").pipe(HttpServerResponse.setStatus(404))
      : json({ meta: { count: 0 }, results: [] }),
  crossref: (path) =>
    path.startsWith("/works/")
      ? HttpServerResponse.text("Resource not found.", { status: 404 })
      : json({ status: "ok", message: { "total-results": 0, items: [] } }),
  gdelt: () => json({}),
  coingecko: () => json([]),
  frankfurter: () => json({ message: "not found" }, 404),
  "open-meteo": () => json({ latitude: 0, longitude: 0, timezone: "GMT", daily: { time: [] } }),
  photon: () => json({ type: "FeatureCollection", features: [] }),
  "nager-date": () => json([]),
  wikidata: (path) => json(path.startsWith("/w/rest.php") ? { results: [] } : { search: [], success: 1 }),
  "us-census": () => HttpServerResponse.empty()
}

/** The part of an address that a switch leaves alone: whether a country is known is not what is asked. */
export const isSpared = (fault: ProviderFault, path: string): boolean =>
  fault === "empty" && /\/(?:AvailableCountries|currencies)$/.test(path)

/** The reply. */
export const play = (
  fault: ProviderFault,
  slug: ProviderSlug,
  path: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  switch (fault) {
    case "throttled":
      return Effect.succeed(HttpServerResponse.text("too many requests", { status: 429 }))
    case "late":
      return Effect.delay(
        Effect.succeed(HttpServerResponse.text("the gateway gave up", { status: 504 })),
        Duration.seconds(1)
      )
    case "unavailable":
      return Effect.succeed(HttpServerResponse.text("switched off", { status: 503 }))
    case "garbage":
      return Effect.succeed(HttpServerResponse.text("<html>not what you asked for</html>"))
    case "empty":
      return Effect.succeed(nothing[slug]?.(path) ?? HttpServerResponse.empty({ status: 404 }))
  }
}
