/**
 * What a deployed service talks to, on local ports: a facilitator that settles, a provider, an OTLP collector.
 */
import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer, Option } from "effect"
import * as Assets from "../../../src/Resources/Assets.ts"
import * as FacilitatorHttpApp from "../../../src/Sandbox/FacilitatorHttpApp.ts"
import * as SimulatedFrankfurter from "../../../src/Sandbox/providers/SimulatedFrankfurter.ts"
import { SimulatedChain } from "../../../src/Sandbox/SimulatedChain.ts"
import * as SimulatedFacilitator from "../../../src/Sandbox/SimulatedFacilitator.ts"
import { buyers, openingBalance } from "../Harness.ts"
import { asset, payTo } from "../SignedPayment.ts"

const listen = <E, R>(router: HttpRouter.HttpRouter<E, R>) =>
  Effect.gen(function* () {
    const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
    yield* server.serve(router)
    return HttpServer.formatAddress(server.address)
  })

/** What the collector got: the path and the decoded JSON of every export. */
export interface Export {
  readonly path: string
  readonly text: string
}

/** Starts them; `delay` holds back the provider's answers. */
export const start = (delay: Effect.Effect<void> = Effect.void) =>
  Effect.gen(function* () {
    const exports: Array<Export> = []
    const money = yield* Layer.build(
      SimulatedFacilitator.layer({
        chainId: Option.getOrThrow(Option.fromNullable(Assets.chainId(Assets.baseSepolia))),
        asset,
        accounts: Object.fromEntries(buyers.map(({ address }) => [address, openingBalance]))
      })
    )
    const facilitator = yield* listen(FacilitatorHttpApp.router(Assets.baseSepolia)).pipe(
      Effect.provide(money)
    )
    const provider = yield* listen(
      HttpRouter.use(SimulatedFrankfurter.router, (app) => Effect.zipRight(delay, app))
    )
    const collector = yield* listen(
      HttpRouter.empty.pipe(
        HttpRouter.post(
          "/*",
          Effect.gen(function* () {
            const request = yield* HttpServerRequest.HttpServerRequest
            exports.push({ path: request.url, text: yield* request.text })
            return HttpServerResponse.unsafeJson({})
          })
        )
      )
    )
    return {
      exports,
      /** Where the facilitator settles. */
      chain: Context.get(money, SimulatedChain),
      environment: {
        X402_PAY_TO: payTo,
        X402_FACILITATOR_URL: facilitator,
        FRANKFURTER_URL: provider,
        CONTACT: "mailto:operator@example.org",
        DATA_DIR: "memory://",
        PORT: "0"
      },
      collector
    }
  })
