/**
 * What became of an authorization, read from a node in a few calls of its JSON-RPC: whether the nonce is used, by which
 * transaction of the window, and what that has moved.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { blockFilterOf, filterOf, isUseOf, Log, stateCall, statusOf } from "./AuthorizationLogs.ts"
import * as BlockRange from "./BlockRange.ts"
import * as BlockRangeSearch from "./BlockRangeSearch.ts"
import type * as BlockTimes from "./BlockTimes.ts"
import { type AuthorizationQuery, AuthorizationStatus, ChainUnavailable } from "./Chain.ts"
import { Quantity, quantity, type RpcCall } from "./JsonRpc.ts"

const Block = Schema.Struct({ number: Quantity, timestamp: Quantity })

/** The result of `authorizationState`: a boolean in one word. `0x`, the result where no contract is, is malformed. */
const AuthorizationState = Schema.transform(
  Schema.String.pipe(Schema.pattern(/^0x0{63}[01]$/)),
  Schema.Boolean,
  {
    strict: true,
    decode: (word) => word.endsWith("1"),
    encode: (used) => `0x${(used ? "1" : "0").padStart(64, "0")}`
  }
)

const TransactionReceipt = Schema.Struct({ logs: Schema.Array(Log) })

const blockAt = (call: RpcCall, block: number) =>
  call("eth_getBlockByNumber", [quantity(block), false], Block)

/** How long a node may take to search a range: a node that is silent about a wide one may answer a narrower one. */
const rangeWait = Duration.seconds(8)

const logsOf = (call: RpcCall, filter: object) => (from: number, to: number) =>
  Effect.timeoutFail(
    call("eth_getLogs", [{ ...filter, fromBlock: quantity(from), toBlock: quantity(to) }], Schema.Array(Log)),
    { duration: rangeWait, onTimeout: () => new ChainUnavailable({ reason: "timeout" }) }
  )

/** Searches that were cut go on where they were, for at most so many payments. */
const maxPlans = 1_000

/** What is known of one node from earlier questions: the range of blocks that it accepts, and searches that were cut. */
interface Memory {
  readonly range: BlockRange.BlockRange
  readonly plans: Map<string, BlockRangeSearch.Plan>
}

/** The entry that used the nonce, which is used as of `head`. */
const findUse = (call: RpcCall, memory: Memory, query: AuthorizationQuery, head: BlockTimes.Block) =>
  Effect.gen(function* () {
    const { plans, range } = memory
    const timeOf = (block: number) => Effect.map(blockAt(call, block), ({ timestamp }) => timestamp)
    const name = `${query.key.payer} ${query.key.nonce}`
    const known = query.newest === true ? undefined : plans.get(name)
    if (known !== undefined) yield* BlockRangeSearch.extend(known, head, query.window, timeOf)
    const plan = known ?? (yield* BlockRangeSearch.plan(head, query.window, timeOf))
    if (query.newest !== true) {
      const [oldest] = plans.keys()
      if (known === undefined && plans.size >= maxPlans && oldest !== undefined) plans.delete(oldest)
      plans.set(name, plan)
    }
    const logs = logsOf(call, filterOf(query))
    const found = yield* BlockRangeSearch.search(plan, range, (from, to) =>
      Effect.map(logs(from, to), (logs) => Option.fromNullable(logs.find(isUseOf(query))))
    )
    // A node may not have the logs of its newest blocks yet: the next search begins anew.
    if (query.newest !== true) plans.delete(name)
    return found
  })

/**
 * What the transaction that used the nonce has moved: from its receipt, or, where the node has none or only a part of
 * it, from the logs of its block.
 */
const statusOfUse = (call: RpcCall, query: AuthorizationQuery, used: Log) =>
  Effect.gen(function* () {
    const receipt = yield* Effect.either(
      call("eth_getTransactionReceipt", [used.transactionHash], TransactionReceipt)
    )
    const byReceipt = Option.flatMap(Either.getRight(receipt), ({ logs }) => statusOf(query, used, logs))
    if (Option.isSome(byReceipt)) return byReceipt.value
    const block = used.blockNumber ?? undefined
    const byBlock =
      block === undefined
        ? Option.none()
        : yield* Effect.map(Effect.option(logsOf(call, blockFilterOf(query))(block, block)), (logs) =>
            Option.flatMap(logs, (logs) => statusOf(query, used, logs))
          )
    if (Option.isSome(byBlock)) return byBlock.value
    return Either.isLeft(receipt) ? yield* Effect.fail(receipt.left) : AuthorizationStatus.UsedUntraceable()
  })

/**
 * Looks authorizations up at one node. State and logs are read as of one block, so that they describe the same moment:
 * the newest one, or the one below it by `confirmations`.
 */
export const make = (call: RpcCall, confirmations: number) => {
  const memory: Memory = { range: BlockRange.make(), plans: new Map() }
  return (query: AuthorizationQuery): Effect.Effect<AuthorizationStatus, ChainUnavailable> =>
    Effect.gen(function* () {
      const latest = yield* call("eth_blockNumber", [], Quantity)
      const head = yield* blockAt(call, Math.max(0, latest - (query.newest === true ? 0 : confirmations)))
      const isUsed = yield* call("eth_call", [stateCall(query), quantity(head.number)], AuthorizationState)
      if (!isUsed) return AuthorizationStatus.Unused({ asOf: head.timestamp })
      const used = yield* findUse(call, memory, query, head)
      return Option.isNone(used)
        ? AuthorizationStatus.UsedUntraceable()
        : yield* statusOfUse(call, query, used.value)
    })
}
