/** What a payer may have open, and what is remembered of it. */
import { expect, type Vitest } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { PaymentKey, Reservation } from "../../../../src/Payment/ledger/Ledger.ts"
import { ReleaseReason, ReserveResult } from "../../../../src/Payment/ledger/Outcomes.ts"
import {
  after,
  bringTo,
  check,
  failure,
  key,
  keyOf,
  otherPayer,
  type Ports,
  ports,
  reservation,
  type Services,
  type State,
  startSeconds
} from "./World.ts"

interface Case {
  readonly name: string
  /** What happened before. */
  readonly given: ReadonlyArray<Effect.Effect<unknown, unknown, Services>>
  /** When the payment is reserved, in milliseconds after the start. */
  readonly at?: number
  readonly wanted?: Partial<Reservation>
  readonly expected: ReserveResult
}

const reserved = ReserveResult.Reserved()
const atLimit = ReserveResult.AtLimit()

/** Another payment of the payer's, in a state. */
const other = (state: State, amount: string, more: Partial<Reservation> = {}) =>
  bringTo(state, { key: keyOf("0x02"), amount, ...more })

const exposure: ReadonlyArray<Case> = [
  { name: "one dearer payment alone passes", given: [], wanted: { amount: "5000000" }, expected: reserved },
  {
    name: "up to 2 USDC together",
    given: [other("reserved", "1500000")],
    wanted: { amount: "500000" },
    expected: reserved
  },
  {
    name: "an atom more is too much",
    given: [other("reserved", "1500000")],
    wanted: { amount: "500001" },
    expected: atLimit
  },
  {
    name: "a dear payment does not pass beside an atom",
    given: [other("reserved", "1")],
    wanted: { amount: "2000000" },
    expected: atLimit
  },
  {
    name: "a payment that reverted on the chain is told so first: it takes no place in its payer's line",
    given: [
      bringTo("settling"),
      Effect.flatMap(ports, ({ ledger }) =>
        ledger.recordFailure(key, "mine", { ...failure, transaction: "0xsent" })
      ),
      other("reserved", "2000000")
    ],
    expected: ReserveResult.TransactionSent()
  },
  ...(["reserved", "lapsed", "settling", "stalled", "unknown", "due"] as const).map((state) => ({
    name: `a payment counts that is ${state}`,
    given: [other(state, "2000000")],
    expected: atLimit
  })),
  ...(["settled", "presumed_settled", "failed", "released"] as const).map((state) => ({
    name: `a payment does not count that is ${state}`,
    given: [other(state, "2000000")],
    expected: reserved
  })),
  {
    name: "another payer's do not count",
    given: [bringTo("reserved", { key: keyOf("0x02", { payer: otherPayer }), amount: "2000000" })],
    expected: reserved
  },
  {
    name: "the same authorization does not count, whatever its token",
    given: [bringTo("reserved", { key: keyOf("0x01", { asset: "0xtoken" }), amount: "2000000" })],
    expected: reserved
  },
  {
    name: "a payment counts in the last second of its window",
    given: [other("unknown", "2000000", { validBefore: String(startSeconds + 60) })],
    at: 59_999,
    expected: atLimit
  },
  {
    name: "a payment of an older version, good until 2090, counts for an hour",
    given: [other("unknown", "2000000", { validBefore: "3786912000" })],
    at: 3_599_999,
    expected: atLimit
  },
  {
    name: "and no longer",
    given: [other("unknown", "2000000", { validBefore: "3786912000" })],
    at: 3_600_000,
    expected: reserved
  },
  {
    name: "a payment does not count once its window has ended",
    given: [other("unknown", "2000000", { validBefore: String(startSeconds + 60) })],
    at: 60_000,
    expected: reserved
  }
]

/** Payments of a cent's hundredth, in a state. */
const many = (count: number, state: State = "reserved", more: Partial<PaymentKey> = {}) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => keyOf(`0x9${index}`, more)),
    (key) => bringTo(state, { key, amount: "100" }),
    { discard: true }
  )

const openRuns: ReadonlyArray<Case> = [
  { name: "49 open runs leave room for one", given: [many(49)], expected: reserved },
  { name: "50 open runs do not", given: [many(50)], expected: atLimit },
  { name: "50 runs that settle do not", given: [many(50, "settling")], expected: atLimit },
  { name: "runs whose leases have ended are not open", given: [many(50)], at: 15_001, expected: reserved },
  {
    name: "nor settlements whose leases have ended",
    given: [many(50, "settling")],
    at: 15_001,
    expected: reserved
  },
  {
    name: "a settlement of unknown outcome is no open run",
    given: [many(50, "unknown")],
    expected: reserved
  },
  ...(["settled", "failed", "released"] as const).map((state) => ({
    name: `a run that has ${state} is not open`,
    given: [many(50, state)],
    expected: reserved
  })),
  {
    name: "another payer's runs do not count",
    given: [many(50, "reserved", { payer: otherPayer })],
    expected: reserved
  },
  {
    name: "a dead run of the same payment does not count",
    given: [bringTo("reserved"), after(15_001), many(49)],
    at: 15_001,
    expected: reserved
  }
]

const operate = (run: (ports: Ports) => Effect.Effect<unknown, unknown>) => Effect.flatMap(ports, run)

/** A settlement has certainly failed by the payer's doing. */
const failWith = (nonce: string) =>
  operate(({ ledger }) => ledger.recordFailure(keyOf(nonce), "mine", { ...failure, refusePayer: true }))

const failedSettlement = Effect.zipRight(other("settling", "1"), failWith("0x02"))

/** Runs that ended without a charge. */
const uncharged = (times: number) =>
  Effect.repeatN(
    Effect.zipRight(
      other("reserved", "1"),
      operate(({ ledger }) => ledger.release(keyOf("0x02"), "mine", ReleaseReason.RanUncharged()))
    ),
    times - 1
  )

/** These are open at the same time, so that each of them may end without a charge. */
const release = (count: number, reason: ReleaseReason) =>
  operate(({ ledger }) =>
    Effect.forEach(
      Array.from({ length: count }, (_, index) => keyOf(`0x9${index}`)),
      (key) => ledger.release(key, "mine", reason),
      { discard: true }
    )
  )
const unchargedAtOnce = (count: number) =>
  Effect.zipRight(many(count), release(count, ReleaseReason.RanUncharged()))

const insufficient = (amount: string, reason = "insufficient_balance") =>
  Effect.zipRight(
    other("reserved", amount),
    operate(({ ledger }) =>
      ledger.release(keyOf("0x02"), "mine", ReleaseReason.InsufficientBalance({ reason }))
    )
  )

const recentFailure = (retryAfter: number) => ReserveResult.RecentFailure({ retryAfter })
const unchargedLimit = (retryAfter: number) => ReserveResult.UnchargedLimit({ retryAfter })
const tooLittle = (reason = "insufficient_balance") => ReserveResult.InsufficientBalance({ reason })

/** All limits but a failure. */
const everyLimit = Effect.gen(function* () {
  yield* other("reserved", "1900000")
  yield* bringTo("unknown", { key: keyOf("0x03"), amount: "90000" })
  yield* many(20)
  yield* bringTo("reserved", { key: keyOf("0x04"), amount: "2000" })
  yield* release(20, ReleaseReason.RanUncharged())
  const { ledger } = yield* ports
  yield* ledger.release(keyOf("0x04"), "mine", ReleaseReason.InsufficientBalance({ reason: "any" }))
})

const memory: ReadonlyArray<Case> = [
  { name: "a failure is held against its payer", given: [failedSettlement], expected: recentFailure(600) },
  { name: "half a second later", given: [failedSettlement], at: 500, expected: recentFailure(600) },
  { name: "up to ten minutes", given: [failedSettlement], at: 599_999, expected: recentFailure(1) },
  { name: "and no longer", given: [failedSettlement], at: 600_000, expected: reserved },
  {
    name: "longer where the clock goes back",
    given: [failedSettlement],
    at: -10_000,
    expected: recentFailure(610)
  },
  { name: "a failure that is not the payer's", given: [other("failed", "1")], expected: reserved },
  {
    name: "a failure comes before what is known of the payment itself",
    given: [bringTo("settled"), failedSettlement],
    expected: recentFailure(600)
  },
  { name: "19 runs without a charge", given: [uncharged(19)], expected: reserved },
  { name: "20 runs without a charge", given: [uncharged(20)], expected: unchargedLimit(600) },
  { name: "until the window ends", given: [uncharged(20)], at: 599_999, expected: unchargedLimit(1) },
  { name: "and no longer than that", given: [uncharged(20)], at: 600_000, expected: reserved },
  {
    name: "the window begins with the first of them",
    given: [uncharged(1), after(500_000), uncharged(19)],
    at: 500_000,
    expected: unchargedLimit(100)
  },
  {
    name: "after its end another begins",
    given: [uncharged(19), after(600_000), uncharged(19)],
    at: 600_000,
    expected: reserved
  },
  {
    name: "and is full with its twentieth",
    given: [uncharged(19), after(600_000), uncharged(20)],
    at: 601_000,
    expected: unchargedLimit(599)
  },
  {
    name: "runs that were open before one was uncharged may all end so",
    given: [unchargedAtOnce(50)],
    expected: unchargedLimit(600)
  },
  {
    name: "runs that ended by a provider's or our own fault count for nothing",
    given: [many(25), release(25, ReleaseReason.NotRun())],
    expected: reserved
  },
  {
    name: "nor do payments that were refused",
    given: [many(25), release(25, ReleaseReason.Refused())],
    expected: reserved
  },
  {
    name: "after one without a charge, 18 open runs leave room for one",
    given: [uncharged(1), many(18)],
    expected: reserved
  },
  { name: "and 19 do not", given: [uncharged(1), many(19)], expected: atLimit },
  { name: "nor one beside 19 without a charge", given: [uncharged(19), many(1)], expected: atLimit },
  {
    name: "once their window has ended, open runs count alone",
    given: [uncharged(1), after(590_000), many(18)],
    at: 600_000,
    expected: reserved
  },
  { name: "too little for as much", given: [insufficient("2000")], expected: tooLittle() },
  { name: "too little for more", given: [insufficient("1999")], expected: tooLittle() },
  { name: "perhaps enough for less", given: [insufficient("2001")], expected: reserved },
  { name: "too little for 30 seconds", given: [insufficient("2000")], at: 29_999, expected: tooLittle() },
  { name: "then perhaps enough", given: [insufficient("2000")], at: 30_000, expected: reserved },
  {
    name: "the last word on a balance counts",
    given: [insufficient("2000", "first"), insufficient("5", "second")],
    wanted: { amount: "10" },
    expected: tooLittle("second")
  },
  {
    name: "a failure before all other limits",
    given: [everyLimit, failWith("0x03")],
    expected: recentFailure(600)
  },
  {
    name: "runs without a charge before the balance and what is under way",
    given: [everyLimit],
    expected: unchargedLimit(600)
  },
  {
    name: "the balance before what is under way",
    given: [insufficient("2000"), other("reserved", "1999")],
    wanted: { amount: "2000000" },
    expected: tooLittle()
  }
]

export const limits = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const { name, given, at, wanted, expected } of [...exposure, ...openRuns, ...memory]) {
    check(
      it,
      name,
      Effect.gen(function* () {
        yield* Effect.all(given, { discard: true })
        if (at !== undefined) yield* after(at)
        const { ledger } = yield* ports
        expect(yield* ledger.reserve(reservation(wanted))).toEqual(expected)
      })
    )
  }

  for (const { name, amount, sent, reserved } of [
    { name: "exposure", amount: "500000", sent: 30, reserved: 4 },
    { name: "open runs", amount: "1", sent: 80, reserved: 50 }
  ]) {
    check(
      it,
      `${name}: payments that are sent at once do not pass together what one after the other would not`,
      Effect.gen(function* () {
        const { ledger, table } = yield* ports
        const keys = Array.from({ length: sent }, (_, index) => keyOf(`0x9${index}`))
        const goOn = yield* table.holdWrites
        const sending = yield* Effect.fork(
          Effect.forEach(keys, (key) => ledger.reserve(reservation({ key, amount })), {
            concurrency: "unbounded"
          })
        )
        yield* Effect.sleep("300 millis")
        yield* goOn
        const results = yield* Fiber.join(sending)
        const count = (tag: ReserveResult["_tag"]) => results.filter(({ _tag }) => _tag === tag).length
        expect([count("Reserved"), count("AtLimit")]).toEqual([reserved, sent - reserved])
      })
    )
  }
}
