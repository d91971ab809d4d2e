/** A call waits for another run of the same purchase: what it gets when that run ends, in every way in which it can. */
import { expect, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import * as Ledgers from "../ledger/suite/World.ts"
import { byCall, calls, idempotencyKey } from "./Calls.ts"
import type { Cell } from "./Words.ts"
import { bringTo, check, later, outcome, type Services, type Step, told } from "./World.ts"

const { failure, key, payload, ports, response } = Ledgers
type Operation = (services: Ledgers.Ports) => Effect.Effect<unknown, unknown>
const operate = (...operations: ReadonlyArray<Operation>) =>
  Effect.flatMap(ports, (services) => Effect.forEach(operations, (operation) => operation(services)))

const settling: Operation = ({ ledger }) => ledger.storeAnswer(key, "mine", response, payload)
const settled: Operation = ({ ledger }) => ledger.recordTransfer(key, "0xfirst")
const unknown: Operation = ({ ledger }) => ledger.recordUnknown(key, "mine", Ledgers.outcome)
const failed: Operation = ({ ledger }) => ledger.recordFailure(key, "mine", failure)
const failedByPayer: Operation = ({ ledger }) =>
  ledger.recordFailure(key, "mine", { ...failure, refusePayer: true })
const released: Operation = ({ ledger }) => ledger.release(key, "mine", { _tag: "NotRun" })
/** The payment comes back, unnamed and for another request. */
const retaken: Operation = ({ ledger }) => ledger.reserve(Ledgers.reservation({ requestHash: "another" }))

/** What becomes of the call, by the call. */
type Row = readonly [same: Cell, wallet: Cell, key: Cell, keyWallet: Cell, late: Cell]
const columns = ["same", "wallet", "key", "keyWallet", "late"] as const

/** The same for every call, but for the one judgement of another payment under the key. */
const all = (word: Cell[0], ledger = ""): Row => {
  const cell: Cell = [word, 0, 0, 0, ledger]
  return [cell, cell, cell, [word, 1, 0, 0, ledger], cell]
}

const buys: Cell = ["charged", 1, 1, 1, "01 settled"]
const buys2: Cell = ["charged", 1, 1, 1, "02 settled"]
const takes2: Cell = ["charged", 1, 1, 1, "01 released, 02 settled"]
const late: Cell = ["late", 0, 0, 0, ""]
const used: Cell = ["used", 0, 0, 0, ""]
/** Who can only be judged by the facilitator learns of the payer what the facilitator's word allows. */
const distrusted = (word: Cell[0]): Row => {
  const cell: Cell = [word, 0, 0, 0, ""]
  const judged: Cell = [word, 1, 0, 0, ""]
  return [cell, judged, cell, judged, late]
}
const waits: Cell = ["inProgress", 0, 0, 0, ""]

const sold: Row = [buys, buys, buys2, buys2, late]

interface Case {
  readonly from: "reserved" | "settling"
  readonly end: string
  readonly by: ReadonlyArray<Operation>
  readonly row: Row
  /** A second later, where that makes a difference. */
  readonly rowLater?: Row
}

const ends: ReadonlyArray<Case> = [
  { from: "reserved", end: "settled", by: [settling, settled], row: all("replayed", "01 settled +1") },
  { from: "reserved", end: "unknown", by: [settling, unknown], row: all("pending") },
  { from: "reserved", end: "released", by: [released], row: sold },
  { from: "reserved", end: "failed", by: [settling, failed], row: sold },
  {
    from: "reserved",
    end: "released, then reserved for another request",
    by: [released, retaken],
    row: [used, used, buys2, buys2, used]
  },
  { from: "reserved", end: "only settling", by: [settling], row: all("inProgress") },
  { from: "settling", end: "settled", by: [settled], row: all("replayed", "01 settled +1") },
  { from: "settling", end: "unknown", by: [unknown], row: all("pending") },
  { from: "settling", end: "failed", by: [failed], row: sold },
  {
    from: "settling",
    end: "failed by the payer's doing",
    by: [failedByPayer],
    row: distrusted("distrusted"),
    rowLater: distrusted("distrusted599")
  }
]

/** How the call learns of the end. */
const wakes: ReadonlyArray<readonly [name: string, wake: Step["wake"], rowOf: (one: Case) => Row]> = [
  ["a message", told(), ({ row }) => row],
  ["its own look a second later", later(1000), ({ row, rowLater = row }) => rowLater]
]

const waiting = (from: Case["from"], steps: ReadonlyArray<Step>) =>
  Effect.forEach(columns, (call) => outcome(bringTo(from), calls[call], { steps }))

/** Only the process that held the lease could have ended the run. */
const died: ReadonlyArray<readonly [from: Case["from"], row: Row]> = [
  ["reserved", [buys, buys, takes2, takes2, late]],
  ["settling", all("pending")]
]

export const waitsTable = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const one of ends) {
    const { by, end, from } = one
    for (const [name, wake, rowOf] of wakes) {
      check(
        it,
        `${from}, then ${end}; by ${name}`,
        Effect.gen(function* () {
          const seen = yield* waiting(from, [{ meanwhile: operate(...by), wake }])
          expect(byCall(columns, seen)).toEqual(byCall(columns, rowOf(one)))
        })
      )
    }
  }

  for (const [from, row] of died) {
    check(
      it,
      `${from}, then its process is dead`,
      Effect.gen(function* () {
        expect(byCall(columns, yield* waiting(from, [{ wake: later(15_001) }]))).toEqual(byCall(columns, row))
      })
    )
  }

  check(
    it,
    "reserved, then released while the operator pauses the capability: nothing is bought",
    Effect.gen(function* () {
      const step: Step = {
        meanwhile: operate(released),
        wake: (process) => Effect.zipRight(process.pause, told()(process))
      }
      expect(yield* outcome(bringTo("reserved"), calls.same, { steps: [step] })).toEqual([
        "paused",
        0,
        0,
        0,
        ""
      ])
    })
  )

  const third = Ledgers.keyOf("0x03")
  check(
    it,
    "the idempotency key goes to a third payment: the call waits for that one's end",
    Effect.gen(function* () {
      const passOn: Step = {
        meanwhile: operate(released, ({ ledger }) =>
          ledger.reserve(Ledgers.reservation({ key: third, idempotencyKey }))
        ),
        wake: told()
      }
      const end: Step = {
        meanwhile: operate(
          ({ ledger }) => ledger.storeAnswer(third, "mine", response, payload),
          ({ ledger }) => ledger.recordTransfer(third, "0xfirst")
        ),
        wake: told(third)
      }
      const seen = yield* Effect.forEach([[passOn], [passOn, end]], (steps) =>
        outcome(bringTo("reserved"), calls.key, { steps })
      )
      expect(seen).toEqual([waits, ["replayed", 0, 0, 0, "03 settled +1"]])
    })
  )
}
