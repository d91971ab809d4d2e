/** What a payer may have open, and what is remembered of it. */
import { expect, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import { ReleaseReason, type Reservation, ReserveResult } from "../../../../src/Payment/ledger/Ledger.ts"
import {
  after,
  bringTo,
  check,
  failure,
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
  readonly uncommitted?: bigint
  readonly wanted?: Partial<Reservation>
  readonly expected: ReserveResult
}

const reserved = ReserveResult.Reserved()
const exposed = ReserveResult.ExposureLimit()

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
    expected: exposed
  },
  {
    name: "a dear payment does not pass beside an atom",
    given: [other("reserved", "1")],
    wanted: { amount: "2000000" },
    expected: exposed
  },
  {
    name: "what is not committed yet counts",
    given: [],
    uncommitted: 1n,
    wanted: { amount: "2000000" },
    expected: exposed
  },
  {
    name: "committed and not, up to 2 USDC together",
    given: [other("reserved", "500000")],
    uncommitted: 1_000_000n,
    wanted: { amount: "500000" },
    expected: reserved
  },
  {
    name: "committed and not, an atom more",
    given: [other("reserved", "500000")],
    uncommitted: 1_000_000n,
    wanted: { amount: "500001" },
    expected: exposed
  },
  ...(["reserved", "lapsed", "settling", "stalled", "unknown", "due"] as const).map((state) => ({
    name: `a payment counts that is ${state}`,
    given: [other(state, "2000000")],
    expected: exposed
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
    expected: exposed
  },
  {
    name: "a payment does not count once its window has ended",
    given: [other("unknown", "2000000", { validBefore: String(startSeconds + 60) })],
    at: 60_000,
    expected: reserved
  }
]

const operate = (run: (ports: Ports) => Effect.Effect<unknown, unknown>) => Effect.flatMap(ports, run)

/** A settlement has certainly failed by the payer's doing. */
const failWith = (nonce: string) =>
  operate(({ ledger }) => ledger.failed(keyOf(nonce), "mine", { ...failure, refusePayer: true }))

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
    given: [
      bringTo("settling", { key: keyOf("0x03"), amount: "1" }),
      insufficient("2000"),
      uncharged(20),
      failWith("0x03")
    ],
    uncommitted: 2_000_000n,
    expected: recentFailure(600)
  },
  {
    name: "runs without a charge before the balance and the exposure",
    given: [insufficient("2000"), uncharged(20)],
    uncommitted: 2_000_000n,
    expected: unchargedLimit(600)
  },
  {
    name: "the balance before the exposure",
    given: [insufficient("2000")],
    uncommitted: 2_000_000n,
    expected: tooLittle()
  }
]

export const limits = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const { name, given, at, uncommitted = 0n, wanted, expected } of [...exposure, ...memory]) {
    check(
      it,
      name,
      Effect.gen(function* () {
        yield* Effect.all(given, { discard: true })
        if (at !== undefined) yield* after(at)
        const { ledger } = yield* ports
        expect(yield* ledger.reserve(reservation(wanted), uncommitted)).toEqual(expected)
      })
    )
  }
}
