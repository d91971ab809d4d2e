/**
 * The chain of the sandbox: a local one where anvil can be started, otherwise a simulation in memory. A buyer signs
 * the same payments for both.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Chain } from "../Payment/chain/Chain.ts"
import * as RpcChain from "../Payment/chain/RpcChain.ts"
import type { Facilitator } from "../Payment/facilitator/Facilitator.ts"
import * as Assets from "../Resources/Assets.ts"
import { Settings } from "../Settings.ts"
import { buyers, openingBalance } from "./Accounts.ts"
import { Anvil, type AnvilUnavailable } from "./Anvil.ts"
import * as Balances from "./Balances.ts"
import * as SimulatedChain from "./SimulatedChain.ts"
import * as SimulatedFacilitator from "./SimulatedFacilitator.ts"

/** What the chain is, for people. */
export class ChainNote extends Context.Tag("almanac/sandbox/ChainNote")<ChainNote, string>() {}

type Money = Facilitator | Chain | Balances.Balances | ChainNote

const chainOf = ({ payment: { chain } }: Settings["Type"]) => ({
  ...chain,
  chainId: Option.getOrThrow(Option.fromNullable(Assets.chainId(chain.network)))
})

const real = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { network, chainId, asset } = chainOf(yield* Settings)
    const { url } = yield* Anvil
    // Loaded only when it is used: it takes half a second, and needs packages that only development installs.
    const ChainFacilitator = yield* Effect.promise(() => import("./ChainFacilitator.ts"))
    return Layer.mergeAll(
      Layer.provide(ChainFacilitator.port, ChainFacilitator.layer),
      Balances.anvil(asset),
      Layer.succeed(ChainNote, `anvil, a real chain of this machine, at ${url}`),
      // This chain has no reorganisations.
      RpcChain.layer({ url: Redacted.make(url), network, chainId, confirmations: 0 })
    )
  })
)

const simulated = (reason: string) =>
  Layer.unwrapEffect(
    Effect.map(Settings, (settings) =>
      Layer.mergeAll(
        SimulatedChain.chain,
        Balances.simulated,
        Layer.succeed(ChainNote, `simulated in memory, for anvil does not run here: ${reason}`)
      ).pipe(
        Layer.provideMerge(
          SimulatedFacilitator.layer({
            ...chainOf(settings),
            accounts: Object.fromEntries(buyers.map(({ address }) => [address, openingBalance]))
          })
        )
      )
    )
  )

/** A facilitator, the chain that it settles on, and the balances. The log says why a chain is only simulated. */
export const layer = (
  anvil: Layer.Layer<Anvil, AnvilUnavailable, HttpClient.HttpClient>
): Layer.Layer<Money, never, Settings | HttpClient.HttpClient> =>
  Layer.provide(real, anvil).pipe(
    Layer.tapError(({ message }) =>
      Effect.logWarning(`the sandbox's chain is simulated, not real: ${message}`)
    ),
    Layer.catchAll(({ message }) => simulated(message))
  )
