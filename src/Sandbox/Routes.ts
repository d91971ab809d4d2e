/**
 * The sandbox's own routes: the facilitator over HTTP, a faucet, all balances, the switches (below two names, `providers`
 * and `faults`, that take the same), and the last calls. They fail as all routes of the service do, but for the facilitator,
 * whose failures have the protocol's form.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { FacilitatorDown, validationFailed } from "../Api/Failure.ts"
import * as RequestDecoder from "../Api/RequestDecoder.ts"
import { Facilitator } from "../Payment/facilitator/Facilitator.ts"
import * as Usdc from "../Resources/Usdc.ts"
import { Address } from "../Resources/X402.ts"
import { Settings } from "../Settings.ts"
import { Balances } from "./Balances.ts"
import { CallLog } from "./CallLog.ts"
import * as FacilitatorHttpApp from "./FacilitatorHttpApp.ts"
import { Faults } from "./Faults.ts"
import { SimulatedProviders } from "./Providers.ts"
import { Forget } from "./SandboxCache.ts"
import * as Switches from "./Switches.ts"

/** What the faucet gives, in atomic USDC: 10 USDC. */
const gift = 10_000_000n

const away = () => new FacilitatorDown({ message: "The sandbox's chain does not answer.", retryAfter: 5 })

const balances = Effect.map(
  Effect.flatMap(Balances, ({ balances }) => balances),
  (balances) =>
    HttpServerResponse.unsafeJson({ balances: Record.map(balances, Usdc.format), currency: "USDC" })
).pipe(Effect.catchTag("ChainUnavailable", away))

/** A body is JSON, whatever `curl -d` calls it. */
const body = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ arrayBuffer }) =>
  Effect.flatMap(
    Effect.orElseSucceed(arrayBuffer, () => new ArrayBuffer(0)),
    (bytes) => Either.mapLeft(RequestDecoder.parseJson(new Uint8Array(bytes)), (refuse) => refuse())
  )
)

const isRecipient = Schema.is(Schema.Struct({ address: Address }))

const noRecipient = validationFailed([
  { pointer: "/address", message: 'must be an address: send {"address":"0x…"}' }
])

const faucet = body.pipe(
  Effect.filterOrFail(isRecipient, () => noRecipient),
  Effect.flatMap(({ address }) =>
    Effect.map(
      Effect.flatMap(Balances, ({ credit }) => credit(address, gift)),
      (balance) => HttpServerResponse.unsafeJson({ address, balance: Usdc.format(balance), currency: "USDC" })
    )
  ),
  Effect.catchTag("ChainUnavailable", away)
)

const switches = Effect.map(Switches.state, (state) => HttpServerResponse.unsafeJson(state))

const turn = body.pipe(
  Effect.flatMap(Switches.read),
  Effect.flatMap((change) => Effect.zipRight(Switches.turn(change), switches))
)

const log = Effect.map(
  Effect.flatMap(CallLog, ({ calls }) => calls),
  (calls) => HttpServerResponse.unsafeJson({ calls })
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
      HttpRouter.get("/faults", switches),
      HttpRouter.post("/faults", turn),
      HttpRouter.get("/log", log),
      HttpRouter.mount("/facilitator", FacilitatorHttpApp.router(chain.network)),
      HttpRouter.provideService(Faults, yield* Faults),
      HttpRouter.provideService(Forget, yield* Forget),
      HttpRouter.provideService(CallLog, yield* CallLog),
      HttpRouter.provideService(SimulatedProviders, yield* SimulatedProviders),
      HttpRouter.provideService(Balances, yield* Balances),
      HttpRouter.provideService(Facilitator, yield* Facilitator)
    )
    return HttpApiBuilder.Router.use((router) => router.mount("/sandbox", routes))
  })
)
