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
  /** With the other payment, under the key of a run that has died. */
  takes2: ["charged", 1, 1, 1, "01 released, 02 settled"],
  /** A forged signature changes nothing, whatever is in the ledger. */
  forged: ["forged", 1, 0, 0, ""],
  waits: ["inProgress", 0, 0, 0, ""],
  /** Another payment that only the facilitator can judge: it is judged once, before it learns of the first. */
  waitsV: ["inProgress", 1, 0, 0, ""],
  pending: ["pending", 0, 0, 0, ""],
  pendingV: ["pending", 1, 0, 0, ""],
  again: ["replayed", 0, 0, 0, "01 settled +1"],
  againV: ["replayed", 1, 0, 0, "01 settled +1"],
  presumed: ["presumed", 0, 0, 0, "01 presumed_settled +1"],
  presumedV: ["presumed", 1, 0, 0, "01 presumed_settled +1"],
  used: ["used", 0, 0, 0, ""],
  gone: ["gone", 0, 0, 0, ""],
  /** The purchase has a key, and the call has another one or none. */
  key: ["keyRequired", 0, 0, 0, ""],
  keyGone: ["keyGone", 0, 0, 0, ""],
  keyGoneV: ["keyGone", 1, 0, 0, ""],
  conflict: ["conflict", 0, 0, 0, ""],
  late: ["late", 0, 0, 0, ""]
} as const satisfies globalThis.Record<string, Cell>

const columns = [
  "same",
  "unnamed",
  "otherKey",
  "otherRequest",
  "stranger",
  "wallet",
  "key",
  "keyOtherRequest",
  "keyWallet",
  "keyStranger",
  "late",
  "keyLate"
] as const satisfies ReadonlyArray<CallName>

type RowOf<Calls extends ReadonlyArray<unknown>> = { readonly [Place in keyof Calls]: keyof typeof cells }
type Row = RowOf<typeof columns>

// biome-ignore format: a table
const table: Readonly<globalThis.Record<StateName, Row>> = {
  //                                   same        unnamed otherKey otherRequest stranger wallet      key         keyOtherRequest keyWallet    keyStranger late        keyLate
  none:                                ["buys",     "buys", "buys", "buys",    "forged", "buys",     "buys2",    "buys2",        "buys2",     "forged",   "late",     "late"],
  reserved:                            ["waits",    "key",  "key",  "used",    "used",   "waits",    "waits",    "conflict",     "waitsV",    "forged",   "waits",    "late"],
  "reserved, lease over":              ["buys",     "buys", "buys", "buys",    "forged", "buys",     "takes2",   "takes2",       "takes2",    "forged",   "late",     "late"],
  settling:                            ["waits",    "key",  "key",  "used",    "used",   "waits",    "waits",    "conflict",     "waitsV",    "forged",   "waits",    "late"],
  "settling, lease over":              ["pending",  "key",  "key",  "used",    "used",   "pending",  "pending",  "conflict",     "pendingV",  "forged",   "pending",  "late"],
  unknown:                             ["pending",  "key",  "key",  "used",    "used",   "pending",  "pending",  "conflict",     "pendingV",  "forged",   "pending",  "late"],
  "unknown, to be resolved":           ["pending",  "key",  "key",  "used",    "used",   "pending",  "pending",  "conflict",     "pendingV",  "forged",   "pending",  "late"],
  settled:                             ["again",    "key",  "key",  "used",    "used",   "again",    "again",    "conflict",     "againV",    "forged",   "again",    "late"],
  "settled, replayed 20 times":        ["gone",     "key",  "key",  "used",    "used",   "gone",     "keyGone",  "conflict",     "keyGoneV",  "forged",   "gone",     "late"],
  "settled a day ago":                 ["gone",     "key",  "key",  "used",    "used",   "gone",     "keyGone",  "conflict",     "keyGoneV",  "forged",   "gone",     "late"],
  "settled a day ago, answer dropped": ["gone",     "gone", "gone", "used",    "used",   "gone",     "buys2",    "buys2",        "buys2",     "forged",   "gone",     "late"],
  presumed_settled:                    ["presumed", "key",  "key",  "used",    "used",   "presumed", "presumed", "conflict",     "presumedV", "forged",   "presumed", "late"],
  failed:                              ["buys",     "buys", "buys", "buys",    "forged", "buys",     "buys2",    "buys2",        "buys2",     "forged",   "late",     "late"],
  released:                            ["buys",     "buys", "buys", "buys",    "forged", "buys",     "buys2",    "buys2",        "buys2",     "forged",   "late",     "late"]
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
