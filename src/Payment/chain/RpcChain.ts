/**
 * The chain, read through a node's JSON-RPC (`X402_RPC_URL`).
 */
import { HttpClient } from "@effect/platform"
import { Duration, Effect, Layer, Option, type Redacted, Ref, Schema } from "effect"
import { annotate, span } from "../../Telemetry/Span.ts"
import { filterOf, Log, stateCall, statusOf, usesUp } from "./AuthorizationLogs.ts"
import { searchBlocks } from "./BlockRangeSearch.ts"
import { type AuthorizationQuery, AuthorizationStatus, Chain, ChainUnavailable } from "./Chain.ts"
import { type Ask, ask, Quantity, quantity } from "./JsonRpc.ts"

/** Where the node is and what it must be a node of. */
export interface Options {
  /** May hold a key: never told. */
  readonly url: Redacted.Redacted
  /** CAIP-2, and the chain id in it. */
  readonly network: string
  readonly chainId: number
  /** Blocks on top of the one that is believed. */
  readonly confirmations: number
}

/**
 * 10 blocks of Base are 20 seconds. What an OP-stack chain has taken back in practice is its newest few blocks; its
 * `safe` block waits for the batch on Ethereum, minutes, and `finalized` a quarter of an hour, while the buyer of an
 * unknown settlement waits for an answer that is most probably paid.
 */
export const confirmations = 10

/** How long one question may take, all its calls together. */
export const deadline = Duration.seconds(30)

const Block = Schema.Struct({ number: Quantity, timestamp: Quantity })

/** The answer of `authorizationState`: a boolean in one word. `0x`, the answer of no contract, is none. */
const AuthorizationState = Schema.transform(
  Schema.String.pipe(Schema.pattern(/^0x0{63}[01]$/)),
  Schema.Boolean,
  {
    strict: true,
    decode: (word) => word.endsWith("1"),
    encode: (used) => `0x${(used ? "1" : "0").padStart(64, "0")}`
  }
)

const Receipt = Schema.Struct({ logs: Schema.Array(Log) })

const blockAt = (ask: Ask, block: number) => ask("eth_getBlockByNumber", [quantity(block), false], Block)

/** Reads state and logs as of one block, so that the two never speak of different moments. */
const authorization = (ask: Ask, confirmations: number, sought: AuthorizationQuery) =>
  Effect.gen(function* () {
    const latest = yield* ask("eth_blockNumber", [], Quantity)
    const head = yield* blockAt(ask, Math.max(0, latest - confirmations))
    const isUsed = yield* ask("eth_call", [stateCall(sought), quantity(head.number)], AuthorizationState)
    if (!isUsed) return AuthorizationStatus.Unused({ asOf: head.timestamp })
    const found = yield* searchBlocks({
      head: head.number,
      since: sought.since,
      logs: (fromBlock, toBlock) =>
        ask(
          "eth_getLogs",
          [{ ...filterOf(sought), fromBlock: quantity(fromBlock), toBlock: quantity(toBlock) }],
          Schema.Array(Log)
        ).pipe(Effect.map((logs) => Option.fromNullable(logs.find(usesUp(sought))))),
      timeOf: (block) => Effect.map(blockAt(ask, block), ({ timestamp }) => timestamp)
    })
    if (Option.isNone(found)) return AuthorizationStatus.UsedUntraceable()
    const receipt = yield* ask("eth_getTransactionReceipt", [found.value.transactionHash], Receipt)
    return statusOf(sought, found.value, receipt.logs)
  })

/**
 * A `Chain` at a node's URL. The node tells its chain before it is believed; one that tells another, or cannot be
 * reached, is told in the log at the start, and stops nothing.
 */
export const layer = (options: Options): Layer.Layer<Chain, never, HttpClient.HttpClient> =>
  Layer.scoped(
    Chain,
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const node = ask(client, options.url)
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

      const bounded = <A>(question: Effect.Effect<A, ChainUnavailable>) =>
        Effect.timeoutFail(question, {
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
        authorization: (sought) =>
          (sought.key.network === options.network ? rightChain : Effect.fail(wrongChain)).pipe(
            Effect.zipRight(authorization(node, options.confirmations, sought)),
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
