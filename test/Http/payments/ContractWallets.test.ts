/**
 * Payments whose signature we cannot check ourselves, as contract wallets make them and as anyone can forge them: what
 * forgers can and cannot take from others (report 32).
 */
import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { Submission } from "../../../src/Payment/facilitator/Facilitator.ts"
import { decode, encode, payment, question } from "../../support/Buyer.ts"
import { exchange, oneConnection } from "../../support/Exchange.ts"
import { Knobs, someRates } from "../../support/Harness.ts"
import { Almanac, buyer, eventually, pay, reset, rows, send, service, told } from "../../support/Money.ts"

/** A payment with a signature that no key makes: 66 bytes. `byte` tells signatures apart. */
const unprovable = (index: number, byte = "00") =>
  Effect.map(pay(index), (header) =>
    encode(JSON.parse(JSON.stringify(decode(header)).replace('"signature":"0x', `"signature":"0x${byte}`)))
  )

/** Calls good what begins with this byte. */
const accepting =
  (byte: string) =>
  ({ signature }: Submission) =>
    Effect.succeed(
      signature.startsWith(`0x${byte}`)
        ? { isValid: true as const }
        : { isValid: false as const, reason: "invalid_exact_evm_signature" }
    )

/** A facilitator that knows wallets by the first byte of their signature. */
const wallets = Effect.tap(reset, (knobs) =>
  Effect.sync(() => {
    knobs.verify = accepting("aa")
    knobs.settle = ({ authorization }) => Effect.succeed({ transaction: `0x${authorization.nonce.slice(2)}` })
  })
)

/** Sends on a connection of its own, or on a given one. */
const sendOn = (header: string, agent?: ReturnType<typeof oneConnection>) =>
  Effect.flatMap(Almanac, ({ url }) =>
    Effect.promise(async () => {
      const { status } = await exchange(url, {
        method: "POST",
        target: "/v1/fx/rates",
        headers: { "content-type": "application/json", "payment-signature": header },
        body: JSON.stringify(question),
        ...(agent === undefined ? {} : { agent })
      })
      return status
    })
  )

const times = (count: number, call: Effect.Effect<number, never, Almanac>) =>
  Effect.map(Effect.all(Array.from({ length: count }, () => call)), (statuses) =>
    [402, 429].map((status) => statuses.filter((other) => other === status).length)
  )

layer(service({ chain: false }), { excludeTestServices: true, timeout: "60 seconds" })("a wallet", (it) => {
  it.effect("buys as others do, while forgers are refused; one connection has a part of the allowance", () =>
    Effect.gen(function* () {
      const knobs = yield* wallets
      const { clock } = yield* Almanac
      const known = yield* unprovable(0, "aa")
      expect((yield* send(known)).status).toBe(200)
      const agent = oneConnection()
      const forged = Effect.flatMap(unprovable(1), (header) => sendOn(header, agent))
      expect(yield* times(25, forged)).toEqual([20, 5])
      // A wallet that nobody has seen before is served, on another connection.
      expect(yield* Effect.flatMap(unprovable(2, "aa"), (header) => sendOn(header))).toBe(200)
      expect(
        yield* times(
          45,
          Effect.flatMap(unprovable(3), (header) => sendOn(header))
        )
      ).toEqual([40, 5])
      expect(knobs.calls.verify).toBe(62)
      // Nothing is left of them.
      expect(
        yield* Effect.map(Almanac, ({ table }) => table).pipe(Effect.flatMap(({ payers }) => payers))
      ).toEqual([])
      // Wallets that were called good go on, on the forgers' connection too, and so does who can be checked.
      for (const index of [0, 2]) {
        expect(yield* Effect.flatMap(unprovable(index, "aa"), (header) => sendOn(header, agent))).toBe(200)
      }
      expect((yield* send(known)).status).toBe(200)
      const refused = yield* send(yield* unprovable(4, "aa"))
      expect(told(refused)).toEqual([429, "TOO_MANY_REQUESTS", undefined])
      expect(refused.headers.get("retry-after")).toMatch(/^\d+$/)
      yield* clock.jump("1 minute")
      expect((yield* send(yield* unprovable(4, "aa"))).status).toBe(200)
      agent.destroy()
    })
  )

  it.effect("that signs under another domain is told which one it is", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { clock } = yield* Almanac
      yield* clock.jump("1 minute")
      const refused = yield* send(yield* unprovable(5))
      expect(told(refused)).toEqual([402, "PAYMENT_REJECTED", "invalid_exact_evm_signature"])
      expect(refused.body.error?.message).toContain(
        'name "USDC", version "2", chain 84532, contract 0x036CbD53842c5426634e7929541eC2318f3dCF7e'
      )
      expect(knobs.calls.verify).toBe(1)
    })
  )

  it.effect("whose payment is forged while it is judged loses neither its nonce nor its key, nor waits", () =>
    Effect.gen(function* () {
      const knobs = yield* wallets
      const { clock } = yield* Almanac
      yield* clock.jump("1 minute")
      const asked = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      knobs.verify = (submission) =>
        submission.signature.startsWith("0x00")
          ? Effect.zipRight(
              Deferred.succeed(asked, undefined),
              Effect.zipRight(Deferred.await(go), accepting("aa")(submission))
            )
          : accepting("aa")(submission)
      const header = yield* unprovable(6, "aa")
      const forged = encode(
        JSON.parse(JSON.stringify(decode(header)).replace('"signature":"0xaa', '"signature":"0x00'))
      )
      const named = { "idempotency-key": "order-of-the-wallet" }
      const forger = yield* Effect.fork(send(forged, question, named))
      yield* Deferred.await(asked)
      expect(yield* rows(header)).toEqual([])
      expect((yield* send(header, question, named)).status).toBe(200)
      yield* Deferred.succeed(go, undefined)
      // The wallet's own purchase has used the nonce meanwhile.
      expect(told(yield* Fiber.join(forger))).toEqual([402, "PAYMENT_INVALID", "nonce_already_used"])
      expect(yield* rows(header)).toMatchObject([{ state: "settled" }])
    })
  )

  it.effect("in whose name much is forged at once may have as much under way as before", () =>
    Effect.gen(function* () {
      const knobs = yield* wallets
      const { clock } = yield* Almanac
      yield* clock.jump("1 minute")
      const go = yield* Deferred.make<void>()
      let asked = 0
      knobs.verify = (submission) =>
        Effect.suspend(() => {
          asked += 1
          return Effect.zipRight(Deferred.await(go), accepting("aa")(submission))
        })
      const forged = yield* Effect.all(Array.from({ length: 40 }, () => unprovable(7)))
      const sent = yield* Effect.forEach(forged, (header) => Effect.fork(sendOn(header)))
      yield* eventually(Effect.sync(() => asked === 40))
      // 40 × $0.002 would do no harm: what counts is that they are not there.
      expect(
        yield* Effect.flatMap(Almanac, ({ table }) => table.payments).pipe(
          Effect.map((payments) => payments.filter(({ payer }) => payer === buyer(7).address.toLowerCase()))
        )
      ).toEqual([])
      yield* Deferred.succeed(go, undefined)
      expect(yield* Effect.forEach(sent, Fiber.join)).toEqual(forged.map(() => 402))
    })
  )

  it.effect("sends its payment many times at once: one question, one settlement, the same answer", () =>
    Effect.gen(function* () {
      const knobs = yield* wallets
      const { clock } = yield* Almanac
      yield* clock.jump("1 minute")
      knobs.rates = (query) => Effect.delay(someRates(query), "100 millis")
      const header = yield* unprovable(8, "aa")
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, () => send(header, { base: "EUR", currencies: ["PLN"] })),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
      const forger = yield* Effect.promise(() =>
        payment({ account: buyer(9), authorization: { from: buyer(8).address } })
      )
      expect((yield* Effect.zipRight(Knobs, send(forger))).status).toBe(402)
    })
  )
})
