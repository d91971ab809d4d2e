/**
 * A JSON-RPC node of a made-up chain, over HTTP, with the faults of real ones: it limits ranges, refuses in its own way,
 * has pruned old blocks, lags behind, keeps receipts back or gives a part of them, and changes its blocks. The chain is
 * written with viem's hashes, not with ours.
 */
import { Effect, Schema } from "effect"
import { encodeEventTopics, pad, parseAbi, toHex } from "viem"
import { type Call, facilitatorServer, type Play, reply } from "./FacilitatorServer.ts"
import { asset, hex } from "./SignedPayment.ts"

const abi = parseAbi([
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)"
])

/** What used a nonce, and in which block. `to`: `undefined` for a cancellation. */
export interface Use {
  readonly payer: string
  readonly nonce: string
  readonly to: string | undefined
  readonly value: bigint
  readonly block: number
  readonly transaction: string
  readonly logIndex?: number
  /** A plain transfer: it uses no nonce. */
  readonly isByHand?: boolean
}

/** How the node behaves; a test may change it between two calls. */
export interface Behaviour {
  /** The newest block. */
  head: () => number
  /** A block's time, in Unix seconds. */
  timeOf: (block: number) => number
  /** The most blocks of one range of logs. */
  limit: number
  /** What it says to a wider one. */
  refuse: (id: number) => Play
  /** What it says of a transaction. */
  receipts: "whole" | "none" | "partial" | "of another block"
  /** Whether it has logs at all. */
  hasLogs: boolean
  /** Older blocks are pruned. */
  oldest: number
  /** Whether it answers. */
  isAway: boolean
  uses: Array<Use>
}

const Request = Schema.Struct({
  id: Schema.Number,
  method: Schema.String,
  params: Schema.Array(Schema.Unknown)
})
const Filter = Schema.Struct({
  fromBlock: Schema.NumberFromString,
  toBlock: Schema.NumberFromString,
  topics: Schema.Array(Schema.Unknown)
})
const StateCall = Schema.Struct({ data: Schema.String })

/** An error as most nodes send it. */
export const rpcError =
  (status: number, code = -32600, message = "block range is too wide") =>
  (id: number): Play =>
    reply(status, { jsonrpc: "2.0", id, error: { code, message } })

const blockHash = (block: number, fork = 0) => toHex(block * 16 + fork, { size: 32 })

const entriesOf = ({ logIndex = 3, ...use }: Use, fork = 0) => {
  const [authorizer, nonce] = [hex(use.payer), hex(use.nonce)]
  const entry = (offset: number, topics: ReadonlyArray<unknown>, data: string) => ({
    address: asset.address,
    topics,
    data,
    logIndex: toHex(logIndex + offset + fork),
    transactionHash: use.transaction,
    blockNumber: toHex(use.block),
    blockHash: blockHash(use.block, fork),
    removed: false
  })
  const eventName = use.to === undefined ? "AuthorizationCanceled" : "AuthorizationUsed"
  const used = entry(0, encodeEventTopics({ abi, eventName, args: { authorizer, nonce } }), "0x")
  if (use.to === undefined) return [used]
  const transfer = encodeEventTopics({
    abi,
    eventName: "Transfer",
    args: { from: authorizer, to: hex(use.to) }
  })
  const moved = entry(1, transfer, toHex(use.value, { size: 32 }))
  return use.isByHand === true ? [moved] : [used, moved]
}

const same = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase()

/** Whether an entry has the topics of a filter: one each, one of a list, or any. */
const fits = (topics: ReadonlyArray<unknown>, wanted: ReadonlyArray<unknown>) =>
  wanted.every((want, index) =>
    want === null ? true : [want].flat().some((one) => same(one, topics[index]))
  )

/** Starts a node. `asked` is what it was asked, `behaviour` what it does. */
export const stubNode = (given: Partial<Behaviour> = {}) =>
  Effect.gen(function* () {
    const behaviour: Behaviour = {
      head: () => 1_000_000,
      timeOf: (block) => 1_700_000_000 + block * 2,
      limit: Number.POSITIVE_INFINITY,
      refuse: rpcError(200),
      receipts: "whole",
      hasLogs: true,
      oldest: 0,
      isAway: false,
      uses: [],
      ...given
    }
    const useOf = (payerWord: string, nonce: string) =>
      behaviour.uses.find(
        (use) => same(pad(hex(use.payer), { size: 32 }).slice(2), payerWord) && same(use.nonce, nonce)
      )

    const receiptOf = (transaction: unknown) => {
      const use = behaviour.uses.find((use) => same(use.transaction, transaction))
      if (use === undefined || behaviour.receipts === "none") return null
      const whole = entriesOf(use, behaviour.receipts === "of another block" ? 1 : 0)
      return {
        status: "0x1",
        transactionHash: use.transaction,
        logs: behaviour.receipts === "partial" ? whole.slice(0, 1) : whole
      }
    }

    const result = (method: string, params: ReadonlyArray<unknown>): unknown => {
      switch (method) {
        case "eth_chainId":
          return toHex(asset.chainId)
        case "eth_blockNumber":
          return toHex(behaviour.head())
        case "eth_getBlockByNumber": {
          const block = Number(params[0])
          return block > behaviour.head() || block < behaviour.oldest
            ? null
            : { number: toHex(block), timestamp: toHex(behaviour.timeOf(block)), hash: blockHash(block) }
        }
        case "eth_call": {
          const { data } = Schema.decodeUnknownSync(StateCall)(params[0])
          const use = useOf(data.slice(10, 74), `0x${data.slice(74)}`)
          return toHex(use !== undefined && use.block <= Number(params[1]) ? 1 : 0, { size: 32 })
        }
        case "eth_getLogs": {
          const { fromBlock, toBlock, topics } = Schema.decodeUnknownSync(Filter)(params[0])
          if (!behaviour.hasLogs) return []
          return behaviour.uses
            .filter(({ block }) => block >= fromBlock && block <= toBlock && block <= behaviour.head())
            .flatMap((use) => entriesOf(use))
            .filter((entry) => fits(entry.topics, topics))
        }
        default:
          return receiptOf(params[0])
      }
    }

    const isTooWide = (method: string, params: ReadonlyArray<unknown>) => {
      if (method !== "eth_getLogs") return false
      const { fromBlock, toBlock } = Schema.decodeUnknownSync(Filter)(params[0])
      return toBlock - fromBlock + 1 > behaviour.limit
    }

    const play: Play = (response, call: Call) => {
      if (behaviour.isAway) return reply(503, "<html>maintenance</html>")(response, call)
      const { id, method, params } = Schema.decodeUnknownSync(Request)(call.body)
      if (isTooWide(method, params)) return behaviour.refuse(id)(response, call)
      return reply(200, { jsonrpc: "2.0", id, result: result(method, params) })(response, call)
    }

    const { calls, url } = yield* facilitatorServer(play)
    return {
      url,
      behaviour,
      asked: () => calls.map(({ body }) => Schema.decodeUnknownSync(Request)(body)),
      /** The ranges of logs that it was asked for. */
      ranges: () =>
        calls
          .map(({ body }) => Schema.decodeUnknownSync(Request)(body))
          .filter(({ method }) => method === "eth_getLogs")
          .map(({ params }) => Schema.decodeUnknownSync(Filter)(params[0]))
          .map(({ fromBlock, toBlock }) => [fromBlock, toBlock] as const)
    }
  })
export type StubNode = Effect.Effect.Success<ReturnType<typeof stubNode>>
