/**
 * Money, as the buyer sees it: through the real server, the real ledger and real signatures.
 */
import { createHash } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Fiber, Layer, Schedule, Schema } from "effect"
import { FacilitatorUnavailable, SettlementFailed } from "../../../src/Payment/facilitator/Facilitator.ts"
import { ProviderRateLimited, ProviderUnavailable, QueryRefused } from "../../../src/Providers/Errors.ts"
import { SimulatedChain } from "../../../src/Sandbox/SimulatedChain.ts"
import {
  type Answer,
  call,
  decode,
  encode,
  payment,
  post,
  question,
  type Wanted
} from "../../support/Buyer.ts"
import {
  buyers,
  Knobs,
  openingBalance,
  type Running,
  someRates,
  start,
  world
} from "../../support/Harness.ts"
import { held, nonceOf } from "../../support/Money.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const service = Layer.scoped(Almanac, start()).pipe(Layer.provideMerge(world))

const buyer = (index: number) => {
  const account = buyers[index]
  if (account === undefined) throw new Error("no such buyer")
  return account
}

const pay = (wanted: Wanted = {}) => Effect.promise(() => payment(wanted))

const send = (header: string | undefined, body: unknown = question, signal?: AbortSignal) =>
  Effect.flatMap(Almanac, ({ url }) => Effect.promise(() => call(url, header, body, {}, signal)))

const spent = (index: number) =>
  Effect.map(
    Effect.flatMap(SimulatedChain, (chain) => chain.balance(buyer(index).address)),
    (balance) => openingBalance - balance
  )

const rows = (header: string) =>
  Effect.flatMap(Almanac, ({ table }) =>
    Effect.map(table.payments, (payments) => payments.filter(({ nonce }) => nonce === nonceOf(header)))
  )

const Signed = Schema.Struct({
  payload: Schema.Struct({ signature: Schema.String, authorization: Schema.Unknown })
})
const signed = Schema.decodeUnknownSync(Signed, { onExcessProperty: "preserve" })
const signatureOf = (payment: unknown) => signed(payment).payload.signature
const withSignature = (payment: unknown, signature: string) => {
  const { payload, ...rest } = signed(payment)
  return { ...rest, payload: { ...payload, signature } }
}

const reset = Effect.map(Knobs, (knobs) => {
  knobs.reset()
  return knobs
})

const codeOf = (answer: Answer) => answer.body.error?.code

layer(service, { excludeTestServices: true, timeout: "60 seconds" })("a purchase", (it) => {
  it.effect("is verified, run, settled once, and proved", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const before = yield* spent(0)
      const header = yield* pay()
      const answer = yield* send(header)
      expect(answer.status).toBe(200)
      expect(answer.body.data).toEqual({
        base: "EUR",
        date: "2022-06-29",
        rates: { USD: 2.5, GBP: 1.5 }
      })
      expect(answer.body.meta.requestId).toBe(answer.headers.get("x-request-id"))
      expect(answer.headers.get("cache-control")).toBe("private")
      expect(answer.headers.get("cache-status")).toBe("almanac; fwd=miss")
      expect(answer.headers.get("age")).toBe("0")
      expect(decode(answer.headers.get("payment-response") ?? "")).toMatchObject({
        success: true,
        network: "eip155:84532",
        payer: buyer(0).address.toLowerCase(),
        amount: "2000",
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/)
      })
      const hash = createHash("sha256").update(answer.text).digest("base64")
      expect(answer.headers.get("content-digest")).toBe(`sha-256=:${hash}:`)
      expect(yield* rows(header)).toMatchObject([{ state: "settled", responseHash: hash }])
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
      expect((yield* spent(0)) - before).toBe(2000n)
    })
  )

  it.effect("sent again gives the same bytes and settlement, without another charge, 20 times", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const before = yield* spent(0)
      const header = yield* pay()
      const first = yield* send(header)
      for (let time = 1; time <= 20; time++) {
        // The same request in other words: blanks, lower case, an absent optional field as null.
        const again = yield* send(header, { currencies: ["usd", " GBP "], base: "eur", date: null })
        expect([again.status, again.text]).toEqual([200, first.text])
        expect(again.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
        expect(again.headers.get("content-digest")).toBe(first.headers.get("content-digest"))
        expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
      }
      const tooOften = yield* send(header)
      expect(tooOften.status).toBe(402)
      expect(tooOften.body.error).toMatchObject({
        code: "PAYMENT_INVALID",
        details: { reason: "nonce_already_used" }
      })
      expect(knobs.calls).toMatchObject({ verify: 1, settle: 1 })
      expect((yield* spent(0)) - before).toBe(2000n)
    })
  )

  it.effect("for another request is refused: one payment, one request", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const header = yield* pay()
      yield* send(header)
      const other = yield* send(header, { base: "EUR", currencies: ["JPY"] })
      expect(other.status).toBe(402)
      expect(other.body.error).toMatchObject({
        code: "PAYMENT_INVALID",
        details: { reason: "nonce_already_used" }
      })
      expect(other.headers.get("payment-required")).not.toBeNull()
      expect(knobs.calls.settle).toBe(1)
    })
  )

  it.effect("for another capability of the same price is refused (report 41)", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { url } = yield* Almanac
      const elsewhere = (header: string) =>
        Effect.promise(() => post(`${url}/v1/holidays`, header, { country: "AT", year: 2026 }))
      const reason = ({ status, body }: Answer) => [status, body.error?.details?.reason]
      const resource = { url: `${url}/v1/fx/rates` }
      const spoken = yield* pay({ members: { resource } })
      expect(reason(yield* elsewhere(spoken))).toEqual([402, "resource_mismatch"])
      expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
      // Who says no resource is held to what he bought.
      const silent = yield* pay()
      for (const header of [spoken, silent]) expect((yield* send(header)).status).toBe(200)
      expect(reason(yield* elsewhere(silent))).toEqual([402, "nonce_already_used"])
      expect(knobs.calls).toMatchObject({ verify: 2, settle: 2 })
    })
  )

  it.effect("is not given to who only knows its authorization: the signature must be the payer's", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const header = yield* pay()
      expect((yield* send(header)).status).toBe(200)
      const other = yield* pay({ account: buyer(1) })
      const stolen = encode(withSignature(decode(header), signatureOf(decode(other))))
      const answer = yield* send(stolen)
      expect([answer.status, codeOf(answer), answer.body.error?.details?.reason]).toEqual([
        402,
        "PAYMENT_INVALID",
        "nonce_already_used"
      ])
      expect(answer.body.data).toBeUndefined()
      expect(knobs.calls).toMatchObject({ verify: 1, settle: 1 })
    })
  )

  it.effect("sent 20 times at once runs once and charges once", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.rates = (query) => Effect.delay(someRates(query), "150 millis")
      const before = yield* spent(1)
      const header = yield* pay({ account: buyer(1) })
      const body = { base: "EUR", currencies: ["CHF"] }
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => send(header, body)),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
      expect((yield* spent(1)) - before).toBe(2000n)
    })
  )

  it.effect("sent 30 times at once is answered 21 times: answers that were joined count as repetitions", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { go, rates, running } = yield* held
      knobs.rates = rates
      const header = yield* pay({ account: buyer(6) })
      const body = { base: "EUR", currencies: ["ISK"] }
      const sent = yield* Effect.forEach(Array.from({ length: 30 }), () => Effect.fork(send(header, body)))
      yield* running
      yield* Effect.sleep(Duration.millis(300))
      yield* go
      const answers = yield* Effect.forEach(sent, Fiber.join)
      const given = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status !== 200)
      expect([given.length, new Set(given.map(({ text }) => text)).size]).toEqual([21, 1])
      expect(refused.map(({ body, status }) => [status, body.error?.details?.reason])).toEqual(
        refused.map(() => [402, "nonce_already_used"])
      )
      expect(yield* rows(header)).toMatchObject([{ state: "settled", replays: 20 }])
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
    })
  )

  it.effect("under way refuses another request with the same payment", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const running = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      knobs.rates = (query) =>
        Effect.zipRight(
          Deferred.succeed(running, undefined),
          Effect.zipRight(Deferred.await(go), someRates(query))
        )
      const header = yield* pay()
      const first = yield* Effect.fork(send(header, { base: "EUR", currencies: ["SEK"] }))
      yield* Deferred.await(running)
      const other = yield* send(header, { base: "EUR", currencies: ["NOK"] })
      expect([other.status, other.body.error?.details?.reason]).toEqual([402, "nonce_already_used"])
      yield* Deferred.succeed(go, undefined)
      expect((yield* Fiber.join(first)).status).toBe(200)
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
    })
  )

  const failures: ReadonlyArray<{
    readonly name: string
    /** Each has its own: a refusal is remembered. */
    readonly currency: string
    readonly rates:
      | ReturnType<typeof someRates>
      | Effect.Effect<never, ProviderRateLimited | ProviderUnavailable | QueryRefused>
    readonly status: number
    readonly code: string
    readonly retryAfter: string | null
  }> = [
    {
      name: "a throttled provider",
      currency: "CAD",
      rates: new ProviderRateLimited({ provider: "frankfurter", reason: "status 429", retryAfter: 7 }),
      status: 429,
      code: "PROVIDER_RATE_LIMITED",
      retryAfter: "7"
    },
    {
      name: "a broken provider",
      currency: "AUD",
      rates: new ProviderUnavailable({ provider: "frankfurter", reason: "status 500" }),
      status: 502,
      code: "PROVIDER_UNAVAILABLE",
      retryAfter: null
    },
    {
      name: "a refused query",
      currency: "XXX",
      rates: new QueryRefused({
        provider: "frankfurter",
        problems: [{ pointer: "/currencies/0", message: "currency XXX is not supported" }]
      }),
      status: 400,
      code: "VALIDATION_FAILED",
      retryAfter: null
    },
    {
      name: "a bug",
      currency: "TRY",
      rates: Effect.die("bug"),
      status: 500,
      code: "INTERNAL_ERROR",
      retryAfter: null
    }
  ]
  for (const { name, currency, rates, status, code, retryAfter } of failures) {
    it.effect(`is not charged for ${name}, and the payment can be used again`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        knobs.rates = () => rates
        const before = yield* spent(2)
        const header = yield* pay({ account: buyer(2) })
        const body = { base: "EUR", currencies: [currency] }
        const failed = yield* send(header, body)
        expect([failed.status, codeOf(failed)]).toEqual([status, code])
        expect(failed.headers.get("retry-after")).toBe(retryAfter)
        expect(failed.headers.get("payment-response")).toBeNull()
        expect(failed.headers.get("cache-control")).toBe("no-store")
        expect(yield* rows(header)).toMatchObject([{ state: "released" }])
        expect(knobs.calls.settle).toBe(0)
        expect((yield* spent(2)) - before).toBe(0n)
        knobs.reset()
        expect((yield* send(header, { base: "EUR", currencies: ["DKK"] })).status).toBe(200)
        expect((yield* spent(2)) - before).toBe(2000n)
      })
    )
  }

  it.effect("is not made by a buyer without money: 402, nothing runs, nothing stays", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { privateKeyToAccount, generatePrivateKey } = yield* Effect.promise(() => import("viem/accounts"))
      const header = yield* pay({ account: privateKeyToAccount(generatePrivateKey()) })
      const answer = yield* send(header)
      expect([answer.status, codeOf(answer), answer.body.error?.details?.reason]).toEqual([
        402,
        "PAYMENT_REJECTED",
        "invalid_exact_evm_insufficient_balance"
      ])
      expect(knobs.calls).toEqual({ verify: 1, settle: 0, rates: 0 })
      expect(yield* rows(header)).toEqual([])
    })
  )

  it.effect("is put off while the facilitator is away: 503, nothing runs, the payment stays good", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.verify = () => new FacilitatorUnavailable({ reason: "connection" })
      const header = yield* pay()
      const away = yield* send(header)
      expect([away.status, codeOf(away), away.body.error?.retryable]).toEqual([
        503,
        "PAYMENT_FACILITATOR_UNAVAILABLE",
        true
      ])
      expect(away.headers.get("retry-after")).toMatch(/^\d+$/)
      expect(knobs.calls.rates).toBe(0)
      knobs.reset()
      expect((yield* send(header)).status).toBe(200)
    })
  )

  it.effect("whose settlement fails for certain is not delivered (reports 8, 9, 39)", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = () => new SettlementFailed({ reason: "invalid_exact_evm_insufficient_balance" })
      const header = yield* pay({ account: buyer(5) })
      const failed = yield* send(header)
      expect([failed.status, codeOf(failed)]).toEqual([402, "PAYMENT_SETTLEMENT_FAILED"])
      expect(failed.body.data).toBeUndefined()
      expect(failed.headers.get("payment-required")).not.toBeNull()
      expect(decode(failed.headers.get("payment-response") ?? "")).toEqual({
        success: false,
        errorReason: "invalid_exact_evm_insufficient_balance",
        transaction: "",
        network: "eip155:84532",
        payer: buyer(5).address.toLowerCase()
      })
      expect(yield* rows(header)).toMatchObject([{ state: "failed", responseHash: null }])
      expect(knobs.calls.settle).toBe(1)
      knobs.reset()
      // The payment is free again, and its payer is not trusted for a while.
      const again = yield* send(header)
      expect([again.status, codeOf(again), again.body.error?.details?.reason]).toEqual([
        402,
        "PAYMENT_REJECTED",
        "recent_settlement_failure"
      ])
      expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
    })
  )

  it.effect("left by its buyer before the settlement is given back", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const running = yield* Deferred.make<void>()
      knobs.rates = () => Effect.zipRight(Deferred.succeed(running, undefined), Effect.never)
      const header = yield* pay()
      const hangUp = new AbortController()
      const gone = yield* Effect.fork(
        Effect.exit(send(header, { base: "EUR", currencies: ["HUF"] }, hangUp.signal))
      )
      yield* Deferred.await(running)
      hangUp.abort()
      yield* Fiber.join(gone)
      yield* rows(header).pipe(
        Effect.filterOrFail((rows) => rows[0]?.state === "released"),
        Effect.retry({ times: 200, schedule: Schedule.spaced("10 millis") })
      )
      expect(yield* rows(header)).toMatchObject([{ state: "released" }])
      expect(knobs.calls.settle).toBe(0)
      knobs.reset()
      expect((yield* send(header)).status).toBe(200)
    })
  )

  it.effect(
    "left by its buyer during the settlement is settled all the same, and its answer can be fetched",
    () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const settling = yield* Deferred.make<void>()
        const go = yield* Deferred.make<void>()
        const before = yield* spent(4)
        knobs.settle = (submission) =>
          Effect.zipRight(
            Deferred.succeed(settling, undefined),
            Effect.zipRight(Deferred.await(go), knobs.honest.settle(submission))
          )
        const header = yield* pay({ account: buyer(4) })
        const hangUp = new AbortController()
        const gone = yield* Effect.fork(Effect.exit(send(header, question, hangUp.signal)))
        yield* Deferred.await(settling)
        hangUp.abort()
        yield* Fiber.join(gone)
        yield* Effect.sleep(Duration.millis(50))
        yield* Deferred.succeed(go, undefined)
        const fetched = yield* send(header)
        expect(fetched.status).toBe(200)
        expect(yield* rows(header)).toMatchObject([{ state: "settled" }])
        // The call's own line was written when its client hung up.
        const { lines } = yield* Almanac
        const late = lines.filter(({ message }) => String(message).startsWith("charged after"))
        expect(late).toMatchObject([
          { capability: "fx.rates", charged: true, amount: "0.002", requestId: expect.any(String) }
        ])
        expect(knobs.calls).toMatchObject({ verify: 1, settle: 1 })
        expect((yield* spent(4)) - before).toBe(2000n)
      })
  )

  it.effect("joined by another connection goes on when the first hangs up", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const running = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      knobs.rates = (query) =>
        Effect.zipRight(
          Deferred.succeed(running, undefined),
          Effect.zipRight(Deferred.await(go), someRates(query))
        )
      const header = yield* pay()
      const body = { base: "EUR", currencies: ["PLN"] }
      const hangUp = new AbortController()
      const gone = yield* Effect.fork(Effect.exit(send(header, body, hangUp.signal)))
      yield* Deferred.await(running)
      const second = yield* Effect.fork(send(header, body))
      yield* Effect.sleep(Duration.millis(100))
      hangUp.abort()
      yield* Fiber.join(gone)
      yield* Deferred.succeed(go, undefined)
      expect((yield* Fiber.join(second)).status).toBe(200)
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
    })
  )
})
