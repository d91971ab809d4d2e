/**
 * The simulated providers on one local port, each below its slug; the service calls them over real HTTP.
 */
import { createServer } from "node:http"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { providers } from "../Capabilities/index.ts"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { isSpared, type ProviderFault, play } from "./ProviderFaults.ts"
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
const simulated: Readonly<Partial<Record<ProviderSlug, HttpRouter.HttpRouter>>> = {
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

const router = Object.entries(simulated).reduce(
  (routers, [slug, own]) => HttpRouter.mount(routers, `/${slug}`, own),
  HttpRouter.empty
)

/** The simulated providers: where they are, and a switch for each. */
export class SimulatedProviders extends Context.Tag("almanac/SimulatedProviders")<
  SimulatedProviders,
  {
    readonly origin: string
    /** Slugs, and what the provider does: "on", or its fault. */
    readonly switches: Effect.Effect<Readonly<Record<string, ProviderFault | "on">>>
    /** Lets a provider fail from now on, or answer again. */
    readonly turn: (slug: ProviderSlug, state: ProviderFault | "on") => Effect.Effect<void>
  }
>() {}

const isSlug = Schema.is(ProviderSlug)

/** The provider that an address is below, and the path below it. */
const partsOf = (url: string) => {
  const [, slug = "", path = ""] = /^\/([^/?]+)([^?]*)/.exec(url) ?? []
  return { slug, path }
}

/** Serves until its scope ends. */
export const layer = Layer.scoped(
  SimulatedProviders,
  Effect.gen(function* () {
    const faults = new Map<ProviderSlug, ProviderFault>()
    const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
    const app = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const { slug, path } = partsOf(url)
      const fault = isSlug(slug) ? faults.get(slug) : undefined
      return isSlug(slug) && fault !== undefined && !isSpared(fault, path)
        ? yield* play(fault, slug, path)
        : yield* router
    })
    yield* server.serve(app)
    return {
      origin: HttpServer.formatAddress(server.address),
      switches: Effect.sync(() =>
        Object.fromEntries(providers.all.map(({ slug }) => [slug, faults.get(slug) ?? "on"]))
      ),
      turn: (slug, state) =>
        Effect.sync(() => {
          if (state === "on") faults.delete(slug)
          else faults.set(slug, state)
        })
    }
  })
)
