/** What an operation writes into a payment's row. */
import { isDeepStrictEqual } from "node:util"
import { expect, type Vitest } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import type { PaymentRow } from "../../../../src/Payment/ledger/memory/PaymentRow.ts"
import { ReleaseReason } from "../../../../src/Payment/ledger/Outcomes.ts"
import {
  after,
  bringTo,
  check,
  failure,
  key,
  outcome,
  type Ports,
  payload,
  ports,
  reservation,
  response,
  rowOf,
  type Services,
  type State,
  start
} from "./World.ts"

const take = { ...key, attempt: "theirs", lease: Duration.seconds(60), limit: 10 }

const named = { idempotencyKey: Option.some("order-1") }
const { hash: responseHash, ...stored } = response

/** What an operation writes, in the columns that it changes; `at` milliseconds after the start. */
const cases: ReadonlyArray<
  readonly [
    from: State,
    at: number,
    run: (ports: Ports) => Effect.Effect<unknown, unknown>,
    changes: Partial<PaymentRow>
  ]
> = [
  ["reserved", 10_000, ({ ledger }) => ledger.renew(key, "mine"), { leaseUntil: start + 25_000 }],
  ["settling", 10_000, ({ ledger }) => ledger.renew(key, "mine"), { leaseUntil: start + 25_000 }],
  [
    "reserved",
    0,
    ({ ledger }) => ledger.release(key, "mine", ReleaseReason.RanUncharged()),
    { state: "released", idempotencyKey: null, signature: "" }
  ],
  [
    "reserved",
    2_000,
    ({ ledger }) => ledger.storeAnswer(key, "mine", response, payload),
    { state: "settling", leaseUntil: start + 17_000, response: stored, responseHash, payload }
  ],
  [
    "settling",
    0,
    ({ ledger }) => ledger.giveBack(key, "mine"),
    {
      state: "released",
      idempotencyKey: null,
      signature: "",
      payload: "",
      response: null,
      responseHash: null
    }
  ],
  [
    "settling",
    3_000,
    ({ ledger }) => ledger.recordTransfer(key, "0xtransaction"),
    { state: "settled", settledAt: start + 3_000, transaction: "0xtransaction", ownsTransaction: true }
  ],
  [
    "unknown",
    3_000,
    ({ ledger }) => ledger.recordTransfer(key, "0xtransaction"),
    {
      state: "settled",
      settledAt: start + 3_000,
      transaction: "0xtransaction",
      ownsTransaction: true,
      reason: null
    }
  ],
  [
    "unknown",
    3_000,
    ({ ledger }) => ledger.presumeSettled(key, "mine"),
    { state: "presumed_settled", settledAt: start + 3_000 }
  ],
  [
    "settling",
    0,
    ({ ledger }) => ledger.recordFailure(key, "mine", failure),
    {
      state: "failed",
      reason: "insufficient_funds",
      failedAt: start,
      idempotencyKey: null,
      signature: "",
      payload: "",
      response: null,
      responseHash: null
    }
  ],
  [
    "settling",
    1_000,
    ({ ledger }) => ledger.recordUnknown(key, "mine", { ...outcome, transaction: "0xsent", nonceUsed: true }),
    {
      state: "unknown",
      reason: "timeout",
      leaseUntil: start + 6_000,
      transaction: "0xsent",
      ownsTransaction: true,
      nonceUsed: true
    }
  ],
  [
    "unknown",
    1_000,
    ({ ledger }) =>
      Effect.zipRight(
        ledger.recordUnknown(key, "mine", { ...outcome, transaction: "0xsent", nonceUsed: true }),
        ledger.recordUnknown(key, "mine", { ...outcome, reason: "status" })
      ),
    // A transaction and a used nonce are not forgotten.
    {
      reason: "status",
      leaseUntil: start + 6_000,
      transaction: "0xsent",
      ownsTransaction: true,
      nonceUsed: true
    }
  ],
  ["settled", 1_000, ({ ledger }) => ledger.replay(key), { replays: 1 }],
  [
    "lapsed",
    15_001,
    ({ pending }) => pending.releaseStale(1),
    { state: "released", idempotencyKey: null, signature: "" }
  ],
  [
    "stalled",
    20_000,
    ({ pending }) => pending.takeDue(take),
    { state: "unknown", attempt: "theirs", timesTaken: 1, leaseUntil: start + 80_000 }
  ],
  [
    "due",
    6_000,
    ({ pending }) => pending.takeDue(take),
    { attempt: "theirs", timesTaken: 1, leaseUntil: start + 66_000 }
  ],
  [
    "settled",
    86_400_000,
    ({ retention }) => retention.dropResponses(1),
    { response: null, payload: "", idempotencyKey: null }
  ],
  [
    "due",
    20_000,
    ({ ledger, pending }) =>
      Effect.all([
        ledger.recordUnknown(key, "mine", {
          ...outcome,
          nonceUsed: true,
          unusableReceipt: true
        }),
        after(26_000),
        pending.takeDue(take),
        ledger.recordFailure(key, "theirs", failure),
        ledger.reserve(
          reservation({
            attempt: "third",
            requestHash: "another",
            capability: "weather",
            amount: "3000",
            payTo: "0xelse",
            validBefore: "1800000900",
            signature: "0xanew",
            requestId: "req_2"
          })
        )
      ]),
    // Everything of the earlier attempts is gone.
    {
      attempt: "third",
      state: "reserved",
      leaseUntil: start + 41_000,
      requestHash: "another",
      idempotencyKey: null,
      capability: "weather",
      amount: "3000",
      payTo: "0xelse",
      validBefore: "1800000900",
      signature: "0xanew",
      payload: "",
      requestId: "req_2",
      createdAt: start + 26_000,
      response: null,
      responseHash: null,
      reason: null
    }
  ]
]

/** The columns of a row that differ from those before. */
const changed = (before: PaymentRow | undefined, row: PaymentRow | undefined) => {
  const previous = new Map<string, unknown>(Object.entries(before ?? {}))
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(([column, value]) => !isDeepStrictEqual(value, previous.get(column)))
  )
}

export const writes = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [index, [from, at, run, changes]] of cases.entries()) {
    check(
      it,
      `${from}: ${index + 1}. writes ${Object.keys(changes).join(", ")}`,
      Effect.gen(function* () {
        yield* bringTo(from, named)
        yield* after(at)
        const before = yield* rowOf()
        yield* Effect.flatMap(ports, run)
        expect(changed(before, yield* rowOf())).toEqual(changes)
      })
    )
  }
}
