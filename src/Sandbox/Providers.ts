/**
 * The simulated providers on one local port, each below its slug; the service calls them over real HTTP.
 */
import { createServer } from "node:http"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { providers } from "../Capabilities/index.ts"
import type { ProviderSlug } from "../Resources/ProviderSlug.ts"
import * as SimulatedCensus from "./providers/SimulatedCensus.ts"
import * as SimulatedCoinGecko from "./providers/SimulatedCoinGecko.ts"
import * as SimulatedCrossref from "./providers/SimulatedCrossref.ts"
import * as SimulatedFrankfurter from "./providers/SimulatedFrankfurter.ts"
import * as SimulatedGdelt from "./providers/SimulatedGdelt.ts"
import * as SimulatedNager from "./providers/SimulatedNager.ts"
import * as SimulatedOpenAlex from "./providers/SimulatedOpenAlex.ts"
import * as SimulatedOpenMeteo from "./providers/SimulatedOpenMeteo.ts"
import * as SimulatedPhoton from "./providers/SimulatedPhoton.ts"
import * as SimulatedWikidata from "./providers/SimulatedWikidata.ts"

/** The providers that have a simulation, by slug. */
const simulated = {
  openalex: SimulatedOpenAlex.router,
  crossref: SimulatedCrossref.router,
  coingecko: SimulatedCoinGecko.router,
  frankfurter: SimulatedFrankfurter.router,
  "nager-date": SimulatedNager.router,
  "open-meteo": SimulatedOpenMeteo.router,
  photon: SimulatedPhoton.router,
  gdelt: SimulatedGdelt.router,
  wikidata: SimulatedWikidata.router,
  "us-census": SimulatedCensus.router
}

/** A provider without a simulation answers 404, which the service reports as an unavailable provider. */
const router = Object.entries(simulated).reduce(
  (routers, [slug, own]) => HttpRouter.mount(routers, `/${slug}`, own),
  HttpRouter.empty
)

/** The simulated providers: where they are, and a switch for each. */
export class SimulatedProviders extends Context.Tag("almanac/SimulatedProviders")<
  SimulatedProviders,
  {
    readonly origin: string
    /** Slugs, and whether the provider answers. */
    readonly switches: Effect.Effect<Readonly<Record<string, boolean>>>
    /** Switches a provider on or off: one that is off answers 503. */
    readonly turn: (slug: ProviderSlug, on: boolean) => Effect.Effect<void>
  }
>() {}

const slugOf = (url: string) => url.split(/[/?]/, 2)[1] ?? ""

/** Serves until its scope ends. */
export const layer = Layer.scoped(
  SimulatedProviders,
  Effect.gen(function* () {
    const off = new Set<string>()
    const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
    const app = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      return off.has(slugOf(url)) ? HttpServerResponse.text("switched off", { status: 503 }) : yield* router
    })
    yield* server.serve(app)
    return {
      origin: HttpServer.formatAddress(server.address),
      switches: Effect.sync(() =>
        Object.fromEntries(providers.all.map(({ slug }) => [slug, !off.has(slug)]))
      ),
      turn: (slug, on) =>
        Effect.sync(() => {
          if (on) off.delete(slug)
          else off.add(slug)
        })
    }
  })
)
