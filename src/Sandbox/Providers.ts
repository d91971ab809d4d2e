/**
 * The simulated providers on one local port, each below its slug; the service calls them over real HTTP.
 */
import { createServer } from "node:http"
import { HttpRouter, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect } from "effect"
import * as SimulatedCoinGecko from "./SimulatedCoinGecko.ts"
import * as SimulatedFrankfurter from "./SimulatedFrankfurter.ts"
import * as SimulatedNager from "./SimulatedNager.ts"

const router = HttpRouter.empty.pipe(
  HttpRouter.mount("/coingecko", SimulatedCoinGecko.router),
  HttpRouter.mount("/frankfurter", SimulatedFrankfurter.router),
  HttpRouter.mount("/nager-date", SimulatedNager.router)
)

/** Serves until its scope ends; gives the origin. */
export const serve = Effect.gen(function* () {
  const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
  yield* server.serve(router)
  return HttpServer.formatAddress(server.address)
})
