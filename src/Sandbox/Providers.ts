/**
 * The simulated providers on one local port, each below its slug; the service calls them over real HTTP.
 */
import { createServer } from "node:http"
import { HttpRouter, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect } from "effect"
import * as SimulatedCensus from "./SimulatedCensus.ts"
import * as SimulatedCoinGecko from "./SimulatedCoinGecko.ts"
import * as SimulatedCrossref from "./SimulatedCrossref.ts"
import * as SimulatedFrankfurter from "./SimulatedFrankfurter.ts"
import * as SimulatedGdelt from "./SimulatedGdelt.ts"
import * as SimulatedNager from "./SimulatedNager.ts"
import * as SimulatedOpenAlex from "./SimulatedOpenAlex.ts"
import * as SimulatedOpenMeteo from "./SimulatedOpenMeteo.ts"
import * as SimulatedPhoton from "./SimulatedPhoton.ts"
import * as SimulatedWikidata from "./SimulatedWikidata.ts"

const router = HttpRouter.empty.pipe(
  HttpRouter.mount("/openalex", SimulatedOpenAlex.router),
  HttpRouter.mount("/crossref", SimulatedCrossref.router),
  HttpRouter.mount("/coingecko", SimulatedCoinGecko.router),
  HttpRouter.mount("/frankfurter", SimulatedFrankfurter.router),
  HttpRouter.mount("/nager-date", SimulatedNager.router),
  HttpRouter.mount("/open-meteo", SimulatedOpenMeteo.router),
  HttpRouter.mount("/photon", SimulatedPhoton.router),
  HttpRouter.mount("/gdelt", SimulatedGdelt.router),
  HttpRouter.mount("/wikidata", SimulatedWikidata.router),
  HttpRouter.mount("/us-census", SimulatedCensus.router)
)

/** Serves until its scope ends; gives the origin. */
export const serve = Effect.gen(function* () {
  const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
  yield* server.serve(router)
  return HttpServer.formatAddress(server.address)
})
