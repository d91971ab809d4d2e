/**
 * What a payer may have open, and for how long it is remembered when it goes wrong; and what becomes of the tables.
 * The numbers in brackets are those of the public reports that the service would be hit by.
 */
import { expect, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Metric, type Scope } from "effect"
import { describe } from "vitest"
import * as SteeredClock from "../../scripts/prove/service/SteeredClock.ts"
import { SettlementFailed } from "../../src/Payment/facilitator/Facilitator.ts"
import { ProviderUnavailable, QueryRefused } from "../../src/Providers/Errors.ts"
import type { SimulatedChain } from "../../src/Sandbox/SimulatedChain.ts"
import { call, payment, question } from "../support/Buyer.ts"
import { Knobs, someRates, world } from "../support/Harness.ts"
import {
  Almanac,
  buyer,
  changeRow,
  eventually,
  pay,
  reset,
  rows,
  send,
  service,
  spent,
  stateOf,
  steered,
  told,
  until
} from "../support/Money.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const overloaded = [503, "OVERLOADED", undefined]
const tooMany = [429, "TOO_MANY_REQUESTS", undefined]
const distrusted = [402, "PAYMENT_REJECTED", "recent_settlement_failure"]

/** Four purchases at this price are the most that a payer may have open. */
const halfADollar = { amount: "500000" }

const gated = Effect.gen(function* () {
  const go = yield* Deferred.make<void>()
  let running = 0
  return {
    running: Effect.sync(() => running),
    go: Deferred.succeed(go, undefined),
    rates: (query: Parameters<typeof someRates>[0]) =>
      Effect.suspend(() => {
        running += 1
        return Effect.zipRight(Deferred.await(go), someRates(query))
      })
  }
})

/** The five seconds, in steps: at one leap the statements under way would be out of time. */
const waitOver = (clock: SteeredClock.SteeredClock) =>
  Effect.repeatN(Effect.zipRight(clock.jump("1 second"), Effect.sleep("150 millis")), 4)

/** A request that no cache can answer for another. */
const questions = Array.from({ length: 26 }, (_, index) => {
  const letter = String.fromCharCode(65 + index)
  return { base: "EUR", currencies: [`X${letter}${letter}`] }
})

layer(service({ environment: { PRICE_FX_RATES: "0.5" } }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a payer's exposure", (it) => {
  it.effect("is limited, however many payments are signed at once (reports 14, 15)", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { clock } = yield* Almanac
      const gate = yield* gated
      knobs.rates = gate.rates
      const headers = yield* Effect.all(Array.from({ length: 10 }, () => pay(0, halfADollar)))
      const sent = yield* Effect.forEach(headers, (header, index) =>
        Effect.fork(send(header, questions[index]))
      )
      yield* eventually(Effect.map(gate.running, (running) => running === 4))
      // Another payer's purchases are his own affair.
      const others = yield* Effect.fork(send(yield* pay(1, halfADollar), questions[0]))
      yield* waitOver(clock)
      yield* eventually(Effect.map(refusedOf(sent), (refused) => refused === 6))
      yield* gate.go
      const all = yield* Effect.forEach(sent, Fiber.join)
      expect(all.filter(({ status }) => status === 200)).toHaveLength(4)
      const refused = all.filter(({ status }) => status !== 200)
      expect(refused.map(told)).toEqual(refused.map(() => overloaded))
      expect(refused[0]?.headers.get("retry-after")).toBe("5")
      expect((yield* Fiber.join(others)).status).toBe(200)
      expect(yield* spent(0)).toBe(2_000_000n)
      expect(knobs.calls.settle).toBe(5)
    })
  )

  it.effect("is waited for: what settles makes room within the wait", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const gate = yield* gated
      knobs.rates = gate.rates
      const first = yield* Effect.forEach([0, 1, 2, 3], (index) =>
        Effect.flatMap(pay(2, halfADollar), (header) => Effect.fork(send(header, questions[10 + index])))
      )
      yield* eventually(Effect.map(gate.running, (running) => running === 4))
      const late = yield* Effect.fork(send(yield* pay(2, halfADollar), questions[14]))
      yield* Effect.sleep("300 millis")
      expect(yield* gate.running).toBe(4)
      yield* gate.go
      for (const answer of [...first, late]) expect((yield* Fiber.join(answer)).status).toBe(200)
    })
  )
})

/** Requests that no test of another letter makes: refusals are remembered. */
const strangeQuestions = (count: number, letter = "Z") =>
  Array.from({ length: count }, (_, index) => ({
    base: "EUR",
    currencies: [`${letter}${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`]
  }))

/** The provider does not serve the request: 400, and nothing is charged. */
const unknownCurrency = new QueryRefused({
  provider: "frankfurter",
  problems: [{ pointer: "", message: "unknown" }]
})

const statusesOf = (answers: ReadonlyArray<{ readonly status: number }>) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

/** So many refusals, of which it depends on the moment whether they are 429, or 503 since too many wait. */
const refusedOr503 = (answers: ReadonlyArray<{ readonly status: number }>, count: number) => {
  const overloaded = answers.filter(({ status }) => status === 503).length
  return Array.from({ length: count }, (_, index) => (index < count - overloaded ? 429 : 503))
}

const refusedOf = (sent: ReadonlyArray<Fiber.RuntimeFiber<{ readonly status: number }, unknown>>) =>
  Effect.map(
    Effect.forEach(sent, Fiber.poll),
    (polls) => polls.filter((poll) => poll._tag === "Some" && poll.value._tag === "Success").length
  )

layer(service({ chain: false }), { excludeTestServices: true, timeout: "60 seconds" })("a payer", (it) => {
  it.effect("whose settlement failed is refused for ten minutes; a purchase of the past is not", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { clock } = yield* Almanac
      const bought = yield* pay(3)
      const answer = yield* send(bought)
      knobs.settle = () => new SettlementFailed({ reason: "invalid_exact_evm_insufficient_balance" })
      expect((yield* send(yield* pay(3))).status).toBe(402)
      knobs.reset()
      const refused = yield* send(yield* pay(3))
      expect(told(refused)).toEqual(distrusted)
      expect(refused.headers.get("payment-required")).not.toBeNull()
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(590)
      expect((yield* send(bought)).text).toBe(answer.text)
      yield* clock.jump("9 minutes")
      expect(told(yield* send(yield* pay(3)))).toEqual(distrusted)
      expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
      yield* clock.jump("61 seconds")
      expect((yield* send(yield* pay(3))).status).toBe(200)
    })
  )

  it.effect("may cause 20 runs without a charge in ten minutes", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { clock } = yield* Almanac
      let runs = 0
      knobs.rates = () => {
        runs += 1
        return new QueryRefused({ provider: "frankfurter", problems: [{ pointer: "", message: "unknown" }] })
      }
      const header = yield* pay(4)
      yield* Effect.forEach(questions.slice(0, 20), (body) => send(header, body))
      expect(runs).toBe(20)
      const refused = yield* send(yield* pay(4), questions[21])
      expect(told(refused)).toEqual(tooMany)
      expect(refused.body.error?.retryable).toBe(true)
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500)
      expect(runs).toBe(20)
      knobs.reset()
      expect(told(yield* send(yield* pay(4), questions[21]))).toEqual(tooMany)
      yield* clock.jump("10 minutes")
      expect((yield* send(yield* pay(4), questions[21])).status).toBe(200)
    })
  )

  it.effect("has at most 50 runs under way, and none after they have all ended without a charge", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const gate = yield* gated
      knobs.rates = (query) => Effect.zipRight(gate.rates(query), unknownCurrency)
      const headers = yield* Effect.forEach(strangeQuestions(142), () => pay(14))
      const sending = yield* Effect.fork(
        Effect.forEach(strangeQuestions(142), (body, index) => send(headers[index], body), {
          concurrency: "unbounded"
        })
      )
      yield* eventually(Effect.map(gate.running, (running) => running === 50))
      yield* Effect.sleep("300 millis")
      expect(yield* gate.running).toBe(50)
      yield* gate.go
      const answers = yield* Fiber.join(sending)
      expect(yield* gate.running).toBe(50)
      expect(statusesOf(answers)).toEqual([
        ...Array.from({ length: 50 }, () => 400),
        ...refusedOr503(answers, 92)
      ])
    })
  )

  it.effect("with a run without a charge may cause 19 more, however many it sends at once", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      let runs = 0
      knobs.rates = () => {
        runs += 1
        return unknownCurrency
      }
      const [first, ...others] = strangeQuestions(61, "W")
      expect((yield* send(yield* pay(15), first)).status).toBe(400)
      const headers = yield* Effect.forEach(others, () => pay(15))
      const answers = yield* Effect.forEach(others, (body, index) => send(headers[index], body), {
        concurrency: "unbounded"
      })
      expect(runs).toBe(20)
      expect(statusesOf(answers)).toEqual([
        ...Array.from({ length: 19 }, () => 400),
        ...refusedOr503(answers, 41)
      ])
    })
  )

  it.effect("is not held to account for a provider that fails", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      let runs = 0
      knobs.rates = () => {
        runs += 1
        return runs === 5
          ? Effect.die("a fault of ours")
          : new ProviderUnavailable({ provider: "frankfurter", reason: `status ${runs}` })
      }
      const header = yield* pay(13)
      const bodies = Array.from({ length: 22 }, (_, index) => ({
        base: "EUR",
        currencies: [`Y${String.fromCharCode(65 + index)}Z`]
      }))
      // The circuit to a provider that fails opens in between; whatever the call ends with, it is no 429 of ours.
      const answers = yield* Effect.forEach(bodies, (body) => send(header, body))
      expect(answers.map(({ status }) => status).filter((status) => status !== 502)).toEqual([500])
      knobs.reset()
      expect((yield* send(header, questions[25])).status).toBe(200)
    })
  )

  it.effect("without money is known for 30 seconds, for as much or more", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { clock } = yield* Almanac
      const reason = "invalid_exact_evm_insufficient_balance"
      knobs.verify = () => Effect.succeed({ isValid: false, reason })
      const refused = [402, "PAYMENT_REJECTED", reason]
      expect(told(yield* send(yield* pay(5)))).toEqual(refused)
      knobs.verify = knobs.honest.verify
      expect(told(yield* send(yield* pay(5)))).toEqual(refused)
      expect(knobs.calls).toEqual({ verify: 1, settle: 0, rates: 0 })
      yield* clock.jump("30 seconds")
      expect((yield* send(yield* pay(5))).status).toBe(200)
      knobs.verify = () => Effect.succeed({ isValid: false, reason: "some_other_reason" })
      yield* send(yield* pay(6))
      knobs.verify = knobs.honest.verify
      expect((yield* send(yield* pay(6))).status).toBe(200)
    })
  )

  it.effect("can fetch an answer for a day; then its bytes go and the row stays", () =>
    Effect.gen(function* () {
      yield* reset
      const { clock } = yield* Almanac
      const header = yield* pay(9)
      const first = yield* send(header)
      yield* clock.jump("23 hours")
      expect((yield* send(header)).text).toBe(first.text)
      yield* until(
        Effect.map(rows(header), ([row]) => row?.response === null),
        "20 minutes"
      )
      expect(yield* rows(header)).toMatchObject([{ state: "settled", responseHash: expect.any(String) }])
      const late = yield* send(header)
      expect(told(late)).toEqual([402, "PAYMENT_INVALID", "nonce_already_used"])
      expect(late.body.error?.message).toContain("no longer kept")
    })
  )

  it.effect(
    "leaves nothing of its failures after ten minutes, and of a payment given back after an hour",
    () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const { table } = yield* Almanac
        knobs.rates = () =>
          new QueryRefused({ provider: "frankfurter", problems: [{ pointer: "", message: "unknown" }] })
        const header = yield* pay(10)
        yield* send(header, { base: "EUR", currencies: ["ISK"] })
        expect(yield* rows(header)).toMatchObject([{ state: "released", signature: "", payload: "" }])
        const remembered = Effect.map(table.payers, (payers) =>
          payers.filter(([payer]) => payer === buyer(10).address.toLowerCase())
        )
        expect(yield* remembered).toHaveLength(1)
        yield* until(
          Effect.map(remembered, (rows) => rows.length === 0),
          "1 minute"
        )
        expect(yield* stateOf(header)).toBe("released")
        yield* until(
          Effect.map(rows(header), (rows) => rows.length === 0),
          "5 minutes"
        )
      })
  )

  it.effect("and his money are in the metrics, which say that nothing settled is undelivered", () =>
    Effect.gen(function* () {
      yield* reset
      const value = (name: string, tag: string) =>
        Effect.map(Metric.snapshot, (pairs) => {
          const found = pairs.find(
            ({ metricKey }) =>
              metricKey.name === name && (tag === "" || metricKey.tags.some(({ value }) => value === tag))
          )
          const state: unknown = found?.metricState
          return state
        })
      const header = yield* pay(11)
      yield* send(header)
      expect(yield* value("almanac_payments_total", "settled")).toMatchObject({ count: expect.any(Number) })
      expect(yield* value("almanac_facilitator_duration_seconds", "settle")).toMatchObject({
        count: expect.any(Number)
      })
      const undelivered = value("almanac_payments_settled_without_answer", "")
      yield* until(Effect.map(undelivered, (state) => JSON.stringify(state).includes('"value":0')))
      expect(yield* value("almanac_payments_exposure_usdc", "")).toMatchObject({ value: expect.any(Number) })
      // An answer that is lost in the first day is an alarm.
      yield* changeRow(header, { response: null })
      yield* until(Effect.map(undelivered, (state) => JSON.stringify(state).includes('"value":1')))
    })
  )
})

describe.skipIf(!TestDatabase.isServer)("two replicas on one PostgreSQL (DATABASE_URL)", () => {
  const scenario = <A, E>(effect: Effect.Effect<A, E, Knobs | SimulatedChain | Scope.Scope>) =>
    effect.pipe(Effect.scoped, Effect.provide(world))

  it.live("know each other's exposure and refusals", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const place = yield* TestDatabase.lasting
        const clock = SteeredClock.make()
        const options = { storage: place, clock, environment: { PRICE_FX_RATES: "0.5" } }
        const [one, two] = yield* Effect.all([steered(options), steered(options)])
        const buy = (url: string, body: unknown) =>
          Effect.promise(async () => call(url, await payment({ account: buyer(12), ...halfADollar }), body))
        const gate = yield* gated
        knobs.rates = gate.rates
        const sent = yield* Effect.forEach([0, 1, 2, 3], (index) =>
          Effect.fork(buy(index % 2 === 0 ? one.url : two.url, questions[index]))
        )
        yield* eventually(Effect.map(gate.running, (running) => running === 4))
        const refused = yield* Effect.fork(buy(two.url, questions[5]))
        yield* Effect.sleep("200 millis")
        yield* waitOver(clock)
        expect(told(yield* Fiber.join(refused))).toEqual(overloaded)
        yield* gate.go
        for (const answer of sent) expect((yield* Fiber.join(answer)).status).toBe(200)
        knobs.settle = () => new SettlementFailed({ reason: "insufficient_funds" })
        expect((yield* buy(one.url, question)).status).toBe(402)
        expect(told(yield* buy(two.url, question))).toEqual(distrusted)
      })
    )
  )

  it.live("count what runs at the other one, and how it ended", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const place = yield* TestDatabase.lasting
        const clock = SteeredClock.make()
        const [one, two] = yield* Effect.all([
          steered({ storage: place, clock }),
          steered({ storage: place, clock })
        ])
        let runs = 0
        knobs.rates = () => {
          runs += 1
          return Effect.zipRight(Effect.sleep("20 millis"), unknownCurrency)
        }
        const buy = (url: string, body: unknown) =>
          Effect.promise(async () => call(url, await payment({ account: buyer(16) }), body))
        const [first, ...others] = strangeQuestions(81)
        expect((yield* buy(one.url, first)).status).toBe(400)
        const answers = yield* Effect.forEach(
          others,
          (body, index) => buy(index % 2 === 0 ? one.url : two.url, body),
          { concurrency: "unbounded" }
        )
        expect(runs).toBe(20)
        expect(statusesOf(answers)).toEqual([
          ...Array.from({ length: 19 }, () => 400),
          ...refusedOr503(answers, 61)
        ])
      })
    )
  )
})
