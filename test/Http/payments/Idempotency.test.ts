/**
 * A purchase that is named by its buyer is made once, however often it is asked for and signed. The numbers are those
 * of the public reports that the service would be hit by.
 */
import { expect, it, layer } from "@effect/vitest"
import {
  appendPaymentIdentifierToExtensions,
  validatePaymentIdentifier
} from "@x402/extensions/payment-identifier"
import { Deferred, Effect, Fiber, Schema, type Scope } from "effect"
import { describe } from "vitest"
import * as SteeredClock from "../../../scripts/prove/service/SteeredClock.ts"
import { SettlementUnknown } from "../../../src/Payment/facilitator/Facilitator.ts"
import { ProviderUnavailable } from "../../../src/Providers/Errors.ts"
import { PaymentRequired } from "../../../src/Resources/X402.ts"
import type { SimulatedChain } from "../../../src/Sandbox/SimulatedChain.ts"
import { decode, payment, question } from "../../support/Buyer.ts"
import { Knobs, someRates, world } from "../../support/Harness.ts"
import {
  Almanac,
  buyer,
  eventually,
  held,
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
} from "../../support/Money.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const named = (key: string) => ({ "idempotency-key": key })

/** An identifier inside the payment. */
const identified = (id: unknown) => ({
  members: { extensions: { "payment-identifier": { info: { required: false, id } } } }
})

const other = { base: "EUR", currencies: ["JPY"] }

const conflict = [409, "PAYMENT_CONFLICT", undefined]

layer(service(), { excludeTestServices: true, timeout: "60 seconds" })("a named purchase", (it) => {
  const names: ReadonlyArray<readonly [string, (key: string, index: number) => ReturnType<typeof send>]> = [
    [
      "in the header",
      (key, index) => Effect.flatMap(pay(index), (header) => send(header, question, named(key)))
    ],
    [
      "in the payment",
      (key, index) => Effect.flatMap(pay(index, identified(key)), (header) => send(header, question))
    ],
    [
      "in both: the payment's counts",
      (key, index) =>
        Effect.flatMap(pay(index, identified(key)), (header) => send(header, question, named(`other-${key}`)))
    ]
  ]
  for (const [index, [where, sendNamed]] of names.entries()) {
    it.effect(`${where}, signed anew on every retry, is settled once (reports 4, 5, 7)`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const { table } = yield* Almanac
        const key = `purchase-number-${index}`
        const first = yield* sendNamed(key, index)
        expect(first.status).toBe(200)
        for (let time = 0; time < 3; time++) {
          const again = yield* sendNamed(key, index)
          expect([again.status, again.text]).toEqual([200, first.text])
          expect(again.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
        }
        expect(knobs.calls).toMatchObject({ verify: 1, settle: 1 })
        expect(yield* spent(index)).toBe(2000n)
        const payer = buyer(index).address.toLowerCase()
        const kept = (yield* table.payments).filter((row) => row.payer === payer)
        expect(kept.map(({ state }) => state)).toEqual(["settled"])
      })
    )
  }

  it.effect("is known by its name behind a thousand other headers", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`a-${at}`, "x"]))
      const sendLate = Effect.flatMap(pay(31), (header) =>
        send(header, question, { ...many, ...named("behind-many") })
      )
      const first = yield* sendLate
      const again = yield* sendLate
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
      expect(knobs.calls.settle).toBe(1)
      expect(yield* spent(31)).toBe(2000n)
    })
  )

  it.effect("is its payer's alone, and one request's alone (report 6)", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const mine = yield* send(yield* pay(3), question, named("a-key"))
      const theirs = yield* send(yield* pay(4), question, named("a-key"))
      expect([mine.status, theirs.status]).toEqual([200, 200])
      expect(theirs.text).not.toBe(mine.text)
      expect([yield* spent(3), yield* spent(4)]).toEqual([2000n, 2000n])
      const header = yield* pay(3)
      expect(told(yield* send(header, other, named("a-key")))).toEqual(conflict)
      expect(knobs.calls.settle).toBe(2)
      expect(yield* rows(header)).toEqual([])
      // The payment was not touched.
      expect((yield* send(header, other)).status).toBe(200)
    })
  )

  it.effect("is not given to who only knows its name: the signature must be the payer's (report 6)", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const mine = yield* send(yield* pay(5), question, named("secret"))
      expect(mine.status).toBe(200)
      const forged = yield* Effect.promise(() =>
        payment({ account: buyer(6), authorization: { from: buyer(5).address } })
      )
      expect(told(yield* send(forged, question, named("secret")))).toEqual([
        402,
        "PAYMENT_REJECTED",
        "invalid_exact_evm_signature"
      ])
      expect(told(yield* send(forged, other, named("secret")))).toEqual([
        402,
        "PAYMENT_REJECTED",
        "invalid_exact_evm_signature"
      ])
      expect(knobs.calls).toMatchObject({ settle: 1 })
    })
  )

  it.effect("under way is joined, and conflicts with another request", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { go, rates, running } = yield* held
      knobs.rates = rates
      const body = { base: "EUR", currencies: ["SEK"] }
      const first = yield* Effect.fork(send(yield* pay(7), body, named("k")))
      yield* running
      const second = yield* Effect.fork(send(yield* pay(7), body, named("k")))
      expect(told(yield* send(yield* pay(7), other, named("k")))).toEqual(conflict)
      yield* go
      const [one, two] = [yield* Fiber.join(first), yield* Fiber.join(second)]
      expect([one.status, two.status, two.text]).toEqual([200, 200, one.text])
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
    })
  )

  it.effect("asked for many times at once, signed anew each time, runs and settles once", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.rates = (query) => Effect.delay(someRates(query), "100 millis")
      const headers = yield* Effect.all(Array.from({ length: 12 }, () => pay(8)))
      const answers = yield* Effect.forEach(
        headers,
        (header) => send(header, { base: "EUR", currencies: ["PLN"] }, named("burst")),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
      expect(yield* spent(8)).toBe(2000n)
    })
  )

  it.effect("is judged after its payment: a used nonce is used, whatever the key", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const header = yield* pay(9)
      expect((yield* send(header, question, named("one"))).status).toBe(200)
      expect(told(yield* send(header, other, named("one")))).toEqual([
        402,
        "PAYMENT_INVALID",
        "nonce_already_used"
      ])
      expect(knobs.calls.settle).toBe(1)
    })
  )

  /** How a purchase comes to stand still in a state, and what a repetition under its name then gets. */
  const standing: ReadonlyArray<
    readonly [
      state: string,
      script: (knobs: Knobs["Type"], hold: Effect.Effect<void>) => void,
      first: number | "under way",
      again: number
    ]
  > = [
    [
      "reserved",
      (knobs, hold) => {
        knobs.rates = (query) => Effect.zipRight(hold, someRates(query))
      },
      "under way",
      200
    ],
    [
      "settling",
      (knobs, hold) => {
        knobs.settle = (submission) => Effect.zipRight(hold, knobs.honest.settle(submission))
      },
      "under way",
      200
    ],
    [
      "unknown",
      (knobs) => {
        knobs.settle = () => new SettlementUnknown({ reason: "connection" })
      },
      503,
      503
    ],
    ["settled", () => {}, 200, 200]
  ]
  for (const [index, [state, script, first, again]] of standing.entries()) {
    it.effect(`that is ${state} is told of under its name alone: 409, never 402`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const go = yield* Deferred.make<void>()
        const body = { base: "EUR", currencies: [`XC${"ABCD"[index]}`] }
        const header = yield* pay(22 + index)
        script(knobs, Deferred.await(go))
        const sent = yield* Effect.fork(send(header, body, named("mine")))
        if (first === "under way") yield* eventually(Effect.map(stateOf(header), (now) => now === state))
        else expect((yield* Fiber.join(sent)).status).toBe(first)
        for (const headers of [{}, named("another"), named("MINE")]) {
          const refused = yield* send(header, body, headers)
          expect(told(refused)).toEqual([409, "PAYMENT_CONFLICT", "idempotency_key_required"])
          expect(refused.headers.get("payment-required")).toBeNull()
          expect(refused.body).not.toHaveProperty("accepts")
        }
        const repeated = yield* Effect.fork(send(header, body, named("mine")))
        yield* Deferred.succeed(go, undefined)
        expect((yield* Fiber.join(repeated)).status).toBe(again)
        expect(knobs.calls.rates).toBe(1)
      })
    )
  }

  it.effect("that was made without a name is its payer's, whoever names it later", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const header = yield* pay(27)
      const first = yield* send(header)
      // A stranger has read the settled payment from the chain.
      expect((yield* send(header, question, named("of-a-stranger"))).text).toBe(first.text)
      for (const headers of [{}, named("my-own"), {}]) {
        const again = yield* send(header, question, headers)
        expect([again.status, again.text]).toEqual([200, first.text])
      }
      // Signed anew under the name that came later: nothing more is charged.
      expect((yield* send(yield* pay(27), question, named("my-own"))).text).toBe(first.text)
      expect([knobs.calls.settle, yield* spent(27)]).toEqual([1, 2000n])
      // The name forbids nothing: it is free for another request, and then that one's.
      expect((yield* send(yield* pay(27), other, named("my-own"))).status).toBe(200)
      expect(told(yield* send(yield* pay(27), question, named("my-own")))).toEqual(conflict)
      expect([knobs.calls.settle, yield* spent(27)]).toEqual([2, 4000n])
    })
  )

  it.effect("that gets three names at once keeps them all", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { go, rates, running } = yield* held
      knobs.rates = rates
      const body = { base: "EUR", currencies: ["XDA"] }
      const header = yield* pay(28)
      const first = yield* Effect.fork(send(header, body))
      yield* running
      const names = ["one", "two", "three"]
      const later = yield* Effect.forEach(names, (name) => Effect.fork(send(header, body, named(name))))
      yield* Effect.sleep("100 millis")
      yield* go
      const { text } = yield* Fiber.join(first)
      for (const sent of later) expect((yield* Fiber.join(sent)).text).toBe(text)
      for (const name of names) expect((yield* send(yield* pay(28), body, named(name))).text).toBe(text)
      expect([knobs.calls, yield* spent(28)]).toEqual([{ verify: 1, settle: 1, rates: 1 }, 2000n])
    })
  )

  it.effect("that was not charged leaves its key free", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.rates = () => new ProviderUnavailable({ provider: "frankfurter", reason: "status 500" })
      const body = { base: "EUR", currencies: ["NOK"] }
      expect((yield* send(yield* pay(10), body, named("free"))).status).toBe(502)
      knobs.reset()
      expect((yield* send(yield* pay(10), other, named("free"))).status).toBe(200)
    })
  )

  it.effect("whose settlement is unknown is pending under every signature, then given once it is known", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = (submission) =>
        Effect.zipRight(
          Effect.ignore(knobs.honest.settle(submission)),
          new SettlementUnknown({ reason: "connection" })
        )
      const header = yield* pay(11)
      expect((yield* send(header, question, named("cut"))).status).toBe(503)
      const anew = yield* send(yield* pay(11), question, named("cut"))
      expect(told(anew)).toEqual([503, "PAYMENT_SETTLEMENT_PENDING", undefined])
      yield* until(Effect.map(stateOf(header), (state) => state === "settled"))
      expect((yield* send(yield* pay(11), question, named("cut"))).status).toBe(200)
      expect(yield* spent(11)).toBe(2000n)
    })
  )

  it.effect("has its name for as long as its answer is kept", () =>
    Effect.gen(function* () {
      yield* reset
      const header = yield* pay(12)
      yield* send(header, question, named("daily"))
      yield* until(
        Effect.map(rows(header), ([row]) => row?.idempotencyKey === null),
        "1 hour"
      )
      expect((yield* send(yield* pay(12), other, named("daily"))).status).toBe(200)
    })
  )

  const bad: ReadonlyArray<readonly [string, Record<string, string>, Parameters<typeof pay>[1]]> = [
    ["an empty key", named(""), {}],
    ["a key with a blank", named("a b"), {}],
    ["two keys", { "Idempotency-Key": "a, b" }, {}],
    ["a key of 129 characters", named("k".repeat(129)), {}],
    ["a key that is not ASCII", named("clé"), {}],
    ["a short identifier", {}, identified("short")],
    ["an identifier with a dot", named("good"), identified("an.identifier.with.dots")],
    ["an identifier that is no text", {}, identified(12)]
  ]
  for (const [name, headers, wanted] of bad) {
    it.effect(`${name} is 400, and the payment stays good`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const header = yield* pay(13, wanted)
        const answer = yield* send(header, question, headers)
        expect(told(answer)).toEqual([400, "VALIDATION_FAILED", undefined])
        expect(answer.body.error?.details?.problems).toHaveLength(1)
        expect(answer.body.error?.message).toBe(
          Object.keys(wanted ?? {}).length > 0
            ? "The payment's identifier must be 16 to 128 letters, digits, hyphens or underscores."
            : "The header Idempotency-Key must be 1 to 128 visible ASCII characters."
        )
        expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
      })
    )
  }

  it.effect("may have any visible ASCII for a key, up to 128 characters", () =>
    Effect.gen(function* () {
      yield* reset
      for (const key of ["!", "~".repeat(128), '"quoted"', "a/b?c=d&e#f;g,h\\i"]) {
        expect((yield* send(yield* pay(14), question, named(key))).status).toBe(200)
      }
    })
  )

  it.effect("is advertised as the stock library reads it, and may be left out (report 28)", () =>
    Effect.gen(function* () {
      yield* reset
      const unpaid = yield* send(undefined)
      const { extensions } = yield* Schema.decodeUnknown(PaymentRequired)(
        decode(unpaid.headers.get("payment-required") ?? "")
      )
      const declared = extensions["payment-identifier"]
      expect(validatePaymentIdentifier(declared)).toEqual({ valid: true })
      expect(declared).toMatchObject({ info: { required: false } })
      const echoed = structuredClone(extensions)
      // A buyer who only echoes the declaration has given no name.
      const header = yield* pay(15, { members: { extensions: structuredClone(extensions) } })
      expect((yield* send(header)).status).toBe(200)
      expect(yield* rows(header)).toMatchObject([{ idempotencyKey: null }])
      appendPaymentIdentifierToExtensions(echoed, "pay_0123456789abcdef")
      expect(validatePaymentIdentifier(echoed["payment-identifier"])).toEqual({ valid: true })
      const signed = yield* pay(15, { members: { extensions: echoed } })
      expect((yield* send(signed)).status).toBe(200)
      expect(yield* rows(signed)).toMatchObject([{ idempotencyKey: "pay_0123456789abcdef" }])
      for (const odd of [
        5,
        null,
        [],
        { "payment-identifier": 7 },
        { "payment-identifier": { info: null } }
      ]) {
        expect((yield* send(yield* pay(15, { members: { extensions: odd } }))).status).toBe(200)
      }
    })
  )
})

describe.skipIf(!TestDatabase.isServer)("two replicas on one PostgreSQL (DATABASE_URL)", () => {
  const scenario = <A, E>(effect: Effect.Effect<A, E, Knobs | SimulatedChain | Scope.Scope>) =>
    effect.pipe(Effect.scoped, Effect.provide(world))

  it.live("join a named purchase of each other's, and take it over when it is given back", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const place = yield* TestDatabase.lasting
        const clock = SteeredClock.make()
        const [one, two] = yield* Effect.all([
          steered({ storage: place, clock }),
          steered({ storage: place, clock })
        ])
        const at = Effect.provideService(Almanac, one)
        const elsewhere = Effect.provideService(Almanac, two)
        const first = yield* held
        knobs.rates = first.rates
        const here = yield* Effect.fork(
          at(Effect.flatMap(pay(20), (header) => send(header, question, named("x"))))
        )
        yield* first.running
        const there = yield* Effect.fork(
          elsewhere(Effect.flatMap(pay(20), (header) => send(header, question, named("x"))))
        )
        yield* Effect.sleep("250 millis")
        yield* first.go
        const [a, b] = [yield* Fiber.join(here), yield* Fiber.join(there)]
        expect([a.status, b.status, b.text]).toEqual([200, 200, a.text])
        expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
        expect(yield* spent(20)).toBe(2000n)

        const second = yield* held
        knobs.rates = second.rates
        const hangUp = new AbortController()
        const body = { base: "EUR", currencies: ["HUF"] }
        const header = yield* at(pay(21))
        const gone = yield* Effect.fork(Effect.exit(at(send(header, body, named("y"), hangUp.signal))))
        yield* second.running
        knobs.rates = someRates
        const waiting = yield* Effect.fork(
          elsewhere(Effect.flatMap(pay(21), (header) => send(header, body, named("y"))))
        )
        yield* Effect.sleep("150 millis")
        hangUp.abort()
        yield* Fiber.join(gone)
        expect((yield* Fiber.join(waiting)).status).toBe(200)
        yield* at(eventually(Effect.map(stateOf(header), (state) => state === "released")))
        expect(yield* spent(21)).toBe(2000n)
      })
    )
  )
})
