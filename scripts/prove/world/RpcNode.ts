/**
 * A JSON-RPC node of the world's chain, as far as payments are looked up: blocks, `authorizationState`, logs, receipts.
 * It knows the token's interface by viem, and nothing else: a call of another method or contract finds nothing.
 */
import { Option, Schema } from "effect"
import { encodeAbiParameters, keccak256, numberToHex, pad, stringToHex, toFunctionSelector } from "viem"
import { asset, payTo } from "../oracle/Terms.ts"
import { hex } from "../oracle/TypedData.ts"
import { blockTime, type Chain, type Use } from "./Chain.ts"
import type { NodeRange, NodeState } from "./Faults.ts"
import { json, type Reply } from "./Listener.ts"

const Question = Schema.parseJson(
  Schema.Struct({ id: Schema.Unknown, method: Schema.String, params: Schema.Array(Schema.Unknown) })
)
const decode = Schema.decodeOption(Question)
const asCall = Schema.decodeUnknownOption(Schema.Struct({ to: Schema.String, data: Schema.String }))
const Topics = Schema.Tuple(
  Schema.Union(Schema.String, Schema.Array(Schema.String)),
  Schema.String,
  Schema.String
)
const asFilter = Schema.decodeUnknownOption(
  Schema.Struct({
    address: Schema.String,
    fromBlock: Schema.NumberFromString,
    toBlock: Schema.NumberFromString,
    topics: Topics
  })
)

/** Blocks that a lagging node is behind: five minutes. */
const lag = 150

/** The newest blocks, which a reorganisation takes away: fewer than the ten that nobody relies on. */
const loose = 8

const event = (signature: string) => keccak256(stringToHex(signature))
const events = {
  used: event("AuthorizationUsed(address,bytes32)"),
  cancelled: event("AuthorizationCanceled(address,bytes32)"),
  transfer: event("Transfer(address,address,uint256)")
}
const authorizationState = toFunctionSelector("authorizationState(address,bytes32)")

const word = (address: string) => pad(hex(address.toLowerCase()))

const entries = (use: Use) => {
  const entry = (index: number, topics: ReadonlyArray<string>, data: string) => ({
    address: asset.address,
    topics,
    data,
    logIndex: numberToHex(use.logIndex + index),
    transactionHash: use.transaction
  })
  const mark = use.to === undefined ? events.cancelled : events.used
  const used = entry(0, [mark, word(use.payer), use.nonce], "0x")
  if (use.to === undefined) return [used]
  const value = encodeAbiParameters([{ type: "uint256" }], [use.value])
  return [used, entry(1, [events.transfer, word(use.payer), word(use.to)], value)]
}

const ranges: Readonly<Record<NodeRange, { readonly most: number; readonly status: number }>> = {
  "10000 blocks": { most: 10_000, status: 200 },
  "500 blocks, refused as 500": { most: 500, status: 500 },
  "10 blocks": { most: 10, status: 200 }
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A node. */
export const make = (chain: Chain) => {
  let state: NodeState = "on"
  let range: NodeRange = "10000 blocks"

  const head = () => Math.max(0, chain.head() - (state === "lagging" ? lag : 0))

  /** A transfer in the newest blocks, which will not be there any more: nothing has used the nonce. */
  const phantom = (payer: string, nonce: string): Use => ({
    payer,
    nonce,
    transaction: keccak256(hex(nonce)),
    to: payTo,
    value: 2_000n,
    block: head() - loose + 1,
    logIndex: 0
  })

  /** What used a nonce, by the words of a call or a filter. */
  const useBy = (payerWord: string, nonce: string): Use | undefined => {
    const payer = `0x${payerWord.slice(-40)}`
    return chain.use(payer, nonce) ?? (state === "reorganising" ? phantom(payer, nonce) : undefined)
  }

  const logs = (filter: NonNullable<Option.Option.Value<ReturnType<typeof asFilter>>>) => {
    const [marks, payer, nonce] = filter.topics
    const use = useBy(payer, nonce)
    if (use === undefined || !same(filter.address, asset.address)) return []
    const isWithin = use.block >= filter.fromBlock && use.block <= filter.toBlock
    const [first] = entries(use)
    const isAsked = [marks].flat().some((mark) => same(mark, first?.topics[0] ?? ""))
    return isWithin && isAsked && first !== undefined ? [first] : []
  }

  const receipt = (transaction: unknown) => {
    const use = chain.uses().find((use) => use.transaction === transaction)
    if (use === undefined || state === "null receipts") return null
    return { logs: state === "partial receipts" ? [] : entries(use) }
  }

  const result = (method: string, params: ReadonlyArray<unknown>): unknown => {
    switch (method) {
      case "eth_chainId":
        return numberToHex(asset.chainId)
      case "eth_blockNumber":
        return numberToHex(head())
      case "eth_getBlockByNumber": {
        const block = params[0] === "latest" ? head() : Number(params[0])
        return block > head()
          ? null
          : { number: numberToHex(block), timestamp: numberToHex(block * blockTime) }
      }
      case "eth_call": {
        const { data, to } = Option.getOrElse(asCall(params[0]), () => ({ data: "", to: "" }))
        if (!same(to, asset.address) || !data.startsWith(authorizationState)) return "0x"
        const use = useBy(data.slice(10, 74), `0x${data.slice(74)}`)
        return numberToHex(use !== undefined && use.block <= Number(params[1]) ? 1 : 0, { size: 32 })
      }
      case "eth_getLogs":
        return Option.match(asFilter(params[0]), { onNone: () => [], onSome: logs })
      case "eth_getTransactionReceipt":
        return receipt(params[0])
      default:
        return undefined
    }
  }

  const isTooWide = (filter: unknown) =>
    state === "refusing logs" ||
    Option.exists(asFilter(filter), ({ fromBlock, toBlock }) => toBlock - fromBlock + 1 > ranges[range].most)

  return {
    set: (next: NodeState) => {
      state = next
    },
    /** What the node allows, whatever its state. */
    allow: (next: NodeRange) => {
      range = next
    },
    answer: (body: string): Reply => {
      const question = Option.getOrUndefined(decode(body))
      if (question === undefined) return { kind: "answer", status: 400, body: "" }
      if (state === "off") return { kind: "answer", status: 503, body: "<html>maintenance</html>" }
      const { id, method, params } = question
      if (method === "eth_getLogs" && isTooWide(params[0]))
        return json(ranges[range].status, {
          jsonrpc: "2.0",
          id,
          error: { code: -32005, message: "range too wide" }
        })
      const found = result(method, params)
      return found === undefined
        ? json(200, { jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } })
        : json(200, { jsonrpc: "2.0", id, result: found })
    }
  }
}
export type RpcNode = ReturnType<typeof make>
