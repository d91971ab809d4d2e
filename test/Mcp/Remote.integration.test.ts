/**
 * The endpoint `/mcp` as clients of both eras meet it: it lists, demands, sells and gives again, by the same paywall as
 * HTTP; what is no call, or is not paid, costs nothing.
 */
import { request } from "node:http"
import { expect, layer } from "@effect/vitest"
import { x402Client } from "@x402/core/client"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from "@x402/extensions/bazaar"
import { Context, Effect, Layer } from "effect"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { toolName } from "../../src/Mcp/tools/Names.ts"
import { call, decode, nextBuyer, payment, question } from "../support/Buyer.ts"
import { Knobs, type Running, start, world } from "../support/Harness.ts"
import { raw } from "../support/Raw.ts"
import { atOnce } from "../support/Sockets.ts"
import { callOf, connect, eras, noRequests, send } from "./Rpc.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const service = Layer.scoped(Almanac, start({ environment: { MAX_CALLS: "8" } })).pipe(
  Layer.provideMerge(world)
)

const stockBuyer = () => new x402Client().register("eip155:*", new ExactEvmScheme(nextBuyer()))

const fx = (meta?: object, given: unknown = question) => callOf("fx_rates", given, meta)

/** A payment for exchange rates, as the header has it and as its JSON. */
const signed = Effect.promise(async () => {
  const header = await payment({ account: nextBuyer() })
  return { header, meta: { "x402/payment": decode(header) } }
})

/** The text of a result's last content: the service's own error, where it failed. */
const errorOf = ({ json }: { readonly json: { readonly result?: { content: Array<{ text: string }> } } }) =>
  JSON.parse(json.result?.content.at(-1)?.text ?? "{}").error

layer(service, { excludeTestServices: true, timeout: "5 minutes" })("/mcp", (it) => {
  it.scoped.each(eras)("%s: lists, demands, sells, and gives the bytes of HTTP again", (era) =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const knobs = yield* Knobs
      knobs.reset()
      const client = yield* connect(url, era)
      const { tools } = yield* Effect.promise(() => client.listTools())
      expect(tools).toHaveLength(19)
      expect(JSON.stringify(tools).length).toBeLessThan(45 * 1024)

      const demanded = yield* Effect.promise(() => client.callTool({ name: "fx_rates", arguments: question }))
      expect(demanded).toMatchObject({
        isError: true,
        structuredContent: { x402Version: 2, resource: { url: expect.stringMatching(/\/mcp$/) } }
      })
      const [first, second] = demanded.content.map((one) => (one.type === "text" ? JSON.parse(one.text) : {}))
      expect(first).toEqual(demanded.structuredContent)
      expect(second).toMatchObject({ error: { code: "PAYMENT_REQUIRED" } })
      expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })

      const payload = yield* Effect.promise(() => stockBuyer().createPaymentPayload(first))
      const buy = Effect.promise(() =>
        client.callTool({ name: "fx_rates", arguments: question, _meta: { "x402/payment": { ...payload } } })
      )
      const [paid, again] = [yield* buy, yield* buy]
      expect(paid.isError).not.toBe(true)
      expect(paid._meta?.["x402/payment-response"]).toMatchObject({ success: true, amount: "2000" })
      const text = paid.content.flatMap((one) => (one.type === "text" ? one.text : [])).join()
      expect(JSON.stringify(paid.structuredContent)).toBe(text)
      expect([again.content, again._meta]).toEqual([paid.content, paid._meta])
      // The same payment over HTTP.
      const header = Buffer.from(JSON.stringify(payload)).toString("base64")
      // The stock client names the resource of the challenge, which is not the path.
      const { resource: _, ...unnamed } = JSON.parse(JSON.stringify(payload))
      const overHttp = yield* Effect.promise(() =>
        call(url, Buffer.from(JSON.stringify(unnamed)).toString("base64"))
      )
      expect([overHttp.status, overHttp.text]).toEqual([200, text])
      expect((yield* Effect.promise(() => call(url, header))).text).toBe(text)
      expect(knobs.calls).toMatchObject({ verify: 1, settle: 1 })

      const unknown = yield* Effect.promise(() =>
        client.callTool({ name: "nope", arguments: {} }).catch(String)
      )
      expect(unknown).toContain("Unknown tool: nope")
    })
  )

  it.effect.each(registeredCapabilities)(
    "$facts.id: demands a payment in a way that indexes can read",
    ({ facts }) =>
      Effect.gen(function* () {
        const { url } = yield* Almanac
        const { json } = yield* send(url, callOf(toolName(facts.id), facts.example.request))
        const { bazaar } = json.result.structuredContent.extensions
        expect(bazaar.info.input.toolName).toBe(toolName(facts.id))
        expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true })
        expect(validateDiscoveryExtensionSpec(bazaar)).toEqual({ valid: true })
      })
  )

  it.effect("gives what was bought over HTTP, by `_meta` or the header", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const { header, meta } = yield* signed
      const { text } = yield* Effect.promise(() => call(url, header))
      const byMeta = yield* send(url, fx(meta))
      const byHeader = yield* send(url, fx(), { "payment-signature": header })
      for (const { json } of [byMeta, byHeader]) {
        expect(json.result.content).toEqual([{ type: "text", text }])
        expect(json.result.structuredContent).toEqual(JSON.parse(text))
        expect(json.result._meta["x402/payment-response"].success).toBe(true)
        expect(json.result._meta["almanac/headers"]["content-digest"]).toMatch(/^sha-256=:/)
      }
    })
  )

  it.effect("takes numbers and lists as texts for the same request", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const { meta } = yield* signed
      const first = yield* send(url, fx(meta, { base: "EUR", currencies: "USD, GBP" }))
      const again = yield* send(url, fx(meta, { base: "eur ", currencies: '["USD","GBP"]', date: null }))
      expect(again.json.result).toEqual(first.json.result)
      expect(first.json.result.structuredContent.data.base).toBe("EUR")
    })
  )

  it.effect("keeps a purchase under the buyer's own key", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const account = nextBuyer()
      const pay = Effect.promise(async () => ({ "x402/payment": decode(await payment({ account })) }))
      const key = { "io.almanac/idempotency-key": `key-${account.address}` }
      const first = yield* send(url, fx({ ...(yield* pay), ...key }))
      const again = yield* send(url, fx({ ...(yield* pay), ...key }))
      expect(again.json.result.content).toEqual(first.json.result.content)
      for (const malformed of [7, "", "a b"]) {
        const meta = { ...(yield* pay), "io.almanac/idempotency-key": malformed }
        expect(errorOf(yield* send(url, fx(meta)))).toMatchObject({
          code: "VALIDATION_FAILED",
          message: '_meta["io.almanac/idempotency-key"] must be 1 to 128 visible ASCII characters.'
        })
      }
      const without = { ...(yield* pay), "io.almanac/idempotency-key": null }
      expect((yield* send(url, fx(without))).json.result.content).toEqual(expect.anything())
    })
  )

  it.effect("answers a client that takes demands as such", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { extensions: { "org.x402/payment": {} } }
      }
      const headers = {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "fx_rates"
      }
      const { json } = yield* send(url, fx(meta), headers)
      expect(json.result).toMatchObject({
        resultType: "payment_required",
        paymentRequired: { x402Version: 2, accepts: [{ amount: "2000" }] },
        _meta: { "almanac/error": { code: "PAYMENT_REQUIRED" } }
      })
      expect(json.result.isError).toBeUndefined()
    })
  )

  it.effect(
    "tells free of charge what a call costs, what became of a payment, and how the providers are",
    () =>
      Effect.gen(function* () {
        const { url } = yield* Almanac
        const ask = (name: string, given: object) =>
          Effect.map(send(url, callOf(name, given)), ({ json }) => json.result)
        const good = yield* ask("almanac_quote", { tool: "fx.rates", arguments: question })
        expect(good.structuredContent.data).toEqual({
          tool: "fx_rates",
          price: { amount: "0.002", currency: "USDC" },
          valid: true,
          problems: [],
          unavailableProviders: []
        })
        const bad = yield* ask("almanac_quote", { tool: "fx_rates", arguments: { base: "E" } })
        expect(
          bad.structuredContent.data.problems.map(({ pointer }: { pointer: string }) => pointer)
        ).toEqual(["/base", "/currencies"])
        const { header } = yield* signed
        yield* Effect.promise(() => call(url, header))
        const { payload } = Object(decode(header))
        const { from: payer, nonce } = payload.authorization
        const state = yield* ask("almanac_payment", { payer, nonce })
        const overHttp = yield* Effect.promise(async () =>
          (await fetch(`${url}/v1/payments/${payer}/${nonce}`)).json()
        )
        expect(state.structuredContent.data).toEqual(Object(overHttp).data)
        expect((yield* ask("almanac_payment", { payer, nonce: "0x" })).isError).toBe(true)
        expect((yield* ask("almanac_status", {})).structuredContent.data.operations.length).toBeGreaterThan(5)
      })
  )

  it.effect("offers what `?tools=` names; the gateway sells, too", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const list = { jsonrpc: "2.0", id: '"tools":[]', method: "tools/list" }
      const namesOf = (query: string) =>
        Effect.map(send(url, list, {}, query), ({ json }) => {
          expect(json.id).toBe(list.id)
          return json.result.tools.map(({ name }: { name: string }) => name)
        })
      expect(yield* namesOf("?tools=weather,fx_rates")).toEqual(["fx_rates", "weather"])
      expect(yield* namesOf("?tools=gateway")).toEqual(["almanac_list", "almanac_describe", "almanac_call"])
      expect((yield* send(url, fx(), {}, "?tools=weather")).json.error.code).toBe(-32602)
      expect((yield* send(url, list, {}, "?tools=wether")).json.error.code).toBe("VALIDATION_FAILED")
      const { meta } = yield* signed
      const through = (name: string, given: object) =>
        Effect.map(send(url, callOf(name, given, meta), {}, "?tools=gateway"), ({ json }) => json.result)
      expect((yield* through("almanac_list", {})).structuredContent.data.tools).toHaveLength(16)
      const described = yield* through("almanac_describe", { tool: "fx_rates" })
      expect(described.structuredContent.data.inputSchema.required).toEqual(["base", "currencies"])
      const bought = yield* through("almanac_call", { tool: "fx_rates", arguments: question })
      expect(bought.content).toEqual((yield* send(url, fx(meta))).json.result.content)
      expect((yield* through("almanac_call", { tool: "nope", arguments: {} })).isError).toBe(true)
    })
  )

  const modern = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {}
  }
  const big = { base: "EUR", currencies: ["USD"], more: "x".repeat(70 * 1024) }
  const deep = `${"[".repeat(900)}${"]".repeat(900)}`
  const hostile = JSON.stringify(fx({ "x402/payment": 0 })).replace(
    '"x402/payment":0',
    `"x402/payment":${deep}`
  )
  it.effect.each([
    ["nothing", "", {}, 400, -32700],
    ["an unknown method", { jsonrpc: "2.0", id: 1, method: "tools/buy" }, {}, 200, -32601],
    [
      "a subscription",
      { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: { _meta: modern } },
      {},
      400,
      -32601
    ],
    [
      "an unknown revision",
      fx({ ...modern, "io.modelcontextprotocol/protocolVersion": "2031-01-01" }),
      { "mcp-protocol-version": "2031-01-01" },
      400,
      -32022
    ],
    [
      "headers that are not the message's",
      fx(modern),
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list", "mcp-name": "fx_rates" },
      400,
      -32020
    ],
    ["an unknown tool", callOf("rates", question), {}, 200, -32602],
    ["no name", callOf("", question), {}, 200, -32602],
    ["a form", fx(), { "content-type": "text/plain" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    [
      "more than a body and a payment",
      fx(undefined, { more: "x".repeat(90 * 1024) }),
      {},
      413,
      "PAYLOAD_TOO_LARGE"
    ],
    ["larger arguments than over HTTP", fx(undefined, big), {}, 200, "PAYLOAD_TOO_LARGE"],
    ["a request that breaks a rule", fx(undefined, { base: "EUR" }), {}, 200, "VALIDATION_FAILED"],
    [
      "arguments nested as deeply as a message may be",
      JSON.stringify(fx(undefined, { base: 0 })).replace('"base":0', `"base":${deep}`),
      {},
      200,
      "VALIDATION_FAILED"
    ],
    ["a payment nested as deeply as a message may be", hostile, {}, 200, "PAYMENT_INVALID"],
    ["a payment that is none", fx({ "x402/payment": 7 }), {}, 200, "PAYMENT_INVALID"],
    ["a payment of text", fx({ "x402/payment": "e30=" }), {}, 200, "PAYMENT_INVALID"],
    ["a payment of the first version", fx({ "x402/payment": { x402Version: 1 } }), {}, 200, "PAYMENT_INVALID"]
  ] as const)("refuses %s, and charges nothing", ([, message, headers, status, code]) =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const knobs = yield* Knobs
      knobs.reset()
      const answer = yield* send(url, message, headers)
      const error = answer.json?.error ?? errorOf(answer)
      expect([answer.status, error?.code]).toEqual([status, code])
      expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
    })
  )

  it.effect.each(noRequests)("answers %s by its id, in plain words", ([, text, code, id, message]) =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const { json, status } = yield* send(url, text)
      expect([status, json]).toEqual([
        code === -32602 ? 200 : 400,
        { jsonrpc: "2.0", id, error: { code, message: expect.stringContaining(message) } }
      ])
    })
  )

  it.effect("sells nothing for another tool's payment", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const { meta } = yield* signed
      const other = yield* send(url, callOf("weather", { latitude: 1, longitude: 1 }, meta))
      expect(errorOf(other)).toMatchObject({
        code: "PAYMENT_INVALID",
        details: { reason: "invalid_payment_requirements" }
      })
      yield* send(url, fx(meta))
      const another = yield* send(url, fx(meta, { ...question, base: "USD" }))
      expect(errorOf(another)).toMatchObject({
        code: "PAYMENT_INVALID",
        details: { reason: "nonce_already_used" }
      })
    })
  )

  it.effect("takes POST and OPTIONS alone, from its own host and pages", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      for (const method of ["GET", "DELETE", "PUT"]) {
        const response = yield* Effect.promise(() => fetch(`${url}/mcp`, { method }))
        expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"])
      }
      const preflight = yield* Effect.promise(() => fetch(`${url}/mcp`, { method: "OPTIONS" }))
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get("access-control-allow-headers")).toMatch(
        /MCP-Protocol-Version.*Mcp-Session-Id/
      )
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })
      const head = (...headers: ReadonlyArray<string>) => [
        "POST /mcp HTTP/1.1",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        ...headers
      ]
      // `raw` names a host of its own.
      expect(yield* raw(url, head(), body)).toMatch(/^HTTP\/1.1 403 [\s\S]*"FORBIDDEN"/)
      const { port } = new URL(url)
      for (const [origin, status] of [
        ["https://evil.example", 403],
        ["null", 403],
        [`http://localhost:${port}`, 200],
        ["http://127.0.0.1:5173", 200]
      ] as const) {
        const answer = yield* send(url, body, { origin })
        expect([origin, answer.status]).toEqual([origin, status])
        expect(answer.headers.get("access-control-allow-origin")).toBe("*")
      }
    })
  )

  it.scoped("is not held up by bodies that do not come", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const begun = Array.from({ length: 3 }, () =>
        Effect.promise(
          () =>
            new Promise<number>((resolve) => {
              const outgoing = request(
                `${url}/mcp`,
                { method: "POST", headers: { "content-type": "application/json", "content-length": "100" } },
                (response) => {
                  resolve(response.statusCode ?? 0)
                  outgoing.destroy()
                }
              )
              outgoing.on("error", () => resolve(0))
              outgoing.write("{")
            })
        )
      )
      // Two are awaited at a time here (a quarter of `MAX_CALLS`): the one that has waited longest ends at once.
      const first = yield* Effect.raceAll(begun)
      expect(first).toBe(408)
      expect((yield* send(url, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(200)
    })
  )

  it.scoped("refuses each of many large messages that come at once, or has no place for it", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      // Twenty times as large once it is read, and of more values than the library is to look at.
      const params = { _meta: { much: Array(18_000).fill({}) } }
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params })
      const message = [
        "POST /mcp HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        `Content-Length: ${body.length}`,
        "",
        body
      ].join("\r\n")
      for (const text of yield* atOnce(Number(new URL(url).port), 200, message)) {
        expect(text).toMatch(
          /^HTTP\/1\.1 (?:400 [\s\S]*"code":-32600|503 [\s\S]*\nretry-after: 1\r[\s\S]*"code":"OVERLOADED")/i
        )
      }
      expect((yield* send(url, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(200)
    })
  )

  it.scoped.each([
    ["an object with a member toString", '{"toString":1}'],
    ["lists in lists", "[".repeat(900) + "]".repeat(900)],
    ["nothing", "null"]
  ])("says which tools there are where the name of one is %s", ([, tool]) =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      for (const name of ["almanac_quote", "almanac_describe", "almanac_call"]) {
        const asked = JSON.stringify(callOf(name, { tool: "", arguments: {} })).replace(
          '"tool":""',
          `"tool":${tool}`
        )
        const answer = yield* send(url, asked, {}, "?tools=gateway,almanac_quote")
        expect([name, errorOf(answer)]).toMatchObject([name, { code: "VALIDATION_FAILED" }])
      }
    })
  )

  it.scoped("ends a purchase with its caller", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const knobs = yield* Knobs
      knobs.reset()
      knobs.rates = () => Effect.never
      const { meta } = yield* signed
      const uncached = { base: "CHF", currencies: ["SEK"] }
      const gone = new AbortController()
      const asked = fetch(`${url}/mcp`, {
        method: "POST",
        signal: gone.signal,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify(fx(meta, uncached))
      }).catch(() => "gone")
      yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => knobs.calls.rates > 0 })
      gone.abort()
      expect(yield* Effect.promise(() => asked)).toBe("gone")
      const { authorization } = Object(meta["x402/payment"]).payload
      const state = Effect.promise(async () => {
        const status = await fetch(`${url}/v1/payments/${authorization.from}/${authorization.nonce}`)
        return Object(await status.json()).data?.state
      })
      // The payment is given back: it can be used again.
      yield* Effect.repeat(Effect.zipRight(Effect.sleep("20 millis"), state), {
        until: (state) => state === "released"
      })
      expect(knobs.calls.settle).toBe(0)
      knobs.reset()
    })
  )

  it.effect("logs a call as one over HTTP, and nothing of its payment", () =>
    Effect.gen(function* () {
      const { lines, url } = yield* Almanac
      lines.length = 0
      const { meta } = yield* signed
      yield* send(url, fx(meta), { "x-request-id": "paid" })
      yield* send(url, fx(meta), { "x-request-id": "again" })
      yield* send(url, fx(), { "x-request-id": "unpaid" })
      const lineOf = (id: string) => lines.find(({ requestId }) => requestId === id)
      const facts = { message: "request", method: "POST", route: "/mcp", capability: "fx.rates" }
      expect(lineOf("paid")).toMatchObject({
        ...facts,
        status: 200,
        outcome: "delivered",
        charged: true,
        amount: "0.002"
      })
      expect(lineOf("again")).toMatchObject({
        ...facts,
        outcome: "replayed",
        charged: false,
        original: "paid"
      })
      expect(lineOf("unpaid")).toMatchObject({ ...facts, status: 402, outcome: "PAYMENT_REQUIRED" })
      const { authorization, signature } = Object(meta["x402/payment"]).payload
      const logged = JSON.stringify(lines)
      for (const secret of [signature, authorization.nonce, authorization.from])
        expect(logged).not.toContain(secret)
    })
  )
})
