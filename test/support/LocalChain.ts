/** The chain of this machine as tests meet it: anvil, a facilitator of the protocol's packages, and viem beside them. */

import { createServer } from "node:http"
import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { describe } from "@effect/vitest"
import { Context, Duration, Effect, Either, Layer, Option, Redacted } from "effect"
import { createTestClient, type Hex, http, publicActions, toHex, walletActions } from "viem"
import { baseSepolia } from "viem/chains"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import { type AuthorizationQuery, searchWindow } from "../../src/Payment/chain/Chain.ts"
import * as RpcChain from "../../src/Payment/chain/RpcChain.ts"
import type { Submission } from "../../src/Payment/facilitator/Facilitator.ts"
import * as HttpFacilitator from "../../src/Payment/facilitator/HttpFacilitator.ts"
import type { PaymentKey } from "../../src/Payment/ledger/Ledger.ts"
import { keyOf } from "../../src/Payment/ledger/Ledger.ts"
import * as Anvil from "../../src/Sandbox/Anvil.ts"
import * as Balances from "../../src/Sandbox/Balances.ts"
import * as ChainFacilitator from "../../src/Sandbox/ChainFacilitator.ts"
import { Credentials } from "../../src/Settings/Credentials.ts"
import { asset, payer } from "./SignedPayment.ts"

/** Why the chain cannot run here, if it cannot. */
const obstacle = await Effect.runPromise(
  Effect.scoped(Layer.build(Layer.provide(Anvil.layer(), Outbound.layer))).pipe(
    Effect.either,
    Effect.map(Either.getLeft)
  )
)

if (Option.isSome(obstacle)) process.stderr.write(`skipped, no local chain: ${obstacle.value.message}\n`)

/** For what needs the chain: skipped, with the reason printed, only where it cannot run. */
export const describeOnChain = describe.skipIf(Option.isSome(obstacle))

/** viem at a chain, sending from the account that anvil signs for. */
export const viemAt = (url: string) =>
  createTestClient({ mode: "anvil", chain: baseSepolia, transport: http(url), pollingInterval: 25 })
    .extend(publicActions)
    .extend(walletActions)

/** The same. */
export class Viem extends Context.Tag("test/Viem")<Viem, ReturnType<typeof viemAt>>() {}

const viem = Layer.effect(
  Viem,
  Effect.map(Anvil.Anvil, ({ url }) => viemAt(url))
)

/** The facilitator at a port of its own, and the service's client of it. */
const facilitator = Layer.unwrapScoped(
  Effect.gen(function* () {
    const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
    yield* server.serve(ChainFacilitator.router)
    return HttpFacilitator.layer({
      url: HttpServer.formatAddress(server.address),
      credentials: Credentials.None(),
      verifyTimeout: Duration.seconds(10),
      settleTimeout: Duration.seconds(20)
    })
  })
)

/** What the tests' payer has at the start, atomic USDC. */
export const funds = 5_000_000n

const funded = Layer.effectDiscard(
  Effect.flatMap(Balances.Balances, ({ credit }) => credit(payer.address, funds))
)

/** A chain with its facilitator behind HTTP, the balances, and a payer with funds. */
export const localChain = (options: Anvil.Options = {}) =>
  facilitator.pipe(
    Layer.provideMerge(ChainFacilitator.layer),
    Layer.merge(Layer.provideMerge(funded, Balances.anvil(asset))),
    Layer.merge(viem),
    Layer.provideMerge(Anvil.layer(options)),
    Layer.provide(Outbound.layer),
    Layer.orDie
  )

/** The chain as the reconciler reads it. */
export const readerAt = (url: string, options: Partial<RpcChain.Options> = {}) =>
  RpcChain.layer({
    url: Redacted.make(url),
    network: asset.network,
    chainId: asset.chainId,
    confirmations: 0,
    ...options
  }).pipe(Layer.provide(Outbound.layer))

/** What is asked about a payment, seen for the first time at a moment. */
export const soughtOf = (
  { authorization, paymentRequirements: { payTo, amount } }: Submission,
  since: number,
  key: Partial<PaymentKey> = {}
): AuthorizationQuery => ({
  key: { ...keyOf({ network: asset.network, asset }, authorization), ...key },
  payTo,
  amount,
  window: searchWindow(authorization.validBefore, since)
})

/** `r`, `s` and `v` of a signature, as the contract's older functions take them. */
export const partsOf = (signature: Hex) => {
  const bytes = Buffer.from(signature.slice(2), "hex")
  return { r: toHex(bytes.subarray(0, 32)), s: toHex(bytes.subarray(32, 64)), v: bytes.readUInt8(64) }
}
