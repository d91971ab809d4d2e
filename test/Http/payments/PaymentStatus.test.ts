/**
 * What a payer is told of a payment, free of charge: through the real server, from the real ledger.
 */
import { createHash } from "node:crypto"
import { FetchHttpClient, HttpApiClient } from "@effect/platform"
import { expect, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { Api } from "../../../src/Api/Api.ts"
import { NotFound, ValidationFailed } from "../../../src/Api/Failure.ts"
import { SettlementFailed, SettlementUnknown } from "../../../src/Payment/facilitator/Facilitator.ts"
import { ProviderUnavailable } from "../../../src/Providers/Errors.ts"
import { Authorization } from "../../../src/Resources/X402.ts"
import { call, decode, payment } from "../../support/Buyer.ts"
import { exchange, jsonOf } from "../../support/Exchange.ts"
import { buyers, Knobs, type Running, someRates, start, world } from "../../support/Harness.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}
/** Its database does not answer. */
class Away extends Context.Tag("test/Away")<Away, Running>() {}

const services = Layer.mergeAll(
  Layer.scoped(Almanac, start()),
  Layer.scoped(Away, start({ away: true }))
).pipe(Layer.provideMerge(world))

const Payload = Schema.Struct({ payload: Schema.Struct({ authorization: Authorization }) })

/** A payment with its authorization; each with another buyer, so that no failure of one is held against another. */
const pay = (index: number) =>
  Effect.gen(function* () {
    const account = buyers[index]
    if (account === undefined) throw new Error("no such buyer")
    const header = yield* Effect.promise(() => payment({ account }))
    const { payload } = yield* Schema.decodeUnknown(Payload)(decode(header))
    return { header, ...payload.authorization }
  })

const send = (header: string, currency: string) =>
  Effect.flatMap(Almanac, ({ url }) =>
    Effect.promise(() => call(url, header, { base: "EUR", currencies: [currency] }))
  )

const target = ({ from, nonce }: { readonly from: string; readonly nonce: string }) =>
  `/v1/payments/${from}/${nonce}`

const get = (path: string, method = "GET") =>
  Effect.flatMap(Almanac, ({ url }) => Effect.promise(() => exchange(url, { method, target: path })))

const status = (authorization: { readonly from: string; readonly nonce: string }) =>
  Effect.map(get(target(authorization)), jsonOf)

const reset = Effect.map(Knobs, (knobs) => {
  knobs.reset()
  return knobs
})

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** What is told of a payment of which nothing has come yet. */
const bare = (state: string, { from, nonce, validBefore }: Authorization) => ({
  data: {
    state,
    network: "eip155:84532",
    asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    payer: from.toLowerCase(),
    nonce,
    amount: { atomic: "2000", decimal: "0.002", currency: "USDC" },
    transaction: null,
    createdAt: moment,
    settledAt: null,
    validBefore: new Date(Number(validBefore) * 1000).toISOString(),
    contentDigest: null
  },
  meta: { requestId: expect.stringMatching(/^req_/) }
})

const stored = { contentDigest: expect.stringMatching(/^sha-256=:.{44}:$/) }

const address = `0x${"ab".repeat(20)}`
const nonce = `0x${"cd".repeat(32)}`
const addressRule = "must be an address: 0x and 40 hexadecimal digits"
const nonceRule = "must be a nonce: 0x and 64 hexadecimal digits"

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("the status of a payment", (it) => {
  it.effect("proves what was bought: the answer's digest, the ledger's hash and the status are one", () =>
    Effect.gen(function* () {
      yield* reset
      const { table } = yield* Almanac
      const paid = yield* pay(0)
      const answer = yield* send(paid.header, "USD")
      expect(answer.status).toBe(200)
      const hash = createHash("sha256").update(answer.text).digest("base64")
      const row = (yield* table.payments).find(({ nonce }) => nonce === paid.nonce)
      const receipt = decode(answer.headers.get("payment-response") ?? "")
      const { transaction } = yield* Schema.decodeUnknown(Schema.Struct({ transaction: Schema.String }))(
        receipt
      )
      expect([row?.responseHash, answer.headers.get("content-digest")]).toEqual([hash, `sha-256=:${hash}:`])
      const plain = bare("settled", paid)
      const told = {
        ...plain,
        data: {
          ...plain.data,
          transaction,
          settledAt: moment,
          contentDigest: `sha-256=:${hash}:`
        }
      }
      // In any case of its digits, with a query, as often as one likes.
      const loud = {
        from: `0x${paid.from.slice(2).toUpperCase()}`,
        nonce: `0x${paid.nonce.slice(2).toUpperCase()}`
      }
      for (const path of [target(paid), target(loud), `${target(paid)}?x=1`]) {
        const received = yield* get(path)
        expect([path, received.status, received.headers["cache-control"]]).toEqual([path, 200, "no-store"])
        expect(jsonOf(received)).toEqual(told)
        // Neither the answer nor the capability nor the request.
        expect(received.text).not.toMatch(/rates|EUR|USD"|request_?hash|signature/i)
      }
      const again = yield* send(paid.header, "USD")
      expect([again.status, again.text]).toEqual([200, answer.text])
    })
  )

  it.effect("follows it while it runs, while it settles, and to its end", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const running = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const settling = yield* Deferred.make<void>()
      const paidFor = yield* Deferred.make<void>()
      knobs.rates = (query) =>
        Effect.zipRight(
          Deferred.succeed(running, undefined),
          Effect.zipRight(Deferred.await(go), someRates(query))
        )
      knobs.settle = (submission) =>
        Effect.zipRight(
          Deferred.succeed(settling, undefined),
          Effect.zipRight(Deferred.await(paidFor), knobs.honest.settle(submission))
        )
      const paid = yield* pay(1)
      expect((yield* get(target(paid))).status).toBe(404)
      const sent = yield* Effect.fork(send(paid.header, "CHF"))
      yield* Deferred.await(running)
      expect(yield* status(paid)).toEqual(bare("reserved", paid))
      yield* Deferred.succeed(go, undefined)
      yield* Deferred.await(settling)
      expect(yield* status(paid)).toMatchObject({ data: { state: "settling", settledAt: null, ...stored } })
      yield* Deferred.succeed(paidFor, undefined)
      expect((yield* Fiber.join(sent)).status).toBe(200)
      expect(yield* status(paid)).toMatchObject({ data: { state: "settled", settledAt: moment, ...stored } })
    })
  )

  it.effect("says when nothing was charged, and when nobody knows", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.rates = () => new ProviderUnavailable({ provider: "frankfurter", reason: "status 500" })
      const released = yield* pay(2)
      expect((yield* send(released.header, "SEK")).status).toBe(502)
      expect(yield* status(released)).toEqual(bare("released", released))

      knobs.reset()
      knobs.settle = () => new SettlementFailed({ reason: "insufficient_funds" })
      const failed = yield* pay(3)
      expect((yield* send(failed.header, "SEK")).status).toBe(402)
      expect(yield* status(failed)).toEqual(bare("failed", failed))

      knobs.settle = () => new SettlementUnknown({ reason: "status" })
      const unknown = yield* pay(4)
      expect((yield* send(unknown.header, "NOK")).status).toBe(503)
      expect(yield* status(unknown)).toMatchObject({
        data: { state: "unknown", transaction: null, settledAt: null, ...stored }
      })
    })
  )

  it.effect("is not known of a payment that was never sent, nor of a refused one", () =>
    Effect.gen(function* () {
      yield* reset
      const unsent = yield* pay(5)
      const refused = yield* pay(5)
      expect((yield* send(refused.header, "x")).status).toBe(400)
      for (const path of [target(unsent), target(refused), `/v1/payments/${address}/${nonce}`]) {
        const received = yield* get(path)
        expect([path, received.status]).toEqual([path, 404])
        expect(jsonOf(received)).toMatchObject({ error: { code: "NOT_FOUND", retryable: false } })
        expect(received.text).toContain("payment")
      }
    })
  )

  const malformed: ReadonlyArray<readonly [payer: string, nonce: string, problems: ReadonlyArray<string>]> = [
    ["me", nonce, [addressRule]],
    [address, "1", [nonceRule]],
    ["me", "1", [addressRule, nonceRule]],
    [nonce, address, [addressRule, nonceRule]],
    [address.slice(0, -1), nonce, [addressRule]],
    [`${address}0`, nonce, [addressRule]],
    [address, nonce.slice(2), [nonceRule]],
    [address, nonce.replace("c", "g"), [nonceRule]],
    ["%00", "%20", [addressRule, nonceRule]],
    [`${address}%0A`, nonce, [addressRule]],
    ["' OR 1=1--", nonce, [addressRule]]
  ]
  for (const [payer, other, rules] of malformed) {
    it.effect(`refuses /${payer}/${other}`, () =>
      Effect.gen(function* () {
        const received = yield* get(`/v1/payments/${payer.replaceAll(" ", "%20")}/${other}`)
        expect(received.status).toBe(400)
        expect(jsonOf(received)).toMatchObject({
          error: {
            code: "VALIDATION_FAILED",
            retryable: false,
            details: {
              problems: rules.map((message) => ({
                pointer: message === addressRule ? "/payer" : "/nonce",
                message
              }))
            }
          }
        })
      })
    )
  }

  it.effect("is a GET of exactly two parts", () =>
    Effect.gen(function* () {
      for (const method of ["POST", "PUT", "DELETE"]) {
        const received = yield* get(`/v1/payments/${address}/${nonce}`, method)
        expect([received.status, received.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"])
      }
      for (const path of [
        "/v1/payments",
        `/v1/payments/${address}`,
        `/v1/payments/${address}/${nonce}/x`,
        `/v1/payments/%E0%A4%A/${nonce}`
      ]) {
        expect([path, (yield* get(path)).status]).toEqual([path, 404])
      }
      expect((yield* get(`/v1/payments/${address}/${nonce}`, "HEAD")).status).toBe(404)
    })
  )

  it.effect("is logged by its route, and a path that is none without its numbers: no payer, no nonce", () =>
    Effect.gen(function* () {
      const { lines } = yield* Almanac
      const [payer, number] = [`0x${"be".repeat(20)}`, `0x${"ef".repeat(32)}`]
      const from = lines.length
      for (const path of [
        `/v1/payments/${payer}/${number}`,
        `/v1/payments/${payer.toUpperCase()}/${number}?payer=${payer}`,
        `/v1/payments/${payer}/1`,
        `/v1/payments/${payer}/${number}/`,
        `/v1/payment/${payer.slice(2)}/${number.slice(2)}`
      ])
        yield* get(path)
      const logged = lines
        .slice(from)
        .map((line) => JSON.stringify(line))
        .join("\n")
      expect(logged.match(/\/v1\/payments\/:payer\/:nonce/g)?.length).toBe(3)
      expect(logged.match(/\/v1\/payments?\/…\/…/g)?.length).toBe(2)
      expect(logged).not.toMatch(/(?:be){8}|(?:ef){8}/i)
    })
  )

  it.effect("cannot be told while the ledger is away: 503, again in 5 s", () =>
    Effect.gen(function* () {
      const { url } = yield* Away
      const path = `/v1/payments/${address}/${nonce}`
      const received = yield* Effect.promise(() => exchange(url, { target: path }))
      expect([received.status, received.headers["retry-after"]]).toEqual([503, "5"])
      expect(jsonOf(received)).toMatchObject({
        error: {
          code: "LEDGER_UNAVAILABLE",
          message: "Payments cannot be looked up at the moment; this call charged nothing.",
          retryable: true
        }
      })
    })
  )

  it.effect("is read by a typed client", () =>
    Effect.gen(function* () {
      yield* reset
      const { url } = yield* Almanac
      const { payments } = yield* HttpApiClient.make(Api, { baseUrl: url }).pipe(
        Effect.provide(FetchHttpClient.layer)
      )
      const paid = yield* pay(6)
      yield* send(paid.header, "USD")
      const { data } = yield* payments.status({ path: { payer: paid.from, nonce: paid.nonce } })
      expect(data).toMatchObject({ state: "settled", amount: { atomic: "2000", decimal: "0.002" } })
      const missing = yield* Effect.flip(payments.status({ path: { payer: address, nonce } }))
      expect(missing).toBeInstanceOf(NotFound)
      expect(missing).not.toBeInstanceOf(ValidationFailed)
    })
  )
})
