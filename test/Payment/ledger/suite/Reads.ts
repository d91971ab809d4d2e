/** Idempotency keys, replays, and what the ledger tells of a payment. */
import { expect, type Vitest } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import type { PaymentKey } from "../../../../src/Payment/ledger/Ledger.ts"
import {
  after,
  bringTo,
  check,
  key,
  keyOf,
  otherPayer,
  outcome,
  payload,
  ports,
  reservation,
  response,
  type Services,
  type State,
  start,
  startSeconds
} from "./World.ts"

const idempotencyKey = Option.some("order-1")
const day = 86_400_000

/** What becomes of a payment with an idempotency key that another payment has, which is in a state. */
const keys: ReadonlyArray<
  readonly [state: State, other: PaymentKey, result: "AlreadyReserved" | "Reserved"]
> = [
  ["reserved", keyOf("0x02"), "AlreadyReserved"],
  ["lapsed", keyOf("0x02"), "Reserved"],
  ["lapsed", keyOf("0x01", { asset: "0xtoken" }), "Reserved"],
  ["settling", keyOf("0x02"), "AlreadyReserved"],
  ["unknown", keyOf("0x02"), "AlreadyReserved"],
  ["settled", keyOf("0x02"), "AlreadyReserved"],
  ["presumed_settled", keyOf("0x02"), "AlreadyReserved"],
  ["failed", keyOf("0x02"), "Reserved"],
  ["released", keyOf("0x02"), "Reserved"],
  ["settled", keyOf("0x02", { payer: otherPayer }), "Reserved"],
  ["settled", keyOf("0x02", { asset: "0xtoken" }), "AlreadyReserved"],
  // The same nonce of another token is another payment.
  ["settled", keyOf("0x01", { asset: "0xtoken" }), "AlreadyReserved"]
]

const take = (limit: number, more: Partial<PaymentKey> = {}) =>
  Effect.flatMap(ports, ({ pending }) =>
    pending.takeDue({ ...key, ...more, attempt: "reconciler", lease: Duration.seconds(60), limit })
  )

export const reads = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [state, other, result] of keys) {
    check(
      it,
      `an idempotency key of a payment that is ${state}: ${result} (${other.nonce} ${other.asset})`,
      Effect.gen(function* () {
        const { ledger } = yield* ports
        yield* bringTo(state, { key: other, idempotencyKey })
        expect((yield* ledger.reserve(reservation({ idempotencyKey })))._tag).toBe(result)
        const found = yield* ledger.findByIdempotencyKey(key.payer, "order-1")
        expect(Option.map(found, ({ nonce }) => nonce)).toEqual(
          Option.some(result === "Reserved" ? "0x01" : other.nonce)
        )
        expect(yield* ledger.findByIdempotencyKey("0xstranger", "order-1")).toEqual(Option.none())
      })
    )
  }

  check(
    it,
    "find, status and takeDue tell of a payment what they should",
    Effect.gen(function* () {
      const { ledger } = yield* ports
      expect([yield* ledger.find(key), yield* ledger.status(key)]).toEqual([Option.none(), Option.none()])
      yield* bringTo("reserved", { idempotencyKey })
      yield* ledger.storeAnswer(key, "mine", response, payload, "https://second.example")
      yield* ledger.recordUnknown(key, "mine", { ...outcome, transaction: "0xsent", nonceUsed: true })
      expect(yield* ledger.find(key)).toEqual(
        Option.some({
          ...key,
          state: "unknown",
          requestHash: "request",
          requestId: "req_1",
          signature: "0xsigned",
          idempotencyKey: "order-1",
          isLeased: true,
          replays: 0,
          transaction: "0xsent",
          amount: "2000"
        })
      )
      yield* after(5_001)
      const due = { payTo: "0xseller", validBefore: String(startSeconds + 300), payload: '{"x402Version":2}' }
      expect(yield* take(10)).toEqual([
        {
          ...key,
          ...due,
          facilitator: "https://second.example",
          amount: "2000",
          requestId: "req_1",
          transaction: "0xsent",
          endsAt: due.validBefore,
          nonceUsed: true,
          receiptSeconds: null,
          takenAt: startSeconds + 5.001,
          timesTaken: 1,
          createdAt: new Date(start)
        }
      ])
      yield* ledger.recordTransfer(key, "0xmined")
      expect(yield* ledger.status(key)).toEqual(
        Option.some({
          state: "settled",
          amount: "2000",
          transaction: "0xmined",
          createdAt: new Date(start),
          settledAt: new Date(start + 5_001),
          validBefore: due.validBefore,
          responseHash: "digest"
        })
      )
    })
  )

  check(
    it,
    "find tells whether a lease has ended",
    Effect.gen(function* () {
      const { ledger } = yield* ports
      const isLeased = Effect.map(
        ledger.find(key),
        Option.map((entry) => entry.isLeased)
      )
      yield* bringTo("reserved", { idempotencyKey })
      yield* after(15_000)
      expect(yield* isLeased).toEqual(Option.some(true))
      yield* after(15_001)
      expect(yield* isLeased).toEqual(Option.some(false))
      expect(
        Option.map(yield* ledger.findByIdempotencyKey(key.payer, "order-1"), (entry) => entry.isLeased)
      ).toEqual(Option.some(false))
    })
  )

  for (const { name, validBefore, endsAt } of [
    { name: "an hour's window", validBefore: 3_660, endsAt: 3_660 },
    { name: "the longest window", validBefore: 3_960, endsAt: 3_960 },
    { name: "a window of an older version, a second longer", validBefore: 3_961, endsAt: 3_600 },
    { name: "a window of an older version, until 2090", validBefore: 1_986_912_000, endsAt: 3_600 }
  ]) {
    check(
      it,
      `${name} is over ${endsAt} s after its reservation`,
      Effect.gen(function* () {
        // Whole seconds count: the half one is on the safe side for neither.
        yield* after(500)
        yield* bringTo("unknown", { validBefore: String(startSeconds + validBefore) })
        yield* after(6_000)
        const [due] = yield* take(10)
        expect(due).toMatchObject({
          validBefore: String(startSeconds + validBefore),
          endsAt: String(startSeconds + endsAt)
        })
      })
    )
  }

  for (const state of ["settled", "presumed_settled"] as const) {
    check(
      it,
      `a response is given 20 times, for a day: ${state}`,
      Effect.gen(function* () {
        const { ledger } = yield* ports
        yield* bringTo(state)
        yield* bringTo(state, { key: keyOf("0x02") })
        for (let time = 0; time < 20; time++) {
          expect(yield* ledger.replay(key)).toEqual(
            Option.some({
              ...response,
              body: expect.toSatisfy((body) => Buffer.from(body).equals(response.body))
            })
          )
        }
        expect(yield* ledger.replay(key)).toEqual(Option.none())
        yield* after(day - 1)
        expect(Option.isSome(yield* ledger.replay(keyOf("0x02")))).toBe(true)
        yield* after(day)
        expect(yield* ledger.replay(keyOf("0x02"))).toEqual(Option.none())
      })
    )
  }
}
