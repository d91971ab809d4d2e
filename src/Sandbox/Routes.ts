/**
 * The sandbox's own routes: the facilitator over HTTP, a faucet, and everybody's balance.
 */
import { HttpApiBuilder, HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Layer, Record, Schema } from "effect"
import { Facilitator } from "../Payment/Facilitator.ts"
import * as FacilitatorHttpApp from "../Payment/FacilitatorHttpApp.ts"
import { SimulatedChain } from "../Payment/SimulatedChain.ts"
import * as Usdc from "../Payment/Usdc.ts"
import { Address } from "../Resources/X402.ts"
import { Settings } from "../Settings.ts"

/** What the faucet gives, in atomic USDC: 10 USDC. */
const gift = 10_000_000n

const balances = Effect.map(
  Effect.flatMap(SimulatedChain, ({ balances }) => balances),
  (balances) =>
    HttpServerResponse.unsafeJson({ balances: Record.map(balances, Usdc.format), currency: "USDC" })
)

const faucet = HttpServerRequest.schemaBodyJson(Schema.Struct({ address: Address })).pipe(
  Effect.matchEffect({
    onFailure: () =>
      Effect.succeed(HttpServerResponse.unsafeJson({ message: 'send {"address":"0x…"}' }, { status: 400 })),
    onSuccess: ({ address }) =>
      Effect.map(
        Effect.flatMap(SimulatedChain, (chain) => chain.credit(address, gift)),
        (balance) =>
          HttpServerResponse.unsafeJson({ address, balance: Usdc.format(balance), currency: "USDC" })
      )
  })
)

/** Below `/sandbox`. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const {
      payment: { chain }
    } = yield* Settings
    const routes = HttpRouter.empty.pipe(
      HttpRouter.get("/balances", balances),
      HttpRouter.post("/faucet", faucet),
      HttpRouter.mount("/facilitator", FacilitatorHttpApp.router(chain.network)),
      HttpRouter.provideService(SimulatedChain, yield* SimulatedChain),
      HttpRouter.provideService(Facilitator, yield* Facilitator)
    )
    return HttpApiBuilder.Router.use((router) => router.mount("/sandbox", routes))
  })
)
