/** Every state in which a call can find the ledger, and every call: what becomes of it. */
import { expect, type Vitest } from "@effect/vitest"
import { Effect, Record } from "effect"
import * as Ledgers from "../ledger/suite/World.ts"
import { byCall, type CallName, calls } from "./Calls.ts"
import type { Cell } from "./Words.ts"
import { bringTo, check, outcome, type Services } from "./World.ts"

const day = 86_400_000

const replayed20 = Effect.flatMap(Ledgers.ports, ({ ledger }) =>
  Effect.repeatN(ledger.replay(Ledgers.key), 19)
)
const swept = Effect.flatMap(Ledgers.ports, ({ retention }) => retention.dropResponses(10))

/** The ledger before the call. */
const states = {
  none: Effect.void,
  reserved: bringTo("reserved"),
  "reserved, lease over": bringTo("lapsed"),
  settling: bringTo("settling"),
  "settling, lease over": bringTo("stalled"),
  unknown: bringTo("unknown"),
  "unknown, to be resolved": bringTo("due"),
  settled: bringTo("settled"),
  "settled, replayed 20 times": Effect.zipRight(bringTo("settled"), replayed20),
  "settled a day ago": Effect.zipRight(bringTo("settled"), Ledgers.after(day)),
  "settled a day ago, answer dropped": Effect.all([bringTo("settled"), Ledgers.after(day), swept]),
  presumed_settled: bringTo("presumed_settled"),
  failed: bringTo("failed"),
  released: bringTo("released")
}
type StateName = keyof typeof states

/** What becomes of a call. Behind the word: verify, settle, run, and what has changed in the ledger. */
const cells = {
  buys: ["charged", 1, 1, 1, "01 settled"],
  /** With the other payment. */
  buys2: ["charged", 1, 1, 1, "02 settled"],
  forged: ["forged", 1, 0, 0, ""],
  /** What the ledger had of the payment is deleted. */
  deleted: ["forged", 1, 0, 0, "01 gone"],
  waits: ["inProgress", 0, 0, 0, ""],
  /** Every look at another payment under the key asks the facilitator again: at once, and before the first wait. */
  waitsV: ["inProgress", 2, 0, 0, ""],
  pending: ["pending", 0, 0, 0, ""],
  pendingV: ["pending", 1, 0, 0, ""],
  again: ["replayed", 0, 0, 0, "01 settled +1"],
  againV: ["replayed", 1, 0, 0, "01 settled +1"],
  presumed: ["presumed", 0, 0, 0, "01 presumed_settled +1"],
  presumedV: ["presumed", 1, 0, 0, "01 presumed_settled +1"],
  used: ["used", 0, 0, 0, ""],
  gone: ["gone", 0, 0, 0, ""],
  keyGone: ["keyGone", 0, 0, 0, ""],
  keyGoneV: ["keyGone", 1, 0, 0, ""],
  conflict: ["conflict", 0, 0, 0, ""],
  late: ["late", 0, 0, 0, ""]
} as const satisfies globalThis.Record<string, Cell>

const columns = [
  "same",
  "unnamed",
  "otherRequest",
  "stranger",
  "wallet",
  "key",
  "keyOtherRequest",
  "keyWallet",
  "late",
  "keyLate"
] as const satisfies ReadonlyArray<CallName>

type RowOf<Calls extends ReadonlyArray<unknown>> = { readonly [Place in keyof Calls]: keyof typeof cells }
type Row = RowOf<typeof columns>

// biome-ignore format: a table
const table: Readonly<globalThis.Record<StateName, Row>> = {
  //                                   same        unnamed     otherRequest stranger  wallet      key         keyOtherRequest keyWallet    late        keyLate
  none:                                ["buys",     "buys",     "buys",    "forged", "buys",     "buys2",    "buys2",        "buys2",     "late",     "late"],
  reserved:                            ["waits",    "waits",    "used",    "used",   "waits",    "waits",    "conflict",     "waitsV",    "waits",    "late"],
  "reserved, lease over":              ["buys",     "buys",     "buys",    "deleted", "buys",     "waits",    "conflict",     "waitsV",    "waits",    "late"],
  settling:                            ["waits",    "waits",    "used",    "used",   "waits",    "waits",    "conflict",     "waitsV",    "waits",    "late"],
  "settling, lease over":              ["pending",  "pending",  "used",    "used",   "pending",  "pending",  "conflict",     "pendingV",  "pending",  "late"],
  unknown:                             ["pending",  "pending",  "used",    "used",   "pending",  "pending",  "conflict",     "pendingV",  "pending",  "late"],
  "unknown, to be resolved":           ["pending",  "pending",  "used",    "used",   "pending",  "pending",  "conflict",     "pendingV",  "pending",  "late"],
  settled:                             ["again",    "again",    "used",    "used",   "again",    "again",    "conflict",     "againV",    "again",    "late"],
  "settled, replayed 20 times":        ["gone",     "gone",     "used",    "used",   "gone",     "keyGone",  "conflict",     "keyGoneV",  "gone",     "late"],
  "settled a day ago":                 ["gone",     "gone",     "used",    "used",   "gone",     "keyGone",  "conflict",     "keyGoneV",  "gone",     "late"],
  "settled a day ago, answer dropped": ["gone",     "gone",     "used",    "used",   "gone",     "buys2",    "buys2",        "buys2",     "gone",     "late"],
  presumed_settled:                    ["presumed", "presumed", "used",    "used",   "presumed", "presumed", "conflict",     "presumedV", "presumed", "late"],
  failed:                              ["buys",     "buys",     "buys",    "deleted", "buys",     "buys2",    "buys2",        "buys2",     "late",     "late"],
  released:                            ["buys",     "buys",     "buys",    "deleted", "buys",     "buys2",    "buys2",        "buys2",     "late",     "late"]
}

export const statesTable = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [state, before] of Record.toEntries(states)) {
    const row = table[state]
    check(
      it,
      state,
      Effect.gen(function* () {
        const seen = yield* Effect.forEach(columns, (call) => outcome(before, calls[call]))
        const expected = row.map((cell) => cells[cell])
        expect(byCall(columns, seen)).toEqual(byCall(columns, expected))
      })
    )
  }
}
