/** A payer at one of its limits: new purchases wait or are refused, those of the past are answered. */
import { expect, type Vitest } from "@effect/vitest"
import { Effect, Fiber, Option, Record } from "effect"
import { ReleaseReason } from "../../../src/Payment/ledger/Ledger.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { calls } from "./Calls.ts"
import * as StandingClock from "./StandingClock.ts"
import type { Cell } from "./Words.ts"
import { bringTo, check, later, outcome, type Services, type Step, standing, startProcess } from "./World.ts"

const { ports } = Ledgers
const ninth = Ledgers.keyOf("0x09")

/** Another payment of the payer's, in a state. */
const other = (state: Ledgers.State, amount = "2000") => Ledgers.bringTo(state, { key: ninth, amount })

const release = (reason: ReleaseReason) =>
  Effect.zipRight(
    other("reserved"),
    Effect.flatMap(ports, ({ ledger }) => ledger.release(ninth, "mine", reason))
  )
const refusePayer = Effect.flatMap(ports, ({ ledger }) =>
  ledger.failed(ninth, "mine", { ...Ledgers.failure, refusePayer: true })
)

/** How the payer has come to its limit. */
const limits = {
  exposure: other("reserved", "2000000"),
  failure: Effect.zipRight(other("settling"), refusePayer),
  balance: release(ReleaseReason.InsufficientBalance({ reason: "insufficient_balance" })),
  uncharged: Effect.repeatN(release(ReleaseReason.RanUncharged()), 19)
}

const cell = (word: Cell[0], ledger = ""): Cell => [word, 0, 0, 0, ledger]
const again = cell("replayed", "01 settled +1")
const refusals: Readonly<globalThis.Record<keyof typeof limits, Cell>> = {
  exposure: cell("atLimit"),
  failure: cell("distrusted"),
  balance: cell("short"),
  uncharged: cell("throttled")
}

/** The call, by the payment's state: what it comes to where it is not refused by the limit. */
const table: ReadonlyArray<readonly [state: Ledgers.State, call: keyof typeof calls, past: Cell | "limit"]> =
  [
    ["absent", "same", "limit"],
    ["absent", "stranger", "limit"],
    ["absent", "late", cell("late")],
    ["reserved", "same", cell("inProgress")],
    ["reserved", "otherRequest", cell("used")],
    ["lapsed", "same", cell("inProgress")],
    ["settling", "same", cell("inProgress")],
    ["stalled", "same", cell("pending")],
    ["unknown", "same", cell("pending")],
    ["settled", "same", again],
    ["settled", "key", again],
    ["settled", "keyOtherRequest", cell("conflict")],
    ["settled", "otherRequest", cell("used")],
    ["settled", "stranger", cell("used")],
    ["settled", "late", again],
    ["failed", "same", "limit"],
    ["failed", "late", cell("late")],
    ["released", "same", "limit"],
    ["released", "key", "limit"]
  ]

/** A payment that is open leaves room for the other one, so that this one brings the payer to its limit. */
const amountOf = (state: Ledgers.State) =>
  ["reserved", "lapsed", "settling", "stalled", "unknown"].includes(state) ? { amount: "0" } : {}

/** The call tries again ten times a second. */
const poll = (meanwhile: Step["meanwhile"] = Effect.void): Step => ({ meanwhile, wake: later(100) })
const polls = (times: number) => Array.from({ length: times }, () => poll())

const store = Effect.flatMap(ports, ({ ledger }) =>
  ledger.settling(ninth, "mine", Ledgers.response, Ledgers.payload)
)
const settle = Effect.flatMap(ports, ({ ledger }) => Effect.zipRight(store, ledger.settled(ninth, "0xninth")))
const fail = Effect.zipRight(store, refusePayer)

const exposure: ReadonlyArray<readonly [name: string, steps: ReadonlyArray<Step>, expected: Cell]> = [
  ["is waited for up to 5 s", polls(49), cell("atLimit")],
  ["is 503 after 5 s", polls(50), cell("overloaded")],
  ["goes on as soon as there is room", [...polls(2), poll(settle)], ["charged", 1, 1, 1, "01 settled"]],
  ["goes on with its last try", [...polls(49), poll(settle)], ["charged", 1, 1, 1, "01 settled"]],
  ["ends as a refusal", [poll(fail)], cell("distrusted")]
]

export const limitsTable = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [limit, reach] of Record.toEntries(limits)) {
    check(
      it,
      `${limit}, by the payment's state`,
      Effect.gen(function* () {
        const refusal = refusals[limit]
        const seen = yield* Effect.forEach(table, ([state, call]) =>
          Effect.map(
            outcome(Effect.zipRight(bringTo(state, amountOf(state)), reach), calls[call]),
            (seen) => [state, call, seen]
          )
        )
        expect(seen).toEqual(
          table.map(([state, call, past]) => [state, call, past === "limit" ? refusal : past])
        )
      })
    )
  }

  for (const [name, steps, expected] of exposure) {
    check(
      it,
      `exposure ${name}`,
      Effect.gen(function* () {
        expect(yield* outcome(limits.exposure, calls.same, { steps })).toEqual(expected)
      })
    )
  }

  check(
    it,
    "61 unproven signatures in a minute: the last is not judged, but for a payment of the past",
    Effect.scoped(
      Effect.gen(function* () {
        yield* Ledgers.fresh
        yield* bringTo("settled")
        const process = yield* startProcess()
        const buy = (call: Parameters<typeof process.call>[0]) =>
          Effect.gen(function* () {
            const mark = yield* StandingClock.mark
            const fiber = yield* process.call(call)
            const told = yield* standing(fiber, mark)
            yield* Fiber.interrupt(fiber)
            return told
          })
        const unproven = (index: number) => ({
          ...calls.stranger,
          key: Ledgers.keyOf(`0x1${index}`),
          idempotencyKey: Option.none()
        })
        const told = yield* Effect.forEach(
          Array.from({ length: 61 }, (_, index) => index),
          (index) => buy(unproven(index))
        )
        expect(told.map((word, index) => (index < 60 ? word === "forged" : word === "unjudged"))).toEqual(
          told.map(() => true)
        )
        expect([process.asked.verify, yield* buy(calls.wallet), yield* buy(calls.key)]).toEqual([
          60,
          "replayed",
          "replayed"
        ])
        yield* StandingClock.pass(60_000)
        expect([yield* buy(unproven(61)), process.asked.verify]).toEqual(["forged", 61])
      })
    )
  )
}
