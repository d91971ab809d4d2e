/**
 * The chain that the sandbox's money is on: a real one of this machine where anvil runs, else one in memory. The
 * buyer cannot tell: what is signed is the same.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Chain } from "../Payment/chain/Chain.ts"
import * as RpcChain from "../Payment/chain/RpcChain.ts"
import * as Assets from "../Payment/challenge/Assets.ts"
import type { Facilitator } from "../Payment/facilitator/Facilitator.ts"
import { Settings } from "../Settings.ts"
import { buyers, openingBalance } from "./Accounts.ts"
import { Anvil, type AnvilUnavailable } from "./Anvil.ts"
import * as Purses from "./Purses.ts"
import * as SimulatedChain from "./SimulatedChain.ts"
import * as SimulatedFacilitator from "./SimulatedFacilitator.ts"

type Money = Facilitator | Chain | Purses.Purses

const chainOf = ({ payment: { chain } }: Settings["Type"]) => ({
  ...chain,
  chainId: Option.getOrThrow(Assets.chainId(chain.network))
})

const real = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { network, chainId, asset } = chainOf(yield* Settings)
    const { url } = yield* Anvil
    // Half a second of loading, and packages that only development has: not where they are of no use.
    const ChainFacilitator = yield* Effect.promise(() => import("./ChainFacilitator.ts"))
    return Layer.mergeAll(
      Layer.provide(ChainFacilitator.port, ChainFacilitator.layer),
      Purses.anvil(asset),
      // Nobody takes a block back here.
      RpcChain.layer({ url: Redacted.make(url), network, chainId, confirmations: 0 })
    )
  })
)

const simulated = Layer.unwrapEffect(
  Effect.map(Settings, (settings) =>
    Layer.merge(SimulatedChain.chain, Purses.simulated).pipe(
      Layer.provideMerge(
        SimulatedFacilitator.layer({
          ...chainOf(settings),
          accounts: Object.fromEntries(buyers.map(({ address }) => [address, openingBalance]))
        })
      )
    )
  )
)

/** A facilitator, the chain that it settles on, and everybody's purses. Why the chain is not real is logged. */
export const layer = (
  anvil: Layer.Layer<Anvil, AnvilUnavailable, HttpClient.HttpClient>
): Layer.Layer<Money, never, Settings | HttpClient.HttpClient> =>
  Layer.provide(real, anvil).pipe(
    Layer.tapError(({ message }) =>
      Effect.logWarning(`the sandbox's chain is simulated, not real: ${message}`)
    ),
    Layer.catchAll(() => simulated)
  )
