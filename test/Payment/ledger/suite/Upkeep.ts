/** What the ledger forgets, and what the reconciler takes up. */
import { expect, type Vitest } from "@effect/vitest"
import { Duration, Effect, Metric, MetricState, Option } from "effect"
import type { PaymentKey } from "../../../../src/Payment/ledger/Ledger.ts"
import { ReleaseReason } from "../../../../src/Payment/ledger/Outcomes.ts"
import {
  after,
  bringTo,
  check,
  failure,
  key,
  keyOf,
  outcome,
  ports,
  reservation,
  rowOf,
  type Services,
  start,
  startSeconds
} from "./World.ts"

const day = 86_400_000

const take = (limit: number, more: Partial<PaymentKey> = {}) =>
  Effect.flatMap(ports, ({ pending }) =>
    pending.takeDue({ ...key, ...more, attempt: "reconciler", lease: Duration.seconds(60), limit })
  )

const noncesOf = Effect.map((rows: ReadonlyArray<{ readonly nonce: string }>) =>
  rows.map(({ nonce }) => nonce)
)

/** How many payments have come to a state. */
const counted = (state: string) =>
  Effect.map(Metric.snapshot, (pairs) => {
    const found = pairs.find(
      ({ metricKey }) =>
        metricKey.name === "almanac_payments_total" && metricKey.tags.some(({ value }) => value === state)
    )
    return found !== undefined && MetricState.isCounterState(found.metricState)
      ? Number(found.metricState.count)
      : 0
  })

export const upkeep = (it: Vitest.MethodsNonLive<Services, true>) => {
  check(
    it,
    "a response and its idempotency key are kept for a day, and dropped oldest first",
    Effect.gen(function* () {
      const { ledger, pending, retention } = yield* ports
      for (const nonce of ["0x02", "0x01", "0x03"]) {
        yield* bringTo("settled", { key: keyOf(nonce), idempotencyKey: Option.some(nonce) })
        yield* after(nonce === "0x02" ? 1 : 2)
      }
      yield* after(day - 1)
      expect([yield* retention.dropResponses(10), (yield* pending.stats).settledWithoutAnswer]).toEqual([
        0, 0
      ])
      yield* after(day + 1)
      expect(yield* retention.dropResponses(1)).toBe(1)
      const [first, second] = [yield* rowOf(keyOf("0x02")), yield* rowOf(key)]
      expect([first?.response, first?.idempotencyKey, first?.responseHash]).toEqual([null, null, "digest"])
      expect([second?.idempotencyKey, second?.payload]).toEqual(["0x01", '{"x402Version":2}'])
      expect([yield* retention.dropResponses(10), yield* retention.dropResponses(10)]).toEqual([1, 0])
      const again = yield* ledger.reserve(
        reservation({ key: keyOf("0x04"), idempotencyKey: Option.some("0x02") })
      )
      expect(again._tag).toBe("Reserved")
    })
  )

  check(
    it,
    "released payments are deleted an hour after their last reservation, oldest first; others stay",
    Effect.gen(function* () {
      const { retention } = yield* ports
      // However far away its end is.
      const endless = { validBefore: "3786912000" }
      yield* bringTo("released", { key: keyOf("0x01"), ...endless })
      yield* after(1_000)
      yield* bringTo("released", { key: keyOf("0x02"), ...endless })
      for (const [index, state] of (["failed", "settled", "unknown"] as const).entries()) {
        yield* bringTo(state, { key: keyOf(`0x1${index}`), validBefore: String(startSeconds + 50) })
      }
      yield* after(2_000)
      yield* bringTo("released", { key: keyOf("0x01"), ...endless })
      yield* after(3_600_999)
      expect(yield* retention.deleteReleased(10)).toBe(0)
      yield* after(3_602_000)
      expect(yield* retention.deleteReleased(1)).toBe(1)
      expect([yield* rowOf(keyOf("0x02")), (yield* rowOf(key))?.state]).toEqual([undefined, "released"])
      expect([yield* retention.deleteReleased(10), yield* retention.deleteReleased(10)]).toEqual([1, 0])
      const { table } = yield* ports
      expect((yield* table.payments).map(({ nonce }) => nonce)).toEqual(["0x10", "0x11", "0x12"])
    })
  )

  check(
    it,
    "failed payments are deleted a day after they have failed, oldest first",
    Effect.gen(function* () {
      const { ledger, retention } = yield* ports
      // When it was reserved is of no account.
      yield* bringTo("unknown", { key: keyOf("0x02") })
      yield* after(1_000)
      yield* bringTo("failed")
      yield* after(2_000)
      yield* ledger.recordFailure(keyOf("0x02"), "mine", failure)
      yield* bringTo("failed", { key: keyOf("0x03") })
      yield* bringTo("reserved", { key: keyOf("0x03") })
      yield* after(day + 999)
      expect(yield* retention.deleteFailed(10)).toBe(0)
      yield* after(day + 5_000)
      expect(yield* retention.deleteFailed(1)).toBe(1)
      expect([yield* rowOf(), (yield* rowOf(keyOf("0x02")))?.state]).toEqual([undefined, "failed"])
      expect([yield* retention.deleteFailed(10), yield* retention.deleteFailed(10)]).toEqual([1, 0])
      expect((yield* rowOf(keyOf("0x03")))?.state).toBe("reserved")
    })
  )

  check(
    it,
    "payments of unknown outcome are resolved for 90 days, and then deleted, when nobody has taken them up",
    Effect.gen(function* () {
      const { retention } = yield* ports
      yield* bringTo("unknown")
      yield* after(1_000)
      yield* bringTo("unknown", { key: keyOf("0x02") })
      yield* bringTo("settled", { key: keyOf("0x03") })
      yield* bringTo("stalled", { key: keyOf("0x04") })
      yield* after(90 * day - 1)
      expect(yield* retention.giveUpUnknown(10)).toBe(0)
      expect((yield* take(1)).map(({ nonce }) => nonce)).toEqual(["0x01"])
      yield* after(90 * day + 1_000)
      // A replica has the first one for a minute yet.
      expect(yield* take(10)).toMatchObject([{ nonce: "0x04" }])
      expect([yield* retention.giveUpUnknown(10), (yield* rowOf())?.state]).toEqual([1, "unknown"])
      yield* after(90 * day + 60_000)
      expect([yield* retention.giveUpUnknown(10), yield* retention.giveUpUnknown(10)]).toEqual([1, 0])
      const { table } = yield* ports
      expect((yield* table.payments).map(({ nonce }) => nonce)).toEqual(["0x03", "0x04"])
    })
  )

  check(
    it,
    "a settlement that a dead process left is counted as unknown, once",
    Effect.gen(function* () {
      const { ledger } = yield* ports
      yield* bringTo("stalled")
      const before = yield* counted("unknown")
      yield* take(10)
      expect((yield* counted("unknown")) - before).toBe(1)
      yield* ledger.recordUnknown(key, "reconciler", outcome)
      yield* after(100_000)
      yield* take(10)
      expect((yield* counted("unknown")) - before).toBe(1)
    })
  )

  check(
    it,
    "the ledger has a clock",
    Effect.gen(function* () {
      const { ledger } = yield* ports
      yield* after(1_234)
      expect(yield* ledger.now).toBe(start + 1_234)
    })
  )

  check(
    it,
    "payers are forgotten ten minutes after their last failure",
    Effect.gen(function* () {
      const { ledger, retention, table } = yield* ports
      for (const [index, payer] of ["0xpayer", "0xother"].entries()) {
        yield* after(index * 1000)
        const key = keyOf("0x01", { payer })
        yield* bringTo("reserved", { key })
        yield* ledger.release(key, "mine", ReleaseReason.RanUncharged())
      }
      // Where nothing ran, nothing is remembered.
      yield* bringTo("released", { key: keyOf("0x01", { payer: "0xthird" }) })
      yield* after(600_000)
      expect(yield* retention.forgetPayers(10)).toBe(0)
      yield* after(601_001)
      expect(yield* retention.forgetPayers(1)).toBe(1)
      expect((yield* table.payers).map(([payer]) => payer)).toEqual(["0xother"])
      expect([yield* retention.forgetPayers(10), yield* retention.forgetPayers(10)]).toEqual([1, 0])
    })
  )

  check(
    it,
    "reservations of dead runs are released oldest first, not before their lease has ended",
    Effect.gen(function* () {
      const { ledger, pending } = yield* ports
      yield* after(1)
      yield* bringTo("reserved")
      yield* after(0)
      yield* bringTo("reserved", { key: keyOf("0x02") })
      yield* after(15_000)
      expect(yield* pending.releaseStale(10)).toEqual([])
      const early = yield* ledger.reserve(reservation({ key: keyOf("0x02"), attempt: "theirs" }))
      expect(early._tag).toBe("AlreadyReserved")
      yield* after(20_000)
      expect(yield* pending.releaseStale(1)).toEqual([keyOf("0x02")])
      expect([(yield* rowOf(keyOf("0x02")))?.state, (yield* rowOf())?.state]).toEqual([
        "released",
        "reserved"
      ])
      expect([yield* pending.releaseStale(10), yield* pending.releaseStale(10)]).toEqual([[key], []])
    })
  )

  check(
    it,
    "payments that are due are taken up by one, oldest first, and one token's alone",
    Effect.gen(function* () {
      yield* bringTo("stalled")
      yield* after(0)
      yield* bringTo("unknown", { key: keyOf("0x02") })
      yield* bringTo("unknown", { key: keyOf("0x03", { asset: "0xtoken" }) })
      yield* bringTo("unknown", { key: keyOf("0x04", { network: "eip155:1" }) })
      yield* after(5_000)
      expect(yield* take(10)).toEqual([])
      yield* after(15_000)
      expect(yield* noncesOf(take(10))).toEqual(["0x02"])
      yield* after(75_000)
      expect(yield* noncesOf(take(1))).toEqual(["0x01"])
      expect(yield* take(10)).toEqual([])
      yield* after(75_001)
      const again = yield* take(10)
      expect(again.map(({ nonce, timesTaken }) => [nonce, timesTaken])).toEqual([["0x02", 2]])
      expect(yield* noncesOf(take(10, { asset: "0xtoken" }))).toEqual(["0x03"])
    })
  )

  check(
    it,
    "the stats count what is open",
    Effect.gen(function* () {
      const { pending, table } = yield* ports
      const none = {
        reserved: 0,
        settling: 0,
        unknown: 0,
        oldestPendingSeconds: 0,
        exposure: 0,
        settledWithoutAnswer: 0
      }
      expect(yield* pending.stats).toEqual(none)
      yield* bringTo("reserved")
      yield* after(2_000)
      yield* bringTo("settling", { key: keyOf("0x02") })
      yield* bringTo("unknown", { key: keyOf("0x03"), amount: "1000000" })
      for (const [index, state] of (
        ["settled", "presumed_settled", "failed", "released"] as const
      ).entries()) {
        yield* bringTo(state, { key: keyOf(`0x1${index}`, { payer: `0x${index}` }) })
      }
      yield* after(3_500)
      const open = {
        ...none,
        reserved: 1,
        settling: 1,
        unknown: 1,
        oldestPendingSeconds: 1.5,
        exposure: 1_004_000
      }
      expect(yield* pending.stats).toEqual(open)
      yield* table.change("0x10", { response: null })
      expect(yield* pending.stats).toEqual({ ...open, settledWithoutAnswer: 1 })
      yield* after(day + 2_000)
      expect((yield* pending.stats).settledWithoutAnswer).toBe(0)
    })
  )
}
