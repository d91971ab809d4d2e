/** An attempt of the call's own: how it ends, how it loses its payment to another run, and who joins it. */
import { expect, type Vitest } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Unavailable } from "../../../src/Api/Failure.ts"
import {
  FacilitatorUnavailable,
  SettlementFailed,
  SettlementUnknown
} from "../../../src/Payment/facilitator/Facilitator.ts"
import type { Ledger } from "../../../src/Payment/ledger/Ledger.ts"
import { DatabaseUnavailable } from "../../../src/Storage/Database.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { type CallName, calls } from "./Calls.ts"
import * as StandingClock from "./StandingClock.ts"
import { type Cell, type Standing, type Told, wordOf } from "./Words.ts"
import {
  bringTo,
  check,
  later,
  outcome,
  product,
  type Script,
  type Services,
  type Step,
  standing,
  startProcess
} from "./World.ts"

const away = new FacilitatorUnavailable({ reason: "timeout" })
const unknown = new SettlementUnknown({ reason: "timeout", transaction: "0xsent" })
const failed = new SettlementFailed({ reason: "insufficient_funds" })
const reverted = new SettlementFailed({ reason: "insufficient_funds", transaction: "0xsent" })
const poor = Effect.succeed({ isValid: false, reason: "insufficient_funds" })
const settled = Effect.succeed({ transaction: "0xnew" })

/** The facilitator's words to the first settlement, and to its repetition. */
const first = (...words: ReadonlyArray<ReturnType<NonNullable<Script["settle"]>>>) => {
  const left = [...words]
  return () => Effect.suspend(() => left.shift() ?? Effect.die("settled too often"))
}

/** Half a second after a settlement of unknown outcome. */
const repeat: ReadonlyArray<Step> = [{ wake: later(500) }]

const ends: ReadonlyArray<
  readonly [name: string, script: () => Script, expected: Cell, steps?: ReadonlyArray<Step>]
> = [
  ["all goes well", () => ({}), ["charged", 1, 1, 1, "01 settled"]],
  ["the payment is refused", () => ({ verify: () => poor }), ["poor", 1, 0, 0, ""]],
  ["nobody verifies", () => ({ verify: () => away }), ["away", 1, 0, 0, "01 released"]],
  [
    "the capability fails",
    () => ({ run: new Unavailable({ message: "broken" }) }),
    ["broken", 1, 0, 1, "01 released"]
  ],
  [
    "the answer is given away",
    () => ({ run: Effect.succeed({ ...product, charged: false }) }),
    ["given", 1, 0, 1, "01 released"]
  ],
  ["the settlement fails", () => ({ settle: first(failed) }), ["failed", 1, 1, 1, "01 failed"]],
  [
    "unknown, then settled",
    () => ({ settle: first(unknown, settled) }),
    ["charged", 1, 2, 1, "01 settled"],
    repeat
  ],
  ["unknown twice", () => ({ settle: first(unknown, unknown) }), ["pending", 1, 2, 1, "01 unknown"], repeat],
  [
    "unknown, then failed",
    () => ({ settle: first(unknown, failed) }),
    ["pending", 1, 2, 1, "01 unknown"],
    repeat
  ],
  [
    "unknown, then reverted",
    () => ({ settle: first(unknown, reverted) }),
    ["failed", 1, 2, 1, "01 failed"],
    repeat
  ]
]

/** The process was away so long that another run took its payment, while the capability ran. */
const lost: ReadonlyArray<readonly [to: Ledgers.State, requestHash: string, expected: Cell]> = [
  ["reserved", "request", ["inProgress", 1, 0, 1, "01 reserved"]],
  ["settling", "request", ["inProgress", 1, 0, 1, "01 settling"]],
  ["unknown", "request", ["pending", 1, 0, 1, "01 unknown"]],
  ["settled", "request", ["replayed", 1, 0, 1, "01 settled +1"]],
  ["presumed_settled", "request", ["presumed", 1, 0, 1, "01 presumed_settled +1"]],
  ["failed", "request", ["again", 1, 0, 1, "01 failed"]],
  ["released", "request", ["again", 1, 0, 1, "01 released"]],
  ["reserved", "another", ["used", 1, 0, 1, "01 reserved"]],
  ["settled", "another", ["used", 1, 0, 1, "01 settled"]]
]

const loseTo = (to: Ledgers.State, requestHash = "request") =>
  Effect.flatMap(Ledgers.ports, ({ table }) =>
    Effect.zipRight(table.change("0x01", { leaseUntil: Ledgers.start - 1 }), bringTo(to, { requestHash }))
  )

/** The capability answers once the payment has been taken away; the next time, at once. */
const losing = (to: Ledgers.State, requestHash: string): Script => {
  let runs = 0
  const lose = loseTo(to, requestHash)
  return {
    run: Effect.suspend(() => {
      runs += 1
      return runs === 1 ? Effect.as(Effect.orDie(lose), product) : Effect.succeed(product)
    })
  }
}

/** Another run takes the payment, as above, and then this run ends without a charge of its own. */
const losesAnd: Readonly<Record<string, (lose: Effect.Effect<void>) => Script>> = {
  "the payment is refused": (lose) => ({
    verify: () => Effect.as(lose, { isValid: false, reason: "invalid_transaction_state_nonce_already_used" })
  }),
  "its balance is too small": (lose) => ({ verify: () => Effect.zipRight(lose, poor) }),
  "nobody verifies": (lose) => ({ verify: () => Effect.zipRight(lose, away) }),
  "the capability fails": (lose) => ({ run: Effect.zipRight(lose, new Unavailable({ message: "broken" })) }),
  "the answer is given away": (lose) => ({ run: Effect.as(lose, { ...product, charged: false }) })
}
const lostTo: ReadonlyArray<readonly [to: Ledgers.State, told: Standing, ledger: string]> = [
  ["reserved", "inProgress", "01 reserved"],
  ["settling", "inProgress", "01 settling"],
  ["unknown", "pending", "01 unknown"],
  ["settled", "replayed", "01 settled +1"],
  ["presumed_settled", "presumed", "01 presumed_settled +1"],
  ["failed", "again", "01 failed"]
]

/** A second call while the first one's capability runs, and what both have come to in the end. */
const joins: ReadonlyArray<
  readonly [second: CallName, meanwhile: Standing | "joined", told: Told, ledger: string]
> = [
  ["same", "joined", "charged", "01 settled +1"],
  ["late", "joined", "charged", "01 settled +1"],
  ["wallet", "inProgress", "shared", "01 settled +1"],
  ["otherRequest", "used", "used", "01 settled"],
  ["stranger", "used", "used", "01 settled"],
  ["unnamed", "keyRequired", "keyRequired", "01 settled"],
  ["otherKey", "keyRequired", "keyRequired", "01 settled"],
  ["key", "inProgress", "shared", "01 settled +1"],
  ["keyOtherRequest", "conflict", "conflict", "01 settled"]
]

export const attemptsTable = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [name, script, expected, steps = []] of ends) {
    check(
      it,
      name,
      Effect.gen(function* () {
        expect(yield* outcome(Effect.void, calls.same, { script: script(), steps })).toEqual(expected)
      })
    )
  }

  for (const [to, requestHash, expected] of lost) {
    check(
      it,
      `another run has the payment, ${to} for ${requestHash}`,
      Effect.gen(function* () {
        const script = losing(to, requestHash)
        expect(yield* outcome(Effect.void, calls.same, { script })).toEqual(expected)
      })
    )
  }

  for (const [end, scriptOf] of Object.entries(losesAnd)) {
    for (const [to, told, ledger] of lostTo) {
      check(
        it,
        `another run has the payment, ${to}, and ${end}: what became of it is told`,
        Effect.gen(function* () {
          const services = yield* Effect.context<Services>()
          const lose = Effect.asVoid(Effect.orDie(Effect.provide(loseTo(to), services)))
          const [seen, , settle, , changed] = yield* outcome(Effect.void, calls.same, {
            script: scriptOf(lose)
          })
          expect([seen, settle, changed]).toEqual([told, 0, ledger])
        })
      )
    }
  }

  const gone = Effect.fail(new DatabaseUnavailable({ reason: "connection" }))
  for (const [end, scriptOf] of Object.entries(losesAnd)) {
    check(
      it,
      `another run has charged the payment, ${end}, and the ledger is away: nobody says that nothing was charged`,
      Effect.gen(function* () {
        const services = yield* Effect.context<Services>()
        const lose = Effect.asVoid(Effect.orDie(Effect.provide(loseTo("settled"), services)))
        const script = scriptOf(Effect.zipRight(StandingClock.pass(15_000), lose))
        const ledger = () => ({ release: () => gone })
        const [seen] = yield* outcome(Effect.void, calls.same, { script: { ...script, ledger } })
        expect(seen).toBe("unread")
      })
    )
  }

  for (const [name, script, told] of [
    ["the payment is refused", { verify: () => poor }, "unread"],
    ["the capability fails", { run: new Unavailable({ message: "broken" }) }, "broken"]
  ] as const satisfies ReadonlyArray<readonly [string, Script, Told]>) {
    check(
      it,
      `${name}, and the ledger is away: nobody is invited to sign another payment`,
      Effect.gen(function* () {
        const ledger = () => ({ release: () => gone })
        const [seen] = yield* outcome(Effect.void, calls.same, { script: { ...script, ledger } })
        expect(seen).toBe(told)
      })
    )
  }

  check(
    it,
    "a run without a charge that ends while the ledger is away is released, and counts, when that is back",
    Effect.scoped(
      Effect.gen(function* () {
        yield* Ledgers.fresh
        let failures = 2
        const awayAtFirst = ({ release }: Ledger["Type"]) => ({
          release: (...end: Parameters<Ledger["Type"]["release"]>) =>
            Effect.suspend(() => {
              failures -= 1
              return failures < 0 ? release(...end) : gone
            })
        })
        const run = Effect.succeed({ ...product, charged: false })
        const process = yield* startProcess({ run, ledger: awayAtFirst })
        const end = yield* Effect.flatMap(process.call(calls.same), Fiber.await)
        expect(wordOf(end)).toBe("given")
        const { table } = yield* Ledgers.ports
        yield* Effect.repeat(
          Effect.all([
            StandingClock.pass(625),
            Effect.withClock(Effect.sleep("5 millis"), Ledgers.clock),
            table.payments
          ]),
          { until: ([, , payments]) => payments.every(({ state }) => state === "released"), times: 200 }
        )
        expect((yield* table.payments).map(({ state }) => state)).toEqual(["released"])
        expect((yield* table.payers).map(([, { uncharged }]) => uncharged)).toEqual([1])
      })
    )
  )

  check(
    it,
    "a run whose payment has no time left to settle does not begin, and does not count against its payer",
    Effect.gen(function* () {
      const verify = () => Effect.as(StandingClock.pass(278_000), { isValid: true as const })
      const [told, , settle, run] = yield* outcome(Effect.void, calls.same, { script: { verify } })
      const { table } = yield* Ledgers.ports
      expect([told, settle, run, yield* table.payers]).toEqual(["windowEnded", 0, 0, []])
    })
  )

  check(
    it,
    "a run that its payment's window cuts counts against its payer, who has chosen the window",
    Effect.gen(function* () {
      // The timer begins after the run.
      const turns = Effect.repeatN(Effect.yieldNow(), 9)
      const run = Effect.zipRight(Effect.zipRight(turns, StandingClock.pass(278_000)), Effect.never)
      const [told, , settle] = yield* outcome(Effect.void, calls.same, { script: { run } })
      const { table } = yield* Ledgers.ports
      expect([told, settle, (yield* table.payers).length]).toEqual(["windowEnded", 0, 1])
    })
  )

  check(
    it,
    "another run had the payment, and gave it back: the call tries again",
    Effect.gen(function* () {
      const script = losing("released", "request")
      const seen = yield* outcome(Effect.void, calls.same, { script, steps: [{ wake: later(100) }] })
      expect(seen).toEqual(["charged", 2, 1, 2, "01 settled"])
    })
  )

  for (const [second, meanwhile, told, ledger] of joins) {
    check(
      it,
      `the first call of the same process runs, then ${second}: ${meanwhile}, ${told}`,
      Effect.scoped(
        Effect.gen(function* () {
          yield* Ledgers.fresh
          const { table } = yield* Ledgers.ports
          const [started, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const run = Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(go))
          const process = yield* startProcess({ run: Effect.as(run, product) })
          const fiber = yield* process.call(calls.same)
          yield* Deferred.await(started)
          const mark = yield* StandingClock.mark
          const other = yield* process.call(calls[second])
          // Whoever joins neither ends nor sleeps, so only a few turns tell it from the others.
          if (meanwhile === "joined") yield* Effect.repeatN(Effect.yieldNow(), 9)
          else expect(yield* standing(other, mark)).toBe(meanwhile)
          yield* Deferred.succeed(go, undefined)
          const ended = yield* Fiber.await(fiber)
          expect(process.hasTold(Ledgers.key)).toBe(true)
          expect([
            wordOf(ended),
            wordOf(yield* Fiber.await(other)),
            process.asked,
            (yield* table.payments).map(
              ({ nonce, state, replays }) =>
                `${nonce.slice(-2)} ${state}${replays === 0 ? "" : ` +${replays}`}`
            )
          ]).toEqual(["charged", told, { verify: 1, settle: 1, run: 1 }, [ledger]])
        })
      )
    )
  }
}
