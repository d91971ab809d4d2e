/**
 * The node of the chain that the settings name (`X402_RPC_URL`).
 */
import { HttpClient } from "@effect/platform"
import { Effect, Option } from "effect"
import * as AuthorizationLookup from "../../src/Payment/chain/AuthorizationLookup.ts"
import type { ChainUnavailable } from "../../src/Payment/chain/Chain.ts"
import { Quantity, rpcCall } from "../../src/Payment/chain/JsonRpc.ts"
import { confirmations } from "../../src/Payment/chain/RpcChain.ts"
import * as Assets from "../../src/Resources/Assets.ts"
import { Settings } from "../../src/Settings.ts"
import { NotMade } from "./Failure.ts"
import * as Transfers from "./Transfers.ts"

/** A node that does not answer, in words. */
export const unavailable = ({ reason }: ChainUnavailable) =>
  new NotMade({ message: `the node at X402_RPC_URL cannot be asked (${reason}): nothing can be said` })

/** Reads transfers and authorizations of confirmed blocks. `None` without a node. Fails where it is of another chain. */
export const open = Effect.gen(function* () {
  const { chain, rpcUrl } = (yield* Settings).payment
  if (Option.isNone(rpcUrl)) return Option.none()
  const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
  const call = rpcCall(client, rpcUrl.value)
  const id = yield* Effect.mapError(call("eth_chainId", [], Quantity), unavailable)
  if (id !== Assets.chainId(chain.network)) {
    return yield* new NotMade({ message: `X402_RPC_URL is a node of chain ${id}, not of ${chain.network}` })
  }
  const transfers = Transfers.make(call)
  return Option.some({
    call,
    transfers,
    authorization: AuthorizationLookup.make(call, confirmations),
    head: Effect.mapError(transfers.head(confirmations), unavailable)
  })
})
export type Node = Option.Option.Value<Effect.Effect.Success<typeof open>>
