/**
 * The search for a transfer at nodes with their limits: every block of the window is looked at, however few a node gives
 * at a time, and what it accepts is remembered.
 */
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FastCheck as fc, Layer, Option, Redacted, TestClock } from "effect"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import * as BlockRange from "../../../src/Payment/chain/BlockRange.ts"
import * as BlockRangeSearch from "../../../src/Payment/chain/BlockRangeSearch.ts"
import * as BlockTimes from "../../../src/Payment/chain/BlockTimes.ts"
import {
  type AuthorizationQuery,
  AuthorizationStatus,
  Chain,
  ChainUnavailable,
  searchWindow
} from "../../../src/Payment/chain/Chain.ts"
import * as RpcChain from "../../../src/Payment/chain/RpcChain.ts"
import { type Play, reply, reset } from "../../support/FacilitatorServer.ts"
import { asset, payer, payTo } from "../../support/SignedPayment.ts"
import { type Behaviour, rpcError, type StubNode, stubNode, type Use } from "../../support/StubNode.ts"
import { runs } from "../../support/setup/Runs.ts"

const nonce = `0x${"5a".repeat(32)}`
const transaction = `0x${"ab".repeat(32)}`

/** The node's chain: a block each 2 s, the newest of this moment. */
const now = 1_702_000_000
const head = 1_000_000
const blockAt = (time: number) => head - Math.floor((now - time) / 2)

const transferAt = (time: number, more: Partial<Use> = {}): Use => ({
  payer: payer.address,
  nonce,
  to: payTo,
  value: 10_000n,
  block: blockAt(time),
  transaction,
  ...more
})

/** A payment that was first seen, and ends, so many seconds ago; negative: that will end. */
const sought = (firstSeen: number, end: number): AuthorizationQuery => ({
  key: {
    network: asset.network,
    asset: asset.address.toLowerCase(),
    payer: payer.address.toLowerCase(),
    nonce
  },
  payTo,
  amount: "10000",
  window: searchWindow(String(now - end), now - firstSeen)
})

const chainAt = (node: StubNode) =>
  Effect.map(
    Layer.build(
      RpcChain.layer({
        url: Redacted.make(node.url),
        network: asset.network,
        chainId: asset.chainId,
        confirmations: 0
      }).pipe(Layer.provide(Outbound.layer))
    ),
    (context) => (query: AuthorizationQuery) =>
      Effect.flatMap(Chain, (chain) => chain.authorization(query)).pipe(
        Effect.match({ onFailure: ({ reason }) => reason, onSuccess: (status) => status }),
        Effect.provide(context)
      )
  )

const found = AuthorizationStatus.Transferred({ transaction })
const minute = 60
const hour = 3600

describe("a transfer", () => {
  const places: ReadonlyArray<readonly [name: string, transfer: number, query: AuthorizationQuery]> = [
    ["of a minute ago", minute, sought(minute + 2, -4 * minute)],
    [
      "of 25 minutes ago, by a node that was configured meanwhile",
      25 * minute,
      sought(25 * minute + 3, 20 * minute)
    ],
    ["of 20 hours ago", 20 * hour, sought(20 * hour + 3, 20 * hour - 5 * minute)],
    ["of 20 days ago", 20 * 24 * hour, sought(20 * 24 * hour + 3, 20 * 24 * hour - 5 * minute)],
    ["in the last second of the longest window", hour, sought(2 * hour, hour - 1)],
    ["by the payer, before the service saw it", 90 * minute, sought(70 * minute, 45 * minute)]
  ]
  const limits = [7, 10, 500, 10_000]

  for (const [name, transfer, query] of places) {
    it.scopedLive(`${name}, is found at any node`, () =>
      Effect.gen(function* () {
        const results: Record<number, unknown> = {}
        for (const limit of limits) {
          const node = yield* stubNode({ limit, head: () => head, uses: [transferAt(now - transfer)] })
          // The node's own clock is Unix time.
          node.behaviour.timeOf = (block) => now - (head - block) * 2
          results[limit] = yield* Effect.flatMap(chainAt(node), (ask) => ask(query))
        }
        expect(results).toEqual(Object.fromEntries(limits.map((limit) => [limit, found])))
      })
    )
  }

  const refusals: Readonly<Record<string, Behaviour["refuse"]>> = {
    "an error": rpcError(200),
    "an error under 400": rpcError(400, -32602),
    "an error under 413": rpcError(413),
    "an error under 429": rpcError(429, -32005),
    "an error under 500": rpcError(500, -32000),
    "HTTP 500": () => reply(500, "<html>Internal Server Error</html>"),
    "HTTP 503": () => reply(503, ""),
    "an error without a code": (id) => reply(200, { jsonrpc: "2.0", id, error: "too wide" }),
    "a text": () => reply(200, "query timeout exceeded"),
    "no result": (id) => reply(200, { jsonrpc: "2.0", id }),
    "a result that is null": (id) => reply(200, { jsonrpc: "2.0", id, result: null }),
    "a result that is a text": (id) => reply(200, { jsonrpc: "2.0", id, result: "too many results" }),
    "a reset": () => reset
  }
  for (const [name, refuse] of Object.entries(refusals)) {
    it.scopedLive(`is found at a node that refuses wide ranges by ${name}`, () =>
      Effect.gen(function* () {
        const node = yield* stubNode({ limit: 10, refuse, uses: [transferAt(now - 4 * minute)] })
        node.behaviour.timeOf = (block) => now - (head - block) * 2
        const ask = yield* chainAt(node)
        expect(yield* ask(sought(5 * minute, 0))).toEqual(found)
      })
    )
  }

  it.scopedLive(
    "is searched in ranges as wide as the node has accepted before: it refuses nothing any more",
    () =>
      Effect.gen(function* () {
        const node = yield* stubNode({ limit: 500, uses: [transferAt(now - 30 * minute)] })
        node.behaviour.timeOf = (block) => now - (head - block) * 2
        const ask = yield* chainAt(node)
        expect(yield* ask(sought(59 * minute, 0))).toEqual(found)
        const before = node.ranges().length
        expect(yield* ask(sought(59 * minute, 0))).toEqual(found)
        const again = node.ranges().slice(before)
        expect(again.filter(([from, to]) => to - from + 1 > 500)).toEqual([])
        expect(again.length).toBeLessThan(5)
      })
  )

  it.scopedLive(
    "that is not there is looked for in the window alone, from an hour before its end to its end",
    () =>
      Effect.gen(function* () {
        const node = yield* stubNode({ hasLogs: false, limit: 100, uses: [transferAt(now - 20 * hour)] })
        node.behaviour.timeOf = (block) => now - (head - block) * 2
        const ask = yield* chainAt(node)
        expect(yield* ask(sought(10 * hour + 10, 10 * hour - 5 * minute))).toEqual(
          AuthorizationStatus.UsedUntraceable()
        )
        const accepted = node.ranges().filter(([from, to]) => to - from + 1 <= 100)
        const [first, last] = [
          Math.min(...accepted.map(([from]) => from)),
          Math.max(...accepted.map(([, to]) => to))
        ]
        const end = now - (10 * hour - 5 * minute)
        // Two minutes and ten blocks of margin.
        expect(first).toBeLessThanOrEqual(blockAt(end - hour))
        expect(first).toBeGreaterThan(blockAt(end - hour - 3 * minute))
        expect(last).toBeGreaterThanOrEqual(blockAt(end))
        expect(last).toBeLessThan(blockAt(end + minute))
      })
  )

  it.scopedLive("of older rules is looked for from the row's own time on", () =>
    Effect.gen(function* () {
      const node = yield* stubNode({ limit: 2_000, uses: [transferAt(now - 3 * 24 * hour)] })
      node.behaviour.timeOf = (block) => now - (head - block) * 2
      const ask = yield* chainAt(node)
      expect(yield* ask(sought(3 * 24 * hour + 5, -60 * 365 * 24 * hour))).toEqual(found)
      expect(yield* ask(sought(2 * 24 * hour, -60 * 365 * 24 * hour))).toEqual(
        AuthorizationStatus.UsedUntraceable()
      )
    })
  )

  it.scopedLive("is found at a node that has pruned the blocks before the window", () =>
    Effect.gen(function* () {
      const node = yield* stubNode({
        limit: 50,
        oldest: blockAt(now - 50 * minute),
        uses: [transferAt(now - minute)]
      })
      node.behaviour.timeOf = (block) => now - (head - block) * 2
      expect(yield* Effect.flatMap(chainAt(node), (ask) => ask(sought(2 * minute, -minute)))).toEqual(found)
    })
  )

  const receipts: ReadonlyArray<readonly [Behaviour["receipts"], Partial<Use>, unknown]> = [
    ["none", {}, found],
    ["partial", {}, found],
    ["of another block", {}, found],
    ["none", { to: undefined }, AuthorizationStatus.Cancelled({ transaction })],
    ["none", { to: payer.address }, AuthorizationStatus.UsedElsewhere({ transaction })],
    ["partial", { value: 9_999n }, AuthorizationStatus.UsedElsewhere({ transaction })]
  ]
  for (const [receipt, use, status] of receipts) {
    it.scopedLive(
      `is read from its block's logs where the node's receipt is ${receipt}: ${JSON.stringify(status)}`,
      () =>
        Effect.gen(function* () {
          const node = yield* stubNode({ receipts: receipt, uses: [transferAt(now - minute, use)] })
          node.behaviour.timeOf = (block) => now - (head - block) * 2
          expect(yield* Effect.flatMap(chainAt(node), (ask) => ask(sought(2 * minute, -minute)))).toEqual(
            status
          )
        })
    )
  }

  it.scopedLive("whose block is taken back is not found, and found again in its new block", () =>
    Effect.gen(function* () {
      const node = yield* stubNode({ uses: [transferAt(now - minute)] })
      node.behaviour.timeOf = (block) => now - (head - block) * 2
      const ask = yield* chainAt(node)
      expect(yield* ask(sought(2 * minute, -minute))).toEqual(found)
      node.behaviour.uses = []
      expect(yield* ask(sought(2 * minute, -minute))).toEqual(AuthorizationStatus.Unused({ asOf: now }))
      node.behaviour.uses = [transferAt(now - 30)]
      expect(yield* ask(sought(2 * minute, -minute))).toEqual(found)
    })
  )

  it.scopedLive("whose logs come later than its state is found then", () =>
    Effect.gen(function* () {
      const node = yield* stubNode({ hasLogs: false, uses: [transferAt(now - minute)] })
      node.behaviour.timeOf = (block) => now - (head - block) * 2
      const ask = yield* chainAt(node)
      expect(yield* ask(sought(2 * minute, -minute))).toEqual(AuthorizationStatus.UsedUntraceable())
      node.behaviour.hasLogs = true
      expect(yield* ask(sought(2 * minute, -minute))).toEqual(found)
    })
  )
})

describe("the search", () => {
  const refused = new ChainUnavailable({ reason: "status" })

  it.prop(
    "looks at every block of the plan once, in ranges that the node accepts, and goes on where it was cut",
    [
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: 1, max: 3_000 }),
      // A look has time for a few calls at least.
      fc.integer({ min: 12, max: 60 }),
      fc.nat(30_000)
    ],
    ([length, limit, cut, at]) => {
      const looked: Array<readonly [number, number]> = []
      let calls = 0
      const range = BlockRange.make()
      const plan: BlockRangeSearch.Plan = {
        segments: [
          [5_000, 5_000 + length],
          [4_900, 4_999]
        ],
        end: 5_000 + length,
        isComplete: true
      }
      const logs = (from: number, to: number) => {
        calls += 1
        // The deadline of a look.
        if (calls % cut === 0) return Effect.die("cut")
        if (to - from + 1 > limit) return Effect.fail(refused)
        looked.push([from, to])
        return Effect.succeed(from <= at && at <= to ? Option.some(at) : Option.none())
      }
      let result = Effect.runSyncExit(BlockRangeSearch.search(plan, range, logs))
      for (let looks = 0; result._tag === "Failure" && looks < 100_000; looks++) {
        result = Effect.runSyncExit(BlockRangeSearch.search(plan, range, logs))
      }
      const isWithin = at >= 4_900 && at <= 5_000 + length
      expect(result).toMatchObject({ _tag: "Success", value: isWithin ? Option.some(at) : Option.none() })
      const sorted = looked.toSorted(([a], [b]) => a - b)
      for (const [index, [from]] of sorted.entries()) {
        const before = sorted[index - 1]
        if (before !== undefined) expect(from).toBeGreaterThan(before[1])
      }
      if (!isWithin) {
        const blocks = looked.reduce((sum, [from, to]) => sum + to - from + 1, 0)
        expect(blocks).toBe(length + 1 + 100)
      }
    }
  )

  it.prop(
    "finds blocks by their times in few calls, on chains of any pace",
    [
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3_000 }),
      fc.double({ min: 0, max: 1, noNaN: true })
    ],
    ([gaps, where]) => {
      let newest = 0
      const times = gaps.map((gap) => {
        newest += gap
        return newest
      })
      const last = times.length - 1
      const head = { number: last, timestamp: times[last] ?? 0 }
      const time = Math.floor(head.timestamp * where)
      let calls = 0
      const { after, before } = Effect.runSync(
        BlockTimes.around(
          head,
          time,
          (block) => {
            calls += 1
            return Effect.succeed(times[block] ?? Number.NaN)
          },
          1
        )
      )
      const first = times.findIndex((own) => own >= time)
      expect([before, after]).toEqual([first - 1, first])
      expect(calls).toBeLessThanOrEqual(30)
    },
    { fastCheck: { numRuns: runs(100) } }
  )

  it.effect("tries wide ranges again after ten minutes", () =>
    Effect.gen(function* () {
      const widths: Array<number> = []
      const range = BlockRange.make()
      const ask = range.ask(1, 5_000, (from, to) => {
        widths.push(to - from + 1)
        return to - from + 1 > 100 ? refused : Effect.void
      })
      yield* TestClock.adjust("1 day")
      yield* ask
      yield* TestClock.adjust("599 seconds")
      yield* ask
      yield* TestClock.adjust("1 seconds")
      yield* ask
      expect(widths).toEqual([2_000, 500, 125, 31, 31, 2_000, 500, 125, 31])
    })
  )

  it("gives a failure of a single block out", () => {
    for (const reason of ["status", "timeout", "connection", "malformed", "missing", "refused"] as const) {
      const widths: Array<number> = []
      const exit = Effect.runSync(
        Effect.flip(
          BlockRange.make().ask(1, 2_000, (from, to) => {
            widths.push(to - from + 1)
            return Effect.fail(new ChainUnavailable({ reason }))
          })
        )
      )
      expect([exit.reason, ...widths]).toEqual([reason, 2_000, 500, 125, 31, 10, 5, 2, 1])
    }
  })
})

it.scoped("a node that is silent about a wide range for 8 s is asked for a narrower one", () =>
  Effect.gen(function* () {
    const arrived = yield* Deferred.make<void>()
    const silent: Play = () => Deferred.unsafeDone(arrived, Effect.void)
    const node = yield* stubNode({ limit: 500, refuse: () => silent, uses: [transferAt(now - minute)] })
    node.behaviour.timeOf = (block) => now - (head - block) * 2
    const asking = yield* Effect.fork(
      Effect.flatMap(chainAt(node), (ask) => ask(sought(55 * minute, -minute)))
    )
    yield* Deferred.await(arrived)
    yield* TestClock.adjust("7999 millis")
    expect(node.ranges()).toHaveLength(1)
    yield* TestClock.adjust("1 millis")
    expect(yield* Fiber.join(asking)).toEqual(found)
  })
)
