/**
 * The sandbox's own routes: the facilitator over HTTP, a faucet, all balances, the providers' switches,
 * and the faults of the next settlement.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { Facilitator } from "../Payment/facilitator/Facilitator.ts"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"
import * as Usdc from "../Resources/Usdc.ts"
import { Address } from "../Resources/X402.ts"
import { Settings } from "../Settings.ts"
import { Balances } from "./Balances.ts"
import * as FacilitatorHttpApp from "./FacilitatorHttpApp.ts"
import { Fault, Faults } from "./Faults.ts"
import { SimulatedProviders } from "./Providers.ts"

/** What the faucet gives, in atomic USDC: 10 USDC. */
const gift = 10_000_000n

const away = () =>
  Effect.succeed(HttpServerResponse.unsafeJson({ message: "the chain is away" }, { status: 503 }))

const balances = Effect.map(
  Effect.flatMap(Balances, ({ balances }) => balances),
  (balances) =>
    HttpServerResponse.unsafeJson({ balances: Record.map(balances, Usdc.format), currency: "USDC" })
).pipe(Effect.catchTag("ChainUnavailable", away))

const faucet = HttpServerRequest.schemaBodyJson(Schema.Struct({ address: Address })).pipe(
  Effect.matchEffect({
    onFailure: () =>
      Effect.succeed(HttpServerResponse.unsafeJson({ message: 'send {"address":"0x…"}' }, { status: 400 })),
    onSuccess: ({ address }) =>
      Effect.map(
        Effect.flatMap(Balances, ({ credit }) => credit(address, gift)),
        (balance) =>
          HttpServerResponse.unsafeJson({ address, balance: Usdc.format(balance), currency: "USDC" })
      ).pipe(Effect.catchTag("ChainUnavailable", away))
  })
)

const switches = Effect.map(
  Effect.flatMap(SimulatedProviders, ({ switches }) => switches),
  (providers) => HttpServerResponse.unsafeJson({ providers })
)

const turn = HttpServerRequest.schemaBodyJson(
  Schema.Struct({ provider: ProviderSlug, on: Schema.Boolean })
).pipe(
  Effect.matchEffect({
    onFailure: () =>
      Effect.succeed(
        HttpServerResponse.unsafeJson({ message: 'send {"provider":"openalex","on":false}' }, { status: 400 })
      ),
    onSuccess: ({ provider, on }) =>
      Effect.zipRight(
        Effect.flatMap(SimulatedProviders, (providers) => providers.turn(provider, on)),
        switches
      )
  })
)

const nextFault = Effect.map(
  Effect.flatMap(Faults, ({ next }) => next),
  (settlement) => HttpServerResponse.unsafeJson({ settlement })
)

const arm = HttpServerRequest.schemaBodyJson(Schema.Struct({ settlement: Fault })).pipe(
  Effect.matchEffect({
    onFailure: () =>
      Effect.succeed(
        HttpServerResponse.unsafeJson(
          { message: 'send {"settlement":"lost"}, or slow, or none' },
          { status: 400 }
        )
      ),
    onSuccess: ({ settlement }) =>
      Effect.zipRight(
        Effect.flatMap(Faults, (faults) => faults.arm(settlement)),
        nextFault
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
      HttpRouter.get("/providers", switches),
      HttpRouter.post("/providers", turn),
      HttpRouter.get("/faults", nextFault),
      HttpRouter.post("/faults", arm),
      HttpRouter.mount("/facilitator", FacilitatorHttpApp.router(chain.network)),
      HttpRouter.provideService(Faults, yield* Faults),
      HttpRouter.provideService(SimulatedProviders, yield* SimulatedProviders),
      HttpRouter.provideService(Balances, yield* Balances),
      HttpRouter.provideService(Facilitator, yield* Facilitator)
    )
    return HttpApiBuilder.Router.use((router) => router.mount("/sandbox", routes))
  })
)
