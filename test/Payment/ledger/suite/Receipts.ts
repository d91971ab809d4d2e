/** A transaction proves one payment, whoever records it first; and when a receipt that proves nothing first came. */
import { expect, type Vitest } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { PaymentRow } from "../../../../src/Payment/ledger/memory/PaymentRow.ts"
import {
  after,
  bringTo,
  check,
  failure,
  keyOf,
  outcome,
  type Ports,
  ports,
  reservation,
  rowOf,
  type Services,
  type State
} from "./World.ts"

const [first, second] = [keyOf("0x01"), keyOf("0x02")]
const elsewhere = keyOf("0x02", { network: "eip155:8453" })

type Seen = Pick<PaymentRow, "ownsTransaction" | "state" | "transaction">

/** What a payment is told of a transaction that another one in this state has, and what is recorded of it. */
const cases: ReadonlyArray<
  readonly [
    name: string,
    other: State,
    run: (ports: Ports) => Effect.Effect<unknown, unknown>,
    result: unknown,
    seen: Seen
  ]
> = [
  [
    "a receipt names another one",
    "settled",
    ({ ledger }) => ledger.recordTransfer(second, "0xown"),
    true,
    { state: "settled", transaction: "0xown", ownsTransaction: true }
  ],
  [
    "a receipt names the same",
    "settled",
    ({ ledger }) => ledger.recordTransfer(second, "0xfirst"),
    false,
    { state: "settling", transaction: null, ownsTransaction: false }
  ],
  [
    "the chain shows the same: one transaction may carry out several authorizations",
    "settled",
    ({ ledger }) => ledger.recordTransfer(second, "0xfirst", "chain"),
    true,
    { state: "settled", transaction: "0xfirst", ownsTransaction: false }
  ],
  [
    "the chain shows another one",
    "settled",
    ({ ledger }) => ledger.recordTransfer(second, "0xown", "chain"),
    true,
    { state: "settled", transaction: "0xown", ownsTransaction: true }
  ],
  [
    "a pending settlement names the same",
    "settled",
    ({ ledger }) => ledger.recordUnknown(second, "mine", { ...outcome, transaction: "0xfirst" }),
    undefined,
    { state: "unknown", transaction: null, ownsTransaction: false }
  ],
  [
    "a receipt names what is pending for another payment",
    "unknown",
    ({ ledger }) =>
      Effect.zipRight(
        ledger.recordUnknown(first, "mine", { ...outcome, transaction: "0xpending" }),
        ledger.recordTransfer(second, "0xpending")
      ),
    false,
    { state: "settling", transaction: null, ownsTransaction: false }
  ],
  [
    "its own pending settlement is done",
    "settled",
    ({ ledger }) =>
      Effect.zipRight(
        ledger.recordUnknown(second, "mine", { ...outcome, transaction: "0xpending" }),
        ledger.recordTransfer(second, "0xpending")
      ),
    true,
    { state: "settled", transaction: "0xpending", ownsTransaction: true }
  ],
  [
    "it is told again",
    "settled",
    ({ ledger }) =>
      Effect.zipRight(ledger.recordTransfer(second, "0xown"), ledger.recordTransfer(second, "0xown")),
    true,
    { state: "settled", transaction: "0xown", ownsTransaction: true }
  ]
]

export const receipts = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [name, other, run, result, seen] of cases) {
    check(
      it,
      name,
      Effect.gen(function* () {
        yield* bringTo(other, { key: first })
        yield* bringTo("settling", { key: second })
        expect(yield* Effect.flatMap(ports, run)).toEqual(result)
        expect(yield* rowOf(second)).toMatchObject(seen)
      })
    )
  }

  check(
    it,
    "is one payment's of the many that are told of it at once",
    Effect.gen(function* () {
      const keys = Array.from({ length: 8 }, (_, index) => keyOf(`0x1${index}`))
      yield* Effect.forEach(keys, (key) => bringTo("settling", { key, amount: "1" }))
      const { ledger } = yield* ports
      const told = yield* Effect.forEach(keys, (key) => ledger.recordTransfer(key, "0xone"), {
        concurrency: "unbounded"
      })
      expect(told.filter((isOwn) => isOwn)).toHaveLength(1)
      const states = yield* Effect.forEach(keys, (key) => Effect.map(rowOf(key), (row) => row?.state))
      expect(states).toEqual(told.map((isOwn) => (isOwn ? "settled" : "settling")))
    })
  )

  check(
    it,
    "of another network may have the same hash",
    Effect.gen(function* () {
      yield* bringTo("settled", { key: first })
      yield* bringTo("settling", { key: elsewhere })
      const { ledger } = yield* ports
      expect(yield* ledger.recordTransfer(elsewhere, "0xfirst")).toBe(true)
    })
  )

  const ends: ReadonlyArray<
    readonly [
      name: string,
      end: (ports: Ports) => Effect.Effect<unknown, unknown>,
      result: string,
      transaction: string | null
    ]
  > = [
    ["of none", ({ ledger }) => ledger.recordFailure(first, "mine", failure), "Reserved", null],
    [
      "that reverted",
      ({ ledger }) => ledger.recordFailure(first, "mine", { ...failure, transaction: "0xsent" }),
      "TransactionSent",
      "0xsent"
    ],
    [
      "that was pending",
      ({ ledger }) =>
        Effect.zipRight(
          ledger.recordUnknown(first, "mine", { ...outcome, transaction: "0xsent" }),
          ledger.recordFailure(first, "mine", failure)
        ),
      "TransactionSent",
      "0xsent"
    ]
  ]
  for (const [name, end, result, transaction] of ends) {
    check(
      it,
      `${name}: whether the failed payment is reserved again`,
      Effect.gen(function* () {
        yield* bringTo("settling", { key: first })
        yield* Effect.flatMap(ports, end)
        expect(yield* rowOf(first)).toMatchObject({ state: "failed", transaction })
        const { ledger } = yield* ports
        const again = yield* ledger.reserve(reservation({ key: first, attempt: "theirs" }))
        expect(again._tag).toBe(result)
        expect((yield* rowOf(first))?.state).toBe(result === "Reserved" ? "reserved" : "failed")
      })
    )
  }

  check(
    it,
    "of a receipt that proves nothing: since when it is told",
    Effect.gen(function* () {
      yield* bringTo("settling")
      const { ledger, pending } = yield* ports
      const told = { ...outcome, resolveAfter: Duration.seconds(1) }
      const { asset, network } = first
      const seconds = (at: number) =>
        Effect.zipRight(
          after(at),
          Effect.map(
            pending.takeDue({ network, asset, attempt: "mine", lease: Duration.seconds(1), limit: 1 }),
            ([due]) => due?.receiptSeconds
          )
        )
      yield* ledger.recordUnknown(first, "mine", told)
      expect(yield* seconds(2_000)).toBe(null)
      yield* ledger.recordUnknown(first, "mine", { ...told, unusableReceipt: true })
      expect(yield* seconds(6_500)).toBe(4.5)
      yield* ledger.recordUnknown(first, "mine", told)
      expect(yield* seconds(9_000)).toBe(7)
      yield* ledger.recordUnknown(first, "mine", { ...told, unusableReceipt: true })
      expect(yield* seconds(14_000)).toBe(12)
    })
  )
}
