/**
 * A JSON-RPC node of the world's chain, as far as payments are looked up: blocks, `authorizationState`, logs, receipts.
 */
import { Option, Schema } from "effect"
import * as Abi from "../../../src/Payment/request/Abi.ts"
import { asset } from "../oracle/Terms.ts"
import { blockTime, type Chain, type Use } from "./Chain.ts"
import type { NodeState } from "./Faults.ts"
import { json, type Reply } from "./Listener.ts"

const Question = Schema.parseJson(
  Schema.Struct({ id: Schema.Unknown, method: Schema.String, params: Schema.Array(Schema.Unknown) })
)
const decode = Schema.decodeOption(Question)
const asCall = Schema.decodeUnknownOption(Schema.Struct({ data: Schema.String }))
const asFilter = Schema.decodeUnknownOption(
  Schema.Struct({
    fromBlock: Schema.NumberFromString,
    toBlock: Schema.NumberFromString,
    topics: Schema.Tuple(Schema.Unknown, Schema.String, Schema.String)
  })
)

/** Blocks that a lagging node is behind: five minutes. */
const lag = 150

const topic = (text: string) => `0x${Abi.hashOfText(text)}`
const word = (address: string) => `0x${Abi.address(address)}`
const hex = (value: number) => `0x${value.toString(16)}`

const entries = (use: Use) => {
  const entry = (index: number, topics: ReadonlyArray<string>, data: string) => ({
    address: asset.address,
    topics,
    data,
    logIndex: hex(use.logIndex + index),
    transactionHash: use.transaction
  })
  const mark = use.to === undefined ? "AuthorizationCanceled" : "AuthorizationUsed"
  const used = entry(0, [topic(`${mark}(address,bytes32)`), word(use.payer), use.nonce], "0x")
  if (use.to === undefined) return [used]
  const transfer = topic("Transfer(address,address,uint256)")
  return [used, entry(1, [transfer, word(use.payer), word(use.to)], `0x${Abi.uint256(use.value.toString())}`)]
}

/** A node. */
export const make = (chain: Chain) => {
  let state: NodeState = "on"

  const head = () => Math.max(0, chain.head() - (state === "lagging" ? lag : 0))

  /** Of the payer's words in a call or a filter. */
  const useBy = (payerWord: string, nonce: string) => chain.use(`0x${payerWord.slice(-40)}`, nonce)

  const result = (method: string, params: ReadonlyArray<unknown>): unknown => {
    switch (method) {
      case "eth_chainId":
        return hex(asset.chainId)
      case "eth_blockNumber":
        return hex(head())
      case "eth_getBlockByNumber": {
        const block = Number(params[0])
        return block > head() ? null : { number: hex(block), timestamp: hex(block * blockTime) }
      }
      case "eth_call": {
        const data = Option.getOrUndefined(asCall(params[0]))?.data ?? ""
        const use = useBy(data.slice(10, 74), `0x${data.slice(74)}`)
        return `0x${(use !== undefined && use.block <= Number(params[1]) ? "1" : "0").padStart(64, "0")}`
      }
      case "eth_getLogs": {
        const filter = Option.getOrUndefined(asFilter(params[0]))
        if (filter === undefined) return []
        const use = useBy(filter.topics[1], filter.topics[2])
        const isWithin = use !== undefined && use.block >= filter.fromBlock && use.block <= filter.toBlock
        return isWithin ? entries(use).slice(0, 1) : []
      }
      case "eth_getTransactionReceipt": {
        const use = chain.uses().find(({ transaction }) => transaction === params[0])
        return use === undefined ? null : { logs: entries(use) }
      }
      default:
        return undefined
    }
  }

  return {
    set: (next: NodeState) => {
      state = next
    },
    answer: (body: string): Reply => {
      const question = Option.getOrUndefined(decode(body))
      if (question === undefined) return { kind: "answer", status: 400, body: "" }
      if (state === "off") return { kind: "answer", status: 503, body: "<html>maintenance</html>" }
      const { id, method, params } = question
      if (state === "refusing logs" && method === "eth_getLogs")
        return json(200, { jsonrpc: "2.0", id, error: { code: -32005, message: "range too wide" } })
      const found = result(method, params)
      return found === undefined
        ? json(200, { jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } })
        : json(200, { jsonrpc: "2.0", id, result: found })
    }
  }
}
export type RpcNode = ReturnType<typeof make>
