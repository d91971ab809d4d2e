/** A payer at one of its limits: new purchases wait or are refused, those of the past are answered. */
import { expect, type Vitest } from "@effect/vitest"
import { Effect, Record } from "effect"
import { ReleaseReason } from "../../../src/Payment/ledger/Outcomes.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { calls } from "./Calls.ts"
import type { Cell } from "./Words.ts"
import { bringTo, check, later, outcome, type Services, type Step, toldOfPayer } from "./World.ts"

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
  ledger.recordFailure(ninth, "mine", { ...Ledgers.failure, refusePayer: true })
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
    // A forger learns nothing of the payer.
    ["absent", "stranger", ["forged", 1, 0, 0, ""]],
    ["absent", "late", cell("late")],
    ["reserved", "same", cell("inProgress")],
    ["reserved", "otherRequest", cell("used")],
    ["lapsed", "same", "limit"],
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

/** The call tries again when it is told to, and once a second. */
const look = (meanwhile: Step["meanwhile"] = Effect.void): Step => ({ meanwhile, wake: later(1000) })
const looks = (times: number) => Array.from({ length: times }, () => look())

const store = Effect.flatMap(ports, ({ ledger }) =>
  ledger.storeAnswer(ninth, "mine", Ledgers.response, Ledgers.payload)
)
const settle = Effect.flatMap(ports, ({ ledger }) =>
  Effect.zipRight(store, ledger.recordTransfer(ninth, "0xninth"))
)
const fail = Effect.zipRight(store, refusePayer)

const exposure: ReadonlyArray<readonly [name: string, steps: ReadonlyArray<Step>, expected: Cell]> = [
  ["is waited for up to 5 s", looks(4), cell("atLimit")],
  ["is 503 after 5 s", looks(5), cell("overloaded")],
  ["goes on by a message", [{ meanwhile: settle, wake: toldOfPayer }], ["charged", 1, 1, 1, "01 settled"]],
  ["goes on without one", [...looks(2), look(settle)], ["charged", 1, 1, 1, "01 settled"]],
  ["goes on with its last try", [...looks(4), look(settle)], ["charged", 1, 1, 1, "01 settled"]],
  ["waits on where a message means no room", [{ wake: toldOfPayer }], cell("atLimit")],
  ["ends as a refusal", [{ meanwhile: fail, wake: toldOfPayer }], cell("distrusted")]
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
}
