/**
 * The chain, read through a node's JSON-RPC (`X402_RPC_URL`).
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import { annotate, span } from "../../Runtime/Span.ts"
import * as AuthorizationLookup from "./AuthorizationLookup.ts"
import { Chain, ChainUnavailable } from "./Chain.ts"
import { Quantity, rpcCall } from "./JsonRpc.ts"

/** Where the node is and what it must be a node of. */
export interface Options {
  /** May hold a key: never logged. */
  readonly url: Redacted.Redacted
  /** CAIP-2, and the chain id in it. */
  readonly network: string
  readonly chainId: number
  /** Blocks on top of the newest one that is read. */
  readonly confirmations: number
}

/**
 * 10 blocks of Base are 20 seconds. In practice an OP-stack chain has only reorganised its newest few blocks. Its
 * `safe` block waits minutes for the batch on Ethereum, and `finalized` a quarter of an hour; meanwhile the buyer of
 * an unknown settlement waits for a response that is most probably paid.
 */
export const confirmations = 10

/** How long one query may take, all its calls together. */
export const deadline = Duration.seconds(30)

/**
 * A `Chain` at a node's URL. The node's chain id is checked before its replies are used. A node of another chain, or
 * one that cannot be reached, is logged at the start, and stops nothing.
 */
export const layer = (options: Options): Layer.Layer<Chain, never, HttpClient.HttpClient> =>
  Layer.scoped(
    Chain,
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const node = rpcCall(client, options.url)
      const lookUp = AuthorizationLookup.make(node, options.confirmations)
      const isKnown = yield* Ref.make(false)

      const wrongChain = new ChainUnavailable({ reason: "wrong_chain" })
      const rightChain = Effect.unlessEffect(
        node("eth_chainId", [], Quantity).pipe(
          Effect.filterOrFail(
            (chainId) => chainId === options.chainId,
            () => wrongChain
          ),
          Effect.zipRight(Ref.set(isKnown, true))
        ),
        Ref.get(isKnown)
      )

      const bounded = <A>(query: Effect.Effect<A, ChainUnavailable>) =>
        Effect.timeoutFail(query, {
          duration: deadline,
          onTimeout: () => new ChainUnavailable({ reason: "timeout" })
        })

      yield* bounded(rightChain).pipe(
        Effect.catchAll(({ reason }) =>
          reason === "wrong_chain"
            ? Effect.logError(
                "X402_RPC_URL is the node of another chain than X402_NETWORK: it is not believed"
              )
            : Effect.logWarning("X402_RPC_URL could not be asked for its chain").pipe(
                Effect.annotateLogs({ reason })
              )
        ),
        Effect.forkScoped
      )

      return {
        authorization: (query) =>
          (query.key.network === options.network ? rightChain : Effect.fail(wrongChain)).pipe(
            Effect.zipRight(lookUp(query)),
            bounded,
            Effect.tapBoth({
              onSuccess: ({ _tag }) => annotate({ "chain.fate": _tag }),
              onFailure: ({ reason }) => annotate({ "chain.unavailable": reason })
            }),
            span("chain.authorization", { kind: "client" })
          )
      }
    })
  )
