/** Many calls of one payer wait for its limits: how many may, what they cost the ledger, and who goes on first. */
import { expect, type Vitest } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import type { Ledger } from "../../../src/Payment/ledger/Ledger.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import type { Call } from "./Calls.ts"
import * as StandingClock from "./StandingClock.ts"
import { type End, wordOf } from "./Words.ts"
import { check, product, type Services, startProcess, toldOfPayer } from "./World.ts"

const dear = Ledgers.keyOf("0xdear")

/** The payer is at its exposure limit by this payment. */
const reachLimit = Ledgers.bringTo("settling", { key: dear, amount: "2000000" })
const settle = Effect.flatMap(Ledgers.ports, ({ ledger }) => ledger.recordTransfer(dear, "0xdear"))

const callOf = (index: number, payer = Ledgers.payer): Call => ({
  key: Ledgers.keyOf(`0x${(10_000 + index).toString(16)}`, { payer }),
  idempotencyKey: Option.none(),
  signature: `0xsigned${index}`
})

/** A process that counts what it asks of the ledger, and whose facilitator has a transaction for each payment. */
const counting = Effect.gen(function* () {
  const asked = { reserve: 0, find: 0 }
  const process = yield* startProcess({
    settle: ({ authorization }) => Effect.succeed({ transaction: `0x${authorization.nonce}` }),
    ledger: (ledger: Ledger["Type"]) => ({
      reserve: (reservation) => {
        asked.reserve += 1
        return ledger.reserve(reservation)
      },
      find: (key) => {
        asked.find += 1
        return ledger.find(key)
      }
    })
  })
  return { process, asked }
})

/** Real time for what can go on. */
const moment = Effect.withClock(Effect.sleep("5 millis"), Ledgers.clock)
const settled = (holds: () => boolean) => Effect.repeat(moment, { until: holds, times: 1000 })

/** The first of a line sleeps until it looks again. */
const asleep = (mark: number) => StandingClock.asleep(mark, [1000])

type Running = Fiber.Fiber<unknown, unknown>
const ended = (fibers: ReadonlyArray<Running>) =>
  Effect.map(Effect.forEach(fibers, Fiber.poll), (polls) => polls.filter(Option.isSome).length)
const untilEnded = (fibers: ReadonlyArray<Running>, count: number) =>
  Effect.repeat(Effect.zipRight(moment, ended(fibers)), { until: (now) => now >= count, times: 1000 })

const toldOf = (end: End) => wordOf(end).replace(/^200 new, made by req_2, settled in \S+$/, "charged")

export const crowd = (it: Vitest.MethodsNonLive<Services, true>) => {
  check(
    it,
    "700 at once: at most 50 wait, the others are refused at once; waiting costs the ledger what one call costs",
    Effect.scoped(
      Effect.gen(function* () {
        yield* Ledgers.fresh
        yield* reachLimit
        const { process, asked } = yield* counting
        const fibers = yield* Effect.forEach(
          Array.from({ length: 700 }, (_, index) => callOf(index)),
          process.call
        )
        yield* untilEnded(fibers, 650)
        yield* asleep(0)
        const before = asked.reserve
        // Each has tried once at most, and the first of the line once more.
        expect(before).toBeLessThanOrEqual(701)
        expect(yield* ended(fibers)).toBeGreaterThanOrEqual(650)
        const waiting = 700 - (yield* ended(fibers))
        expect(waiting).toBeGreaterThan(0)
        for (const seconds of [1, 2, 3, 4]) {
          const mark = yield* StandingClock.mark
          yield* StandingClock.pass(1000)
          yield* asleep(mark)
          const seen = [seconds, 700 - (yield* ended(fibers)), asked.reserve]
          expect(seen).toEqual([seconds, waiting, before + seconds])
        }
        // Another payer is not concerned.
        const other = yield* process.call(callOf(1000, "0xother"))
        expect(toldOf(yield* Fiber.await(other))).toBe("charged")
        yield* StandingClock.pass(1000)
        const words = (yield* Effect.forEach(fibers, Fiber.await)).map(toldOf)
        // A database that is busy may have had no time for some.
        const refused = /^(overloaded|503 OVERLOADED|503 LEDGER_UNAVAILABLE)/
        expect(words.filter((word) => !refused.test(word))).toEqual([])
        expect(process.asked).toEqual({ verify: 1, settle: 1, run: 1 })
      })
    )
  )

  check(
    it,
    "a message lets the first of the line try, and each that has room the next one",
    Effect.scoped(
      Effect.gen(function* () {
        yield* Ledgers.fresh
        yield* reachLimit
        const { process, asked } = yield* counting
        const fibers = yield* Effect.forEach(
          Array.from({ length: 30 }, (_, index) => callOf(index)),
          process.call
        )
        yield* settled(() => asked.reserve >= 31)
        yield* moment
        yield* toldOfPayer(process)
        yield* settled(() => asked.reserve >= 32)
        yield* moment
        // There is no room yet: one has looked.
        expect([yield* ended(fibers), asked.reserve]).toEqual([0, 32])
        yield* settle
        yield* toldOfPayer(process)
        const words = (yield* Effect.forEach(fibers, Fiber.await)).map(toldOf)
        expect(words.filter((word) => word === "charged").length).toBe(30)
        expect(asked.reserve).toBe(62)
      })
    )
  )

  check(
    it,
    "a call that goes away from the line lets the next one be the first",
    Effect.scoped(
      Effect.gen(function* () {
        yield* Ledgers.fresh
        yield* reachLimit
        const { process, asked } = yield* counting
        const [first, second] = [yield* process.call(callOf(1)), yield* process.call(callOf(2))]
        yield* settled(() => asked.reserve >= 3)
        yield* moment
        yield* Fiber.interrupt(first)
        yield* settled(() => asked.reserve >= 4)
        yield* settle
        yield* toldOfPayer(process)
        expect(toldOf(yield* Fiber.await(second))).toBe("charged")
      })
    )
  )

  check(
    it,
    "500 join one purchase: 20 get its answer, by 8 statements at a time at most, and the others ask no more",
    Effect.scoped(
      Effect.gen(function* () {
        yield* Ledgers.fresh
        const [started, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const asked = { now: 0, most: 0, all: 0 }
        const process = yield* startProcess({
          run: Effect.zipRight(Deferred.succeed(started, undefined), Effect.as(Deferred.await(go), product)),
          ledger: (ledger: Ledger["Type"]) => ({
            replay: (key) =>
              Effect.acquireUseRelease(
                Effect.sync(() => {
                  asked.now += 1
                  asked.all += 1
                  asked.most = Math.max(asked.most, asked.now)
                }),
                () => Effect.zipLeft(ledger.replay(key), moment),
                () =>
                  Effect.sync(() => {
                    asked.now -= 1
                  })
              )
          })
        })
        const first = yield* process.call({})
        yield* Deferred.await(started)
        const others = yield* Effect.forEach(Array.from({ length: 500 }), () => process.call({}))
        yield* moment
        yield* Deferred.succeed(go, undefined)
        expect(toldOf(yield* Fiber.await(first))).toBe("charged")
        const words = (yield* Effect.forEach(others, Fiber.await)).map(toldOf)
        expect(words.filter((word) => word === "charged").length).toBe(20)
        expect(words.filter((word) => word === "gone").length).toBe(480)
        expect(asked.most).toBe(8)
        // Each call beyond the 20 that was under way already, and then one for all that are left.
        expect(asked.all).toBeLessThan(50)
        expect(process.asked).toEqual({ verify: 1, settle: 1, run: 1 })
      })
    )
  )

  for (const late of [true, false]) {
    check(
      it,
      `strangers repeat a settled payment${late ? " that is over" : ""}, read from the chain: its payer's places stay free`,
      Effect.scoped(
        Effect.gen(function* () {
          yield* Ledgers.fresh
          yield* Ledgers.bringTo("settled")
          const go = yield* Deferred.make<void>()
          let [isHeld, waiting] = [false, 0]
          const process = yield* startProcess({
            environment: { MAX_CALLS: "16" },
            settle: ({ authorization }) => Effect.succeed({ transaction: `0x${authorization.nonce}` }),
            ledger: (ledger: Ledger["Type"]) => ({
              find: (key) =>
                Effect.suspend(() => {
                  if (!isHeld || key.nonce !== Ledgers.key.nonce) return ledger.find(key)
                  waiting += 1
                  return Effect.zipRight(Deferred.await(go), ledger.find(key))
                })
            })
          })
          const stranger = (index: number): Call => ({
            late,
            requestHash: `request ${index}`,
            idempotencyKey: Option.none()
          })
          const buy = (call: Call) => Effect.map(Effect.flatMap(process.call(call), Fiber.await), toldOf)
          // One that can buy no more takes no place at all; of another the process learns from the first repetition.
          if (!late) expect(yield* buy(stranger(0))).toBe("used")
          isHeld = true
          const strangers = yield* Effect.forEach(
            Array.from({ length: 60 }, (_, index) => stranger(index + 1)),
            process.call
          )
          yield* settled(() => waiting >= 8)
          yield* moment
          expect(waiting).toBe(8)
          const own = Effect.timeoutOption(buy(callOf(1)), "5 seconds")
          expect(yield* Effect.withClock(own, Ledgers.clock)).toEqual(Option.some("charged"))
          yield* Deferred.succeed(go, undefined)
          const words = (yield* Effect.forEach(strangers, Fiber.await)).map(toldOf)
          expect(new Set(words)).toEqual(new Set(["used"]))
        })
      )
    )
  }
}
