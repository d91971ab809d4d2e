/**
 * Purchases that were made without an idempotency key, and keys that come later: such a key finds the purchase, and
 * neither closes nor forbids anything, for it may be a stranger's who has read the payment from the chain.
 */
import { expect, type Vitest } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import type { Ledger, PaymentKey } from "../../../src/Payment/ledger/Ledger.ts"
import { ReleaseReason } from "../../../src/Payment/ledger/Outcomes.ts"
import { maxAliases } from "../../../src/Payment/ledger/PayerRecords.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { type Call, calls } from "./Calls.ts"
import { type Cell, wordOf } from "./Words.ts"
import { bringTo, check, later, outcome, rows, type Services, startProcess } from "./World.ts"

const named = (key: string): Pick<Call, "idempotencyKey"> => ({ idempotencyKey: Option.some(key) })
const unnamed = { idempotencyKey: Option.none() }

/** Payments beside the one that the ledger has. */
const another = (nonce: string): Call => ({ key: Ledgers.keyOf(nonce), signature: `${nonce}signed` })

const addAlias = (alias: string) =>
  Effect.flatMap(Ledgers.ports, ({ records }) => records.addAlias(Ledgers.key, alias))

/** The purchase, made without a key, in a state; and then another key for it. */
const withAlias = (state: Ledgers.State, more: Effect.Effect<unknown, unknown, Services> = Effect.void) =>
  Effect.all([bringTo(state, { idempotencyKey: Option.none() }), addAlias("late"), more])

const replayed = (times: number) =>
  Effect.flatMap(Ledgers.ports, ({ ledger }) => Effect.repeatN(ledger.replay(Ledgers.key), times - 1))

const again: Cell = ["replayed", 0, 0, 0, "01 settled +1"]
const waits: Cell = ["inProgress", 0, 0, 0, ""]
const pending: Cell = ["pending", 0, 0, 0, ""]
const buys: Cell = ["charged", 1, 1, 1, "01 settled"]
const buys2: Cell = ["charged", 1, 1, 1, "02 settled"]
const gone: Cell = ["gone", 0, 0, 0, ""]
const used: Cell = ["used", 0, 0, 0, ""]

const columns = {
  /** The same payment, without a key, under the late key, under yet another. */
  none: unnamed,
  late: named("late"),
  other: named("other"),
  otherRequest: { ...named("late"), requestHash: "another" },
  stranger: { ...calls.stranger, ...named("late") },
  /** Another payment of the payer's, under the late key. */
  anew: { ...another("0x02"), ...named("late") },
  anewOtherRequest: { ...another("0x02"), ...named("late"), requestHash: "another" },
  anewOtherKey: { ...another("0x02"), ...named("other") }
} satisfies Record<string, Call>

type Row = readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell]

// biome-ignore format: a table
const table: ReadonlyArray<readonly [name: string, before: Effect.Effect<unknown, unknown, Services>, row: Row]> = [
  //                                             none     late     other    otherRequest stranger anew     anewOtherRequest anewOtherKey
  ["reserved", withAlias("reserved"),           [waits,   waits,   waits,   used,        used,    waits,   buys2,           buys2]],
  ["reserved, lease over", withAlias("reserved", Ledgers.after(15_001)),
                                                [buys,    buys,    buys,    buys,    ["forged", 1, 0, 0, ""], buys2, buys2, buys2]],
  ["settling", withAlias("settling"),           [waits,   waits,   waits,   used,        used,    waits,   buys2,           buys2]],
  ["unknown", withAlias("unknown"),             [pending, pending, pending, used,        used,    pending, buys2,           buys2]],
  ["settled", withAlias("settled"),             [again,   again,   again,   used,        used,    again,   buys2,           buys2]],
  ["settled, given 20 times", withAlias("settled", replayed(20)),
                                                [gone,    gone,    gone,    used,        used,    buys2,   buys2,           buys2]],
  ["settled a day ago", withAlias("settled", Ledgers.after(86_400_000)),
                                                [gone,    gone,    gone,    used,        used,    buys2,   buys2,           buys2]],
  ["released", withAlias("released"),           [buys,    buys,    buys,    buys,    ["forged", 1, 0, 0, ""], buys2, buys2, buys2]],
  ["failed", withAlias("failed"),               [buys,    buys,    buys,    buys,    ["forged", 1, 0, 0, ""], buys2, buys2, buys2]]
]

const buy = ({ call }: Effect.Effect.Success<ReturnType<typeof startProcess>>, order: Call) =>
  Effect.map(Effect.flatMap(call(order), Fiber.await), (end) => wordOf(end))

const scenario = <A, E>(effect: Effect.Effect<A, E, Services | import("effect/Scope").Scope>) =>
  Effect.scoped(Effect.zipRight(Ledgers.fresh, effect))

export const namesTable = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [name, before, row] of table) {
    check(
      it,
      name,
      Effect.gen(function* () {
        const seen = yield* Effect.forEach(Object.entries(columns), ([column, call]) =>
          Effect.map(outcome(before, call), (seen) => [column, seen])
        )
        expect(seen).toEqual(Object.keys(columns).map((column, place) => [column, row[place]]))
      })
    )
  }

  check(
    it,
    "a key that comes with a repetition is kept: signing anew under it does not charge again",
    scenario(
      Effect.gen(function* () {
        yield* bringTo("settled", { idempotencyKey: Option.none() })
        const process = yield* startProcess()
        const words = yield* Effect.forEach(
          [
            named("late"),
            { ...another("0x02"), ...named("late") },
            { ...another("0x03"), ...named("late") },
            // Its payer is still answered without any.
            unnamed
          ],
          (call) => buy(process, call)
        )
        expect(words).toEqual(["replayed", "replayed", "replayed", "replayed"])
        expect([process.asked, (yield* rows).length]).toEqual([{ verify: 0, settle: 0, run: 0 }, 1])
      })
    )
  )

  check(
    it,
    "three keys that come at once for one purchase are all kept",
    scenario(
      Effect.gen(function* () {
        yield* bringTo("settled", { idempotencyKey: Option.none() })
        const processes = yield* Effect.all([startProcess(), startProcess(), startProcess()])
        const keys = ["one", "two", "three"]
        const ends = yield* Effect.forEach(
          processes,
          (process, index) => buy(process, named(keys[index] ?? "")),
          { concurrency: "unbounded" }
        )
        expect(ends).toEqual(["replayed", "replayed", "replayed"])
        const anew = yield* Effect.forEach(keys, (key, index) =>
          buy(processes[0], { ...another(`0x0${index + 2}`), ...named(key) })
        )
        expect(anew).toEqual(["replayed", "replayed", "replayed"])
        expect((yield* rows).length).toBe(1)
      })
    )
  )

  check(
    it,
    "a purchase that is reserved under a key comes before one that got the key later",
    scenario(
      Effect.gen(function* () {
        yield* withAlias("settled")
        const process = yield* startProcess()
        // Another request makes the key its own.
        const own = { ...another("0x02"), ...named("late"), requestHash: "another" }
        expect(yield* buy(process, own)).toBe("charged")
        expect(yield* buy(process, { ...another("0x03"), ...named("late"), requestHash: "another" })).toBe(
          "shared"
        )
        expect(yield* buy(process, { ...another("0x03"), ...named("late") })).toBe("conflict")
        // Of the first purchase the key closes nothing.
        expect(yield* Effect.forEach([unnamed, named("late")], (call) => buy(process, call))).toEqual([
          "replayed",
          "replayed"
        ])
      })
    )
  )

  check(
    it,
    "a stranger's key beside a payment that was read from the chain is no name: the payer's own is as good as ever",
    scenario(
      Effect.gen(function* () {
        yield* bringTo("settled", { idempotencyKey: Option.none() })
        const process = yield* startProcess()
        for (const call of [
          named("stranger's"),
          unnamed,
          named("mine"),
          { ...another("0x02"), ...named("mine") }
        ]) {
          expect(yield* buy(process, call)).toBe("replayed")
        }
      })
    )
  )

  check(
    it,
    "a purchase has 20 keys that came later; one more finds nothing, and is answered all the same",
    scenario(
      Effect.gen(function* () {
        yield* bringTo("settled", { idempotencyKey: Option.none() })
        yield* Effect.forEach(
          Array.from({ length: maxAliases + 1 }, (_, index) => `key-${index}`),
          addAlias
        )
        const process = yield* startProcess()
        expect(yield* buy(process, named("one more"))).toBe("replayed")
        expect(yield* buy(process, { ...another("0x02"), ...named("key-19") })).toBe("replayed")
        expect(yield* buy(process, { ...another("0x03"), ...named("key-20") })).toBe("charged")
      })
    )
  )

  check(
    it,
    "a key is not kept because the run that it would name has just ended: the call buys under it",
    Effect.gen(function* () {
      let isFirst = true
      const endsMeanwhile = ({ find, release }: Ledger["Type"]) => ({
        find: (key: PaymentKey) =>
          Effect.tap(find(key), () => {
            if (!isFirst) return Effect.void
            isFirst = false
            return release(key, "mine", ReleaseReason.NotRun())
          })
      })
      const unnamedRun = bringTo("reserved", { idempotencyKey: Option.none() })
      const script = { ledger: endsMeanwhile }
      expect(yield* outcome(unnamedRun, named("late"), { script, steps: [{ wake: later(100) }] })).toEqual([
        "charged",
        1,
        1,
        1,
        "01 settled"
      ])
    })
  )

  for (const [state, told] of [
    ["reserved", "inProgress"],
    ["settling", "inProgress"],
    ["unknown", "pending"]
  ] as const) {
    check(
      it,
      `${state}: whose key is not kept, because strangers have sent 20, is told so; without a key it is as ever`,
      Effect.gen(function* () {
        const strangers = Array.from({ length: maxAliases }, (_, index) => `stranger's-${index}`)
        const crowded = Effect.zipRight(
          bringTo(state, { idempotencyKey: Option.none() }),
          Effect.forEach(strangers, addAlias)
        )
        const seen = yield* Effect.forEach([named("mine"), named("stranger's-7"), unnamed], (call) =>
          outcome(crowded, call)
        )
        expect(seen.map(([told]) => told)).toEqual(["keyNotKept", told, told])
      })
    )
  }
}
