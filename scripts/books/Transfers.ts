/**
 * The transfers of the token to and from addresses of ours, as a node's logs have them.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  authorizationUsed,
  Log,
  topicOfAddress,
  transfer
} from "../../src/Payment/chain/AuthorizationLogs.ts"
import * as BlockRange from "../../src/Payment/chain/BlockRange.ts"
import * as BlockTimes from "../../src/Payment/chain/BlockTimes.ts"
import { ChainUnavailable } from "../../src/Payment/chain/Chain.ts"
import { Quantity, quantity, type RpcCall } from "../../src/Payment/chain/JsonRpc.ts"
import * as Abi from "../../src/Payment/request/Abi.ts"

/** One transfer. Addresses in lower case, `amount` in atomic units. */
export interface Transfer {
  readonly transaction: string
  readonly block: number
  readonly logIndex: number
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Which transfers are looked for: those from the first block at or after a moment (Unix seconds) to the head. */
export interface Query {
  readonly asset: string
  /** Ours, in any case. */
  readonly addresses: ReadonlyArray<string>
  readonly direction: "to" | "from"
  readonly since: number
  readonly head: BlockTimes.Block
}

const Block = Schema.Struct({ number: Quantity, timestamp: Quantity })

/** How long one call may take. */
const patience = Duration.seconds(10)

/** How far a range of blocks may begin too early, in blocks. */
const slack = 10

const addressOf = (topic: string | undefined) => `0x${(topic ?? "").slice(-40).toLowerCase()}`

const transferOf = ({ blockNumber, data, logIndex, topics, transactionHash }: Log): Transfer => ({
  transaction: transactionHash.toLowerCase(),
  block: blockNumber ?? 0,
  logIndex,
  from: addressOf(topics[1]),
  to: addressOf(topics[2]),
  amount: BigInt(data)
})

/** A whole transfer of the token: a node may not have filtered correctly. */
const isTransfer =
  ({ addresses, asset, direction }: Query) =>
  ({ address, data, removed, topics }: Log) =>
    removed !== true &&
    address.toLowerCase() === asset.toLowerCase() &&
    topics[0]?.toLowerCase() === transfer() &&
    topics.length === 3 &&
    /^0x[0-9a-fA-F]{64}$/.test(data) &&
    addresses.some((own) => own.toLowerCase() === addressOf(topics[direction === "to" ? 2 : 1]))

/** Reads the transfers at one node. */
export const make = (node: RpcCall) => {
  const call: RpcCall = (method, params, result) =>
    Effect.timeoutFail(node(method, params, result), {
      duration: patience,
      onTimeout: () => new ChainUnavailable({ reason: "timeout" })
    })
  const blockAt = (block: number) => call("eth_getBlockByNumber", [quantity(block), false], Block)
  const timeOf = (block: number) => Effect.map(blockAt(block), ({ timestamp }) => timestamp)
  const range = BlockRange.make()

  const logs = (filter: object) => (from: number, to: number) =>
    call("eth_getLogs", [{ ...filter, fromBlock: quantity(from), toBlock: quantity(to) }], Schema.Array(Log))

  /** All of a range of blocks, in as many calls as the node wants. */
  const all = (
    filter: object,
    from: number,
    to: number
  ): Effect.Effect<ReadonlyArray<Log>, ChainUnavailable> =>
    Effect.gen(function* () {
      const found: Array<Log> = []
      for (let next = from; next <= to; ) {
        const [some, last] = yield* range.ask(next, to, logs(filter))
        found.push(...some)
        next = last + 1
      }
      return found
    })

  return {
    /** The newest block that is taken for final. */
    head: (confirmations: number) =>
      Effect.flatMap(call("eth_blockNumber", [], Quantity), (latest) =>
        blockAt(Math.max(0, latest - confirmations))
      ),

    /** The time of a block, in Unix seconds. */
    timeOf,

    find: (query: Query): Effect.Effect<ReadonlyArray<Transfer>, ChainUnavailable> =>
      Effect.gen(function* () {
        const { addresses, asset, direction, head, since } = query
        if (head.timestamp < since) return []
        const { before } = yield* BlockTimes.around(head, since, timeOf, slack)
        const ours = addresses.map(topicOfAddress)
        const topics = direction === "to" ? [transfer(), null, ours] : [transfer(), ours]
        const found = yield* all({ address: asset, topics }, Math.max(0, before), head.number)
        return found.filter(isTransfer(query)).map(transferOf)
      }),

    /**
     * The nonce of the authorization that a transfer has carried out: of the entry before it. `None` where there is no
     * authorization: somebody has sent tokens by hand.
     */
    nonceOf: (
      asset: string,
      { block, from, logIndex, transaction }: Transfer
    ): Effect.Effect<Option.Option<string>, ChainUnavailable> =>
      Effect.map(
        all({ address: asset, topics: [authorizationUsed(), topicOfAddress(from)] }, block, block),
        (found) =>
          Option.fromNullable(
            found
              .find(
                (log) => log.logIndex === logIndex - 1 && log.transactionHash.toLowerCase() === transaction
              )
              ?.topics[2]?.toLowerCase()
          )
      )
  }
}
export type Transfers = ReturnType<typeof make>

/** The call of the token's `transfer(to, amount)`, `0x` and hexadecimal. */
export const transferCall = (to: string, amount: bigint): string =>
  `0x${Abi.selector("transfer(address,uint256)")}${Abi.address(to)}${Abi.uint256(String(amount))}`
