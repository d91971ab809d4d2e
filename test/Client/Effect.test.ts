/**
 * The client for Effect: the contract's answers and errors as they are declared, and the promise client's where the
 * contract has none.
 */
import {
  FetchHttpClient,
  HttpBody,
  HttpClient,
  HttpClientRequest,
  HttpClientResponse
} from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { make, Purchase, paying } from "../../src/Client/effect/index.ts"
import type { Options } from "../../src/Client/Options.ts"
import {
  answer,
  body,
  challenge,
  cut,
  failure,
  path,
  type Script,
  scripted,
  sold,
  terms
} from "./Scripted.ts"

const payload = { base: "EUR", currencies: ["USD"], date: Option.none() }

/** The typed client of a service with this script. It waits for nothing. */
const client = (script: Script = {}, options: Partial<Options> = {}) => {
  const { fetch, sent, seen, wallet } = scripted(script)
  const almanac = make({
    baseUrl: "http://service.test/",
    network: terms.network,
    wallet,
    fetch,
    maxWait: 0,
    ...options
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetch))
  return { almanac, sent, seen, wallet }
}

const buy = (script?: Script, options?: Partial<Options>) =>
  Effect.flatMap(client(script, options).almanac, ({ fx }) => fx.rates({ payload }))

/** A refusal with the challenge in its body, as the contract has it. */
const refusal = (code: string, reason: string) => () => {
  const resource = {
    url: `http://service.test${path}`,
    description: "rates",
    mimeType: "application/json",
    serviceName: "Almanac",
    tags: ["finance"]
  }
  const error = { code, message: reason, retryable: false, details: { reason } }
  const meta = { requestId: "req_1" }
  return answer(402, { error, meta, x402Version: 2, resource, accepts: [terms], extensions: {} })
}

describe("the typed client", () => {
  it.effect("gives the answer as the contract reads it, with the receipt among its headers", () =>
    Effect.gen(function* () {
      const { almanac, sent } = client()
      const { fx } = yield* almanac
      const [told, response] = yield* fx.rates({ payload, withResponse: true })
      expect(told).toEqual(body)
      expect(response.headers["payment-response"]).toBeDefined()
      expect(sent.map(({ body, value }) => [JSON.parse(body), value])).toEqual([
        [{ base: "EUR", currencies: ["USD"] }, "2000"]
      ])
    })
  )

  const byContract: ReadonlyArray<readonly [code: string, script: Script, more: object]> = [
    [
      "VALIDATION_FAILED",
      {
        unpaid: [
          () =>
            challenge(
              {},
              { valid: false, problems: [{ pointer: "/base", message: "is odd" }], unavailableProviders: [] }
            )
        ]
      },
      { details: { problems: [{ pointer: "/base", message: "is odd" }] } }
    ],
    ["PROVIDER_UNAVAILABLE", { paid: [() => failure("PROVIDER_UNAVAILABLE")] }, { requestId: "req_1" }],
    ["PROVIDER_BAD_RESPONSE", { paid: [() => failure("PROVIDER_BAD_RESPONSE")] }, {}],
    [
      "PAYMENT_REJECTED",
      { paid: [refusal("PAYMENT_REJECTED", "insufficient_balance")] },
      { details: { reason: "insufficient_balance" } }
    ],
    ["PAYMENT_SETTLEMENT_PENDING", { paid: [() => failure("PAYMENT_SETTLEMENT_PENDING")] }, {}],
    ["SHUTTING_DOWN", { unpaid: [() => failure("SHUTTING_DOWN")] }, {}]
  ]
  it.effect.each(byContract)("fails by the contract's own error: %s", ([code, script, more]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(buy(script))).toMatchObject({ _tag: code, ...more })
    })
  )

  const byClient: ReadonlyArray<
    readonly [tag: string, what: string, script: Script, options: Partial<Options>, more: object]
  > = [
    [
      "BUDGET_EXCEEDED",
      "a budget",
      {},
      { budget: { perCall: "0.001" } },
      { limit: "perCall", asked: "0.002", left: "0.001", charged: false }
    ],
    [
      "NOT_OFFERED",
      "another payee",
      {},
      { payTo: `0x${"9".repeat(40)}` },
      { reason: "PAY_TO", charged: false }
    ],
    ["NOT_OFFERED", "no wallet", {}, { wallet: undefined }, { reason: "NO_WALLET", charged: false }],
    ["CONNECTION_LOST", "a lost answer", { paid: [cut] }, {}, { charged: "unknown" }],
    ["CONNECTION_LOST", "a lost challenge", { unpaid: [cut] }, {}, { charged: false }],
    [
      "PURCHASE_FAILED",
      "a damaged answer",
      { paid: [() => sold({ "content-digest": "sha-256=:AAAA:" })] },
      {},
      { code: "ANSWER_DAMAGED", charged: true }
    ]
  ]
  it.effect.each(byClient)("fails by %s for %s", ([tag, , script, options, more]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(buy(script, options))).toMatchObject({ _tag: tag, ...more })
    })
  )

  it.effect("never says by an error of the contract that nothing happened where something may have", () =>
    Effect.gen(function* () {
      // A payment was lost on its way: what the service says of the next try tells nothing of that one.
      const error = yield* Effect.flip(
        buy({ paid: [cut, () => failure("PROVIDER_BAD_RESPONSE")] }, { maxWait: "2 seconds" })
      )
      expect(error).toMatchObject({
        _tag: "PURCHASE_FAILED",
        code: "PROVIDER_BAD_RESPONSE",
        charged: "unknown"
      })
    })
  )

  it.effect("makes a purchase once for its key, with the same bytes, and heeds what a call may cost", () =>
    Effect.gen(function* () {
      const { almanac, sent, wallet } = client({ paid: [() => failure("PAYMENT_SETTLEMENT_PENDING"), sold] })
      const { fx } = yield* almanac
      const named = Effect.provideService(fx.rates({ payload }), Purchase, { key: "order-4711" })
      expect(Exit.isFailure(yield* Effect.exit(named))).toBe(true)
      expect(yield* named).toEqual(body)
      expect(sent.map(({ key }) => key)).toEqual(["order-4711", "order-4711"])
      expect(new Set(sent.map(({ header }) => header)).size).toBe(1)
      expect(wallet.signed).toHaveLength(1)
      const cheap = Effect.provideService(fx.rates({ payload }), Purchase, { maxPrice: "0.001" })
      expect(yield* Effect.flip(cheap)).toMatchObject({ _tag: "NOT_OFFERED", reason: "PRICE" })
    })
  )

  it.effect("sends on what is free", () =>
    Effect.gen(function* () {
      const { almanac, wallet } = client()
      const { payments } = yield* almanac
      const status = payments.status({ path: { payer: terms.payTo, nonce: `0x${"1".repeat(64)}` } })
      expect(yield* Effect.flip(status)).toMatchObject({ _tag: "NOT_FOUND" })
      expect(wallet.signed).toEqual([])
    })
  )

  const post = HttpClientRequest.post(`http://service.test${path}`)
  const elsewhere = HttpClientRequest.put("http://elsewhere.test/picture")
  const unsold: ReadonlyArray<readonly [what: string, request: HttpClientRequest.HttpClientRequest]> = [
    ["to another host, with bytes", HttpClientRequest.bodyUint8Array(elsewhere, new Uint8Array([137, 80]))],
    ["to another host, with a text", HttpClientRequest.bodyText(elsewhere, "hello")],
    ["with a body that is no JSON", HttpClientRequest.bodyText(post, "{", "application/json")],
    ["with a list", HttpClientRequest.setBody(post, HttpBody.unsafeJson([1]))],
    ["without a body", post]
  ]
  it.effect.each(unsold)("sends on as it is a request %s", ([, request]) =>
    Effect.gen(function* () {
      const { fetch, wallet } = scripted()
      const went: Array<string> = []
      const plain = HttpClient.make(({ url }) =>
        Effect.sync(() => {
          went.push(url)
          return HttpClientResponse.fromWeb(request, new Response("as it is"))
        })
      )
      const client = paying({ baseUrl: "http://service.test", network: terms.network, wallet, fetch })(plain)
      expect(yield* Effect.flatMap(client.execute(request), ({ text }) => text)).toBe("as it is")
      expect([went, wallet.signed]).toEqual([[request.url], []])
    })
  )
})
