/**
 * What nodes do wrong, each at every call of a question: the answer is that the chain could not be asked, and why, and
 * never a word of the node's. What a healthy chain says is tested on one (test/Chain).
 */
import { inspect } from "node:util"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import {
  Cause,
  Effect,
  Exit,
  Fiber,
  Layer,
  Logger,
  LogLevel,
  Option,
  Redacted,
  Schema,
  TestClock
} from "effect"
import { pad, toHex } from "viem"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import {
  type AuthorizationQuery,
  AuthorizationStatus,
  Chain,
  ChainUnavailable,
  searchWindow
} from "../../../src/Payment/chain/Chain.ts"
import * as RpcChain from "../../../src/Payment/chain/RpcChain.ts"
import { type Call, facilitatorServer, type Play, reply } from "../../support/FacilitatorServer.ts"
import { asset, hex, payer, payTo } from "../../support/SignedPayment.ts"

const nonce = `0x${"5a".repeat(32)}`
const transaction = `0x${"ab".repeat(32)}`

const query: AuthorizationQuery = {
  key: {
    network: asset.network,
    asset: asset.address.toLowerCase(),
    payer: payer.address.toLowerCase(),
    nonce
  },
  payTo,
  amount: "10000",
  window: searchWindow("1700000300", 1_700_000_000)
}

/** Topics as EIP-3009 and ERC-20 define them: the well-known hashes, not computed by us. */
const events = {
  used: "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5",
  canceled: "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81",
  transfer: "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
} as const

const word = (address: string) => pad(hex(address), { size: 32 })

const log = (over: object = {}) => ({
  address: asset.address,
  topics: [events.used, word(payer.address), nonce],
  data: "0x",
  logIndex: "0x7",
  transactionHash: transaction,
  blockNumber: "0x50",
  removed: false,
  ...over
})

const transfer = (over: object = {}) =>
  log({
    topics: [events.transfer, word(payer.address), word(payTo)],
    data: toHex(10_000, { size: 32 }),
    logIndex: "0x8",
    ...over
  })

/** A node's results by method, for a payment that was made. */
const honest: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x14a34",
  eth_blockNumber: "0x64",
  eth_getBlockByNumber: { number: "0x5a", timestamp: "0x6553f100", hash: transaction },
  eth_call: toHex(1, { size: 32 }),
  eth_getLogs: [log()],
  eth_getTransactionReceipt: { status: "0x1", logs: [log(), transfer()] }
}

const Request = Schema.Struct({
  id: Schema.Number,
  method: Schema.String,
  params: Schema.Array(Schema.Unknown)
})

const requestOf = (call: Call) => Schema.decodeUnknownSync(Request)(call.body)

const answering =
  (results: Readonly<Record<string, unknown>>): Play =>
  (response, call) => {
    const { id, method } = requestOf(call)
    reply(200, { jsonrpc: "2.0", id, result: results[method] })(response, call)
  }

const key = "k3yinpath"

const layerAt = (url: string) =>
  RpcChain.layer({
    url: Redacted.make(`${url}/v2/${key}`),
    network: asset.network,
    chainId: asset.chainId,
    confirmations: RpcChain.confirmations
  })

const ask = Effect.flatMap(Chain, (chain) => chain.authorization(query))

/** The answer of a node, and what it was asked. */
const at = (play: Play) =>
  Effect.gen(function* () {
    const { url, calls } = yield* facilitatorServer(play)
    const answer = yield* ask.pipe(
      Effect.match({ onSuccess: (status): unknown => status, onFailure: ({ reason }) => reason }),
      Effect.provide(Layer.provide(layerAt(url), Outbound.layer))
    )
    return { answer, asked: calls.map(requestOf) }
  })

describe("a question", () => {
  it.scopedLive("reads state and logs as of one block, below the newest by the confirmations", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* at(answering(honest))
      expect(answer).toEqual(AuthorizationStatus.Transferred({ transaction }))
      // Blocks are also read for their times, to find those of the payment's window.
      const question = asked.filter(
        ({ method, params }) =>
          method !== "eth_chainId" && (method !== "eth_getBlockByNumber" || params[0] === "0x5a")
      )
      expect(question.map(({ method, params }) => [method, ...params])).toEqual([
        ["eth_blockNumber"],
        ["eth_getBlockByNumber", "0x5a", false],
        [
          "eth_call",
          {
            to: query.key.asset,
            data: `0xe94a0102${word(payer.address).slice(2).toLowerCase()}${nonce.slice(2)}`
          },
          "0x5a"
        ],
        [
          "eth_getLogs",
          {
            address: query.key.asset,
            topics: [[events.used, events.canceled], word(payer.address).toLowerCase(), nonce],
            fromBlock: "0x0",
            toBlock: "0x5a"
          }
        ],
        ["eth_getTransactionReceipt", transaction]
      ])
    })
  )

  const statuses: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, AuthorizationStatus]> = [
    ["unused", { eth_call: toHex(0, { size: 32 }) }, AuthorizationStatus.Unused({ asOf: 1_700_000_000 })],
    ["used, and no log of it", { eth_getLogs: [] }, AuthorizationStatus.UsedUntraceable()],
    [
      "cancelled",
      { eth_getLogs: [log({ topics: [events.canceled, word(payer.address), nonce] })] },
      AuthorizationStatus.Cancelled({ transaction })
    ],
    ...(
      [
        ["a block that was taken back", log({ removed: true })],
        ["another token's", log({ address: payTo })],
        ["another payer's", log({ topics: [events.used, word(payTo), nonce] })],
        ["another nonce's", log({ topics: [events.used, word(payer.address), transaction] })],
        ["another event's", log({ topics: [events.transfer, word(payer.address), nonce] })]
      ] as const
    ).map(
      ([name, entry]) =>
        [`a log that is ${name}`, { eth_getLogs: [entry] }, AuthorizationStatus.UsedUntraceable()] as const
    ),
    ...(
      [
        ["nothing follows", [log()], AuthorizationStatus.UsedUntraceable()],
        [
          "what follows is not next",
          [log(), transfer({ logIndex: "0x9" })],
          AuthorizationStatus.UsedUntraceable()
        ],
        [
          "the transfer was before",
          [transfer({ logIndex: "0x6" }), log()],
          AuthorizationStatus.UsedUntraceable()
        ],
        [
          "another token's transfer follows",
          [log(), transfer({ address: payTo })],
          AuthorizationStatus.UsedUntraceable()
        ],
        [
          "another payer's transfer follows",
          [log(), transfer({ topics: [events.transfer, word(payTo), word(payTo)] })],
          AuthorizationStatus.UsedUntraceable()
        ],
        [
          "a transfer to somebody else follows",
          [log(), transfer({ topics: [events.transfer, word(payer.address), word(payer.address)] })],
          AuthorizationStatus.UsedElsewhere({ transaction })
        ],
        [
          "a smaller transfer follows",
          [log(), transfer({ data: toHex(9_999, { size: 32 }) })],
          AuthorizationStatus.UsedElsewhere({ transaction })
        ],
        [
          "a transfer of no amount follows",
          [log(), transfer({ data: "0x" })],
          AuthorizationStatus.UsedElsewhere({ transaction })
        ]
      ] as const
    ).map(
      ([name, logs, status]) =>
        [`used, and ${name}`, { eth_getTransactionReceipt: { logs } }, status] as const
    )
  ]
  for (const [name, results, status] of statuses) {
    it.scopedLive(`${status._tag}: ${name}`, () =>
      Effect.gen(function* () {
        expect((yield* at(answering({ ...honest, ...results }))).answer).toEqual(status)
      })
    )
  }
})

const words = `see https://node.example/${key}`

const faults: Readonly<Record<string, readonly [Play, ChainUnavailable["reason"]]>> = {
  "429": [reply(429, { error: { code: -32005, message: words } }), "status"],
  "500": [reply(500, { jsonrpc: "2.0", id: 1, result: "0x1" }), "status"],
  "503 as HTML": [reply(503, `<title>${words}</title>`), "status"],
  "404": [reply(404, words), "status"],
  "a redirect": [reply(307, "", { location: "/elsewhere" }), "status"],
  "an error": [reply(200, { jsonrpc: "2.0", id: 1, error: { code: -32000, message: words } }), "refused"],
  "an error without id": [reply(200, { jsonrpc: "2.0", id: null, error: { code: -32700 } }), "refused"],
  "a 400 with an error": [reply(400, { error: { code: -32602, message: words } }), "refused"],
  HTML: [reply(200, `<title>${words}</title>`), "malformed"],
  nothing: [reply(200, ""), "malformed"],
  "no result": [reply(200, { jsonrpc: "2.0", id: 1 }), "malformed"],
  "another's answer": [reply(200, { jsonrpc: "2.0", id: 2, result: "0x1" }), "malformed"],
  "an answer of another shape": [reply(200, { jsonrpc: "2.0", id: 1, result: { said: words } }), "malformed"],
  "a negative number": [reply(200, { jsonrpc: "2.0", id: 1, result: "-0x1" }), "malformed"],
  "no data, as from no contract": [reply(200, { jsonrpc: "2.0", id: 1, result: "0x" }), "malformed"],
  "no answer to find": [reply(200, { jsonrpc: "2.0", id: 1, result: null }), "missing"],
  "a reset": [(response) => response.socket?.resetAndDestroy(), "connection"]
}

describe("a node that fails is no witness", () => {
  for (const method of Object.keys(honest)) {
    it.scopedLive(`at ${method}`, () =>
      Effect.gen(function* () {
        const outcomes: Record<string, unknown> = {}
        for (const [name, [fault]] of Object.entries(faults)) {
          const play: Play = (response, call) =>
            (requestOf(call).method === method ? fault : answering(honest))(response, call)
          outcomes[name] = (yield* at(play)).answer
        }
        expect(outcomes).toEqual(
          Object.fromEntries(Object.entries(faults).map(([name, [, why]]) => [name, why]))
        )
      })
    )
  }

  it.scopedLive("and none of its words, nor its URL, are told", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const kept = Logger.replace(
        Logger.defaultLogger,
        Logger.make((options) => {
          lines.push(inspect(options, { depth: 6 }))
        })
      )
      for (const [fault] of Object.values(faults)) {
        const { url } = yield* facilitatorServer(fault)
        const exit = yield* ask.pipe(
          // Long enough for the question at the start to be told of.
          Effect.ensuring(Effect.sleep("50 millis")),
          Effect.provide(Layer.provideMerge(Layer.provide(layerAt(url), Outbound.layer), kept)),
          Logger.withMinimumLogLevel(LogLevel.All),
          Effect.exit
        )
        lines.push(Exit.isFailure(exit) ? Cause.pretty(exit.cause, { renderErrorCause: true }) : "")
        lines.push(inspect(exit, { depth: null }))
      }
      expect(lines.join()).toContain("X402_RPC_URL could not be asked for its chain")
      expect(lines.filter((line) => /node\.example|k3yinpath|127\.0\.0\.1/.test(line))).toEqual([])
    })
  )

  it.scoped("one that never answers is given 30 seconds", () =>
    Effect.gen(function* () {
      const silent = Layer.succeed(
        HttpClient.HttpClient,
        HttpClient.make(() => Effect.never)
      )
      const fiber = yield* ask.pipe(
        Effect.provide(Layer.provide(layerAt("http://node.test"), silent)),
        Effect.flip,
        Effect.fork
      )
      yield* TestClock.adjust("29999 millis")
      expect(Option.isNone(yield* Fiber.poll(fiber))).toBe(true)
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(fiber)).toEqual(new ChainUnavailable({ reason: "timeout" }))
    })
  )
})
