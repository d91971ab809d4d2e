/**
 * The HTTP surface, rule by rule, through the real server.
 */

import { expect, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Predicate, Schedule } from "effect"
import { codes } from "../../src/Api/Failure.ts"
import { version } from "../../src/Api/Version.ts"
import {
  FacilitatorUnavailable,
  SettlementFailed,
  SettlementUnknown
} from "../../src/Payment/facilitator/Facilitator.ts"
import {
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable
} from "../../src/Providers/Errors.ts"
import { decode, payment, question } from "../support/Buyer.ts"
import { exchange, jsonOf, oneConnection, type Received, type Sent } from "../support/Exchange.ts"
import { buyers, Knobs, type Running, start, world } from "../support/Harness.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}
/** Its database does not answer. */
class Away extends Context.Tag("test/Away")<Away, Running>() {}
class Sandboxed extends Context.Tag("test/Sandboxed")<Sandboxed, Running>() {}
/** It was told to stop, and nothing is under way. */
class Stopping extends Context.Tag("test/Stopping")<Stopping, Running>() {}

const publicUrl = "https://almanac.example"
const environment = { PUBLIC_URL: publicUrl }

const services = Layer.mergeAll(
  Layer.scoped(Almanac, start({ environment })),
  Layer.scoped(Away, start({ environment, away: true })),
  Layer.scoped(Sandboxed, start({ environment, sandbox: true })),
  Layer.scoped(
    Stopping,
    Effect.tap(start({ environment }), ({ lifecycle }) => lifecycle.drain)
  )
).pipe(Layer.provideMerge(world))

const reset = Effect.map(Knobs, (knobs) => {
  knobs.reset()
  return knobs
})

const fetched = (url: string, sent: Sent) => Effect.promise(() => exchange(url, sent))
const get = (target: string, headers: Sent["headers"] = {}) =>
  Effect.flatMap(Almanac, ({ url }) => fetched(url, { target, headers }))

const target = "/v1/fx/rates"
const good = JSON.stringify(question)
const json = { "content-type": "application/json" }

const buyer = (index: number) => {
  const account = buyers[index]
  if (account === undefined) throw new Error("no such buyer")
  return account
}

const pay = (index = 0) => Effect.promise(() => payment({ account: buyer(index) }))

/** A call of the paid route; `headers` replace the usual ones. */
const post = (sent: Sent = {}): Sent => ({
  method: "POST",
  target,
  body: good,
  ...sent,
  headers: { ...json, ...sent.headers }
})

const rates = (sent: Sent = {}) => Effect.flatMap(Almanac, ({ url }) => fetched(url, post(sent)))

/** A paid call whose question no other call has asked: what is cached cannot fail. */
const paid = (index: number, currency: string, url?: string) =>
  Effect.gen(function* () {
    const header = yield* pay(index)
    const body = JSON.stringify({ base: "EUR", currencies: [currency] })
    const sent = post({ headers: { "payment-signature": header }, body })
    return yield* fetched(url ?? (yield* Almanac).url, sent)
  })

const codeOf = (received: Received): unknown => {
  const body = jsonOf(received)
  const error = Predicate.isRecord(body) ? body["error"] : undefined
  return Predicate.isRecord(error) ? error["code"] : undefined
}

const problemsOf = (received: Received): unknown => {
  const body = jsonOf(received)
  const error = Predicate.isRecord(body) ? body["error"] : undefined
  const details = Predicate.isRecord(error) ? error["details"] : undefined
  return Predicate.isRecord(details) ? details["problems"] : undefined
}

const rows = Effect.flatMap(Almanac, ({ table }) => table.payments)

/** Padded with blanks, which JSON allows. */
const ofSize = (bytes: number) => good + " ".repeat(bytes - good.length)
const limit = 64 * 1024

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("the HTTP surface", (it) => {
  it.effect("has a fixed status and retryable for each code", () =>
    Effect.sync(() => {
      const law = {
        VALIDATION_FAILED: [400, false],
        PAYMENT_REQUIRED: [402, false],
        PAYMENT_INVALID: [402, false],
        PAYMENT_REJECTED: [402, false],
        PAYMENT_SETTLEMENT_FAILED: [402, false],
        NOT_FOUND: [404, false],
        WORK_NOT_FOUND: [404, false],
        METHOD_NOT_ALLOWED: [405, false],
        REQUEST_TIMEOUT: [408, true],
        PAYMENT_CONFLICT: [409, false],
        PAYLOAD_TOO_LARGE: [413, false],
        FORBIDDEN: [403, false],
        UNSUPPORTED_MEDIA_TYPE: [415, false],
        PROVIDER_RATE_LIMITED: [429, true],
        TOO_MANY_REQUESTS: [429, true],
        INTERNAL_ERROR: [500, false],
        PROVIDER_UNAVAILABLE: [502, true],
        PROVIDER_BAD_RESPONSE: [502, false],
        PAYMENT_FACILITATOR_UNAVAILABLE: [503, true],
        PAYMENT_SETTLEMENT_PENDING: [503, true],
        LEDGER_UNAVAILABLE: [503, true],
        OVERLOADED: [503, true],
        CAPABILITY_PAUSED: [503, true],
        SHUTTING_DOWN: [503, true],
        PROVIDER_TIMEOUT: [504, true]
      }
      const ours = Object.fromEntries(
        Object.entries(codes).map(([code, { status, retryable }]) => [code, [status, retryable]])
      )
      expect(law).toMatchObject(ours)
    })
  )

  const secret = "https://user:key@internal.example/path"
  const failing = (index: number, currency: string, error: ProviderError) =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.rates = () => error
      return yield* paid(index, currency)
    })

  const failures: ReadonlyArray<{
    readonly code: keyof typeof codes
    readonly status: number
    readonly retryable: boolean
    readonly retryAfter?: string
    readonly details?: object
    readonly allow?: string
    readonly received: Effect.Effect<Received, never, Almanac | Away | Stopping | Knobs>
  }> = [
    {
      code: "VALIDATION_FAILED",
      status: 400,
      retryable: false,
      details: { problems: [{ pointer: "/currencies", message: "is required" }] },
      received: Effect.flatMap(pay(), (header) =>
        rates({ headers: { "payment-signature": header }, body: '{"base":"EUR"}' })
      )
    },
    { code: "PAYMENT_REQUIRED", status: 402, retryable: false, received: rates() },
    {
      code: "PAYMENT_INVALID",
      status: 402,
      retryable: false,
      details: { reason: "invalid_payload" },
      received: rates({ headers: { "payment-signature": "!" } })
    },
    {
      code: "PAYMENT_REJECTED",
      status: 402,
      retryable: false,
      details: { reason: "some_reason" },
      received: Effect.gen(function* () {
        const knobs = yield* reset
        knobs.verify = () => Effect.succeed({ isValid: false, reason: "some_reason" })
        return yield* paid(1, "AUD")
      })
    },
    {
      code: "PAYMENT_SETTLEMENT_FAILED",
      status: 402,
      retryable: false,
      details: { reason: "some_reason" },
      received: Effect.gen(function* () {
        const knobs = yield* reset
        knobs.settle = () => new SettlementFailed({ reason: "some_reason" })
        return yield* paid(2, "BRL")
      })
    },
    { code: "NOT_FOUND", status: 404, retryable: false, received: get("/v1/nowhere") },
    {
      code: "METHOD_NOT_ALLOWED",
      status: 405,
      retryable: false,
      allow: "POST, OPTIONS",
      received: get(target)
    },
    {
      code: "PAYLOAD_TOO_LARGE",
      status: 413,
      retryable: false,
      received: Effect.flatMap(pay(), (header) =>
        rates({ headers: { "payment-signature": header }, body: ofSize(limit + 1) })
      )
    },
    {
      code: "UNSUPPORTED_MEDIA_TYPE",
      status: 415,
      retryable: false,
      received: Effect.flatMap(pay(), (header) =>
        rates({ headers: { "payment-signature": header, "content-type": "text/plain" } })
      )
    },
    {
      code: "PROVIDER_RATE_LIMITED",
      status: 429,
      retryable: true,
      retryAfter: "30",
      details: { provider: "frankfurter" },
      received: failing(3, "CAD", new ProviderRateLimited({ provider: "frankfurter", reason: secret }))
    },
    {
      code: "PROVIDER_UNAVAILABLE",
      status: 502,
      retryable: true,
      details: { provider: "frankfurter" },
      received: failing(3, "CHF", new ProviderUnavailable({ provider: "frankfurter", reason: secret }))
    },
    {
      code: "PROVIDER_BAD_RESPONSE",
      status: 502,
      retryable: false,
      retryAfter: "3600",
      details: { provider: "frankfurter" },
      received: failing(
        3,
        "CNY",
        new ProviderBadResponse({ provider: "frankfurter", reason: secret, retryAfter: 86_400 })
      )
    },
    {
      code: "PROVIDER_TIMEOUT",
      status: 504,
      retryable: true,
      retryAfter: "1",
      details: { provider: "frankfurter" },
      received: failing(
        3,
        "CZK",
        new ProviderTimeout({ provider: "frankfurter", reason: secret, retryAfter: 0.2 })
      )
    },
    {
      code: "INTERNAL_ERROR",
      status: 500,
      retryable: false,
      received: Effect.gen(function* () {
        const knobs = yield* reset
        knobs.rates = () => Effect.die(new Error(secret))
        return yield* paid(3, "DKK")
      })
    },
    {
      code: "PAYMENT_FACILITATOR_UNAVAILABLE",
      status: 503,
      retryable: true,
      retryAfter: "10",
      received: Effect.gen(function* () {
        const knobs = yield* reset
        knobs.verify = () => new FacilitatorUnavailable({ reason: "connection" })
        return yield* paid(4, "GBP")
      })
    },
    {
      code: "PAYMENT_SETTLEMENT_PENDING",
      status: 503,
      retryable: true,
      retryAfter: "15",
      received: Effect.gen(function* () {
        const knobs = yield* reset
        knobs.settle = () => new SettlementUnknown({ reason: secret })
        return yield* paid(5, "HKD")
      })
    },
    {
      code: "LEDGER_UNAVAILABLE",
      status: 503,
      retryable: true,
      retryAfter: "5",
      received: Effect.flatMap(Away, ({ url }) => paid(6, "HUF", url))
    },
    {
      code: "SHUTTING_DOWN",
      status: 503,
      retryable: true,
      retryAfter: "5",
      received: Effect.flatMap(Stopping, ({ url }) => fetched(url, post()))
    }
  ]
  for (const { code, status, retryable, retryAfter, details, allow, received } of failures) {
    it.effect(`answers ${code} with ${status}, and nothing but the error`, () =>
      Effect.gen(function* () {
        const answer = yield* received
        yield* reset
        expect(answer.status).toBe(status)
        const { headers } = answer
        const challenge = headers["payment-required"]
        expect(challenge !== undefined).toBe(status === 402)
        const shown = challenge === undefined ? {} : decode(challenge)
        const { error: reason, ...members } = Predicate.isRecord(shown) ? shown : {}
        expect(jsonOf(answer)).toEqual({
          error: {
            code,
            message: expect.stringMatching(/^.{10,200}$/),
            retryable,
            ...(details === undefined ? {} : { details })
          },
          meta: { requestId: headers["x-request-id"] },
          ...members
        })
        expect(Object.keys(members).sort()).toEqual(
          status === 402 ? ["accepts", "extensions", "resource", "x402Version"] : []
        )
        if (status === 402) {
          const given = details !== undefined && "reason" in details ? details.reason : "Payment required"
          expect(reason).toBe(given)
        }
        expect(answer.text).not.toContain("internal.example")
        expect(headers["content-type"]).toBe("application/json")
        expect(headers["cache-control"]).toBe("no-store")
        expect(headers["retry-after"]).toBe(retryAfter)
        expect(headers["allow"]).toBe(allow)
        expect(headers["x-sandbox"]).toBeUndefined()
        expect(headers["payment-response"] !== undefined).toBe(code.startsWith("PAYMENT_SETTLEMENT"))
      })
    )
  }

  it.effect("writes a failure's code and id in the log line, and no secret", () =>
    Effect.gen(function* () {
      const { lines } = yield* Almanac
      const { headers } = yield* get("/v1/nowhere?key=secret", { "x-request-id": "my-own.id_1" })
      expect(headers["x-request-id"]).toBe("my-own.id_1")
      const line = lines.find(({ requestId }) => requestId === "my-own.id_1")
      expect(line).toMatchObject({ method: "GET", path: "/v1/nowhere", status: 404, outcome: "NOT_FOUND" })
    })
  )

  const junk = `{${" ".repeat(limit)}`
  const text = { "content-type": "text/plain" }
  const precedence: ReadonlyArray<{
    readonly name: string
    readonly service: typeof Away | typeof Stopping
    /** `invalid` and `valid` are payments. */
    readonly payment: "none" | "invalid" | "valid"
    readonly sent: Sent
    readonly answer: readonly [status: number, code: string | undefined]
  }> = [
    {
      name: "OPTIONS",
      service: Stopping,
      payment: "invalid",
      sent: { method: "OPTIONS", target: "/v1/nowhere", body: junk, headers: text },
      answer: [204, undefined]
    },
    {
      name: "no such route",
      service: Stopping,
      payment: "invalid",
      sent: { target: "/v1/nowhere", body: junk, headers: text },
      answer: [404, "NOT_FOUND"]
    },
    {
      name: "not this method",
      service: Stopping,
      payment: "invalid",
      sent: { method: "PUT", body: junk, headers: text },
      answer: [405, "METHOD_NOT_ALLOWED"]
    },
    {
      name: "shutting down",
      service: Stopping,
      payment: "none",
      sent: { body: junk, headers: text },
      answer: [503, "SHUTTING_DOWN"]
    },
    {
      name: "shutting down, with a payment",
      service: Stopping,
      payment: "valid",
      sent: {},
      answer: [503, "SHUTTING_DOWN"]
    },
    {
      name: "no payment",
      service: Away,
      payment: "none",
      sent: { body: junk, headers: text },
      answer: [402, "PAYMENT_REQUIRED"]
    },
    {
      name: "invalid payment",
      service: Away,
      payment: "invalid",
      sent: { body: junk, headers: text },
      answer: [402, "PAYMENT_INVALID"]
    },
    {
      name: "too large",
      service: Away,
      payment: "valid",
      sent: { body: junk, headers: text },
      answer: [413, "PAYLOAD_TOO_LARGE"]
    },
    {
      name: "not JSON by its type",
      service: Away,
      payment: "valid",
      sent: { body: "{", headers: text },
      answer: [415, "UNSUPPORTED_MEDIA_TYPE"]
    },
    {
      name: "not valid",
      service: Away,
      payment: "valid",
      sent: { body: "{" },
      answer: [400, "VALIDATION_FAILED"]
    },
    {
      name: "no ledger",
      service: Away,
      payment: "valid",
      sent: {},
      answer: [503, "LEDGER_UNAVAILABLE"]
    }
  ]
  for (const { name, service, payment: kind, sent, answer } of precedence) {
    it.effect(`answers the first of what applies: ${name}`, () =>
      Effect.gen(function* () {
        const { url } = service === Away ? yield* Away : yield* Stopping
        const headers =
          kind === "none" ? {} : { "payment-signature": kind === "invalid" ? "e30=" : yield* pay() }
        const received = yield* fetched(url, post({ ...sent, headers: { ...sent.headers, ...headers } }))
        expect([received.status, received.text === "" ? undefined : codeOf(received)]).toEqual(answer)
      })
    )
  }

  const sizes: ReadonlyArray<readonly [bytes: number, chunked: boolean, status: number]> = [
    [limit, false, 200],
    [limit, true, 200],
    [limit + 1, false, 413],
    [limit + 1, true, 413],
    [1024 * 1024, false, 413],
    [1024 * 1024, true, 413]
  ]
  for (const [bytes, chunked, status] of sizes) {
    it.effect(
      `takes ${bytes} bytes ${chunked ? "in chunks" : "declared"}: ${status}, the connection stays`,
      () =>
        Effect.gen(function* () {
          yield* reset
          const agent = oneConnection()
          const header = yield* pay()
          const unpaid = yield* rates({ agent, chunked, body: ofSize(bytes) })
          expect(unpaid.status).toBe(402)
          const received = yield* rates({
            agent,
            chunked,
            body: ofSize(bytes),
            headers: { "payment-signature": header }
          })
          expect(received.status).toBe(status)
          const next = yield* rates({ agent })
          expect([unpaid.port, next.port]).toEqual([received.port, received.port])
          agent.destroy()
        })
    )
  }

  const types: ReadonlyArray<readonly [contentType: string | undefined, status: number]> = [
    [undefined, 200],
    ["application/json", 200],
    ["APPLICATION/JSON", 200],
    ["application/json; charset=utf-8", 200],
    ["application/json ; charset=UTF-8", 200],
    ["application/ld+json", 200],
    ["application/vnd.api+json; version=1", 200],
    ["text/plain", 415],
    ["text/plain; application/json", 415],
    ["text/json", 415],
    ["application/jsonp", 415],
    ["application/json5", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/octet-stream", 415],
    ["*/*", 415]
  ]
  for (const [contentType, status] of types) {
    it.effect(`reads a body of type ${contentType ?? "(absent)"}: ${status}`, () =>
      Effect.gen(function* () {
        const { url } = yield* Almanac
        const header = yield* pay()
        const received = yield* fetched(url, {
          method: "POST",
          target,
          body: good,
          headers: {
            "payment-signature": header,
            ...(contentType === undefined ? {} : { "content-type": contentType })
          }
        })
        expect(received.status).toBe(status)
      })
    )
  }

  const made = /^req_[0-9a-f]{32}$/
  const ids: ReadonlyArray<readonly [sent: string | ReadonlyArray<string> | undefined, kept: boolean]> = [
    ["a", true],
    ["Trace.2026_11-28", true],
    ["x".repeat(128), true],
    [undefined, false],
    ["", false],
    ["x".repeat(129), false],
    ["a b", false],
    ["a/b", false],
    ['a"b', false],
    ["é", false],
    [["a", "b"], false]
  ]
  it.effect("keeps a client's x-request-id of 1 to 128 plain characters, and makes another otherwise", () =>
    Effect.gen(function* () {
      const seen = new Set<unknown>()
      for (const [sent, kept] of ids) {
        const headers = sent === undefined ? {} : { "x-request-id": sent }
        for (const received of [
          yield* rates({ headers }),
          yield* get("/v1/capabilities", headers),
          yield* get("/v1/nowhere", headers),
          yield* rates({ headers: { ...headers, "payment-signature": "!" } })
        ]) {
          const id = received.headers["x-request-id"]
          expect(id).toEqual(kept ? sent : expect.stringMatching(made))
          expect(jsonOf(received)).toMatchObject({ meta: { requestId: id } })
          if (!kept) expect(seen.has(id)).toBe(false)
          seen.add(id)
        }
      }
    })
  )

  it.effect("gives every request its own id in the answer, also of a stored one", () =>
    Effect.gen(function* () {
      const header = yield* pay()
      const first = yield* rates({ headers: { "payment-signature": header, "x-request-id": "first" } })
      const again = yield* rates({ headers: { "payment-signature": header, "x-request-id": "second" } })
      expect([first.headers["x-request-id"], again.headers["x-request-id"]]).toEqual(["first", "second"])
      expect(jsonOf(again)).toMatchObject({ meta: { requestId: "first" } })
    })
  )

  it.effect("answers a preflight of any path with 204 and exactly these headers, never 402", () =>
    Effect.gen(function* () {
      for (const path of [target, "/v1/capabilities", "/nowhere", "*"]) {
        const received = yield* Effect.flatMap(Almanac, ({ url }) =>
          fetched(url, {
            method: "OPTIONS",
            target: path,
            headers: {
              origin: "https://buyer.example",
              "access-control-request-method": "POST",
              "access-control-request-headers": "payment-signature,access-control-expose-headers"
            }
          })
        )
        const { date: _, connection: __, ...headers } = received.headers
        expect([received.status, received.text]).toEqual([204, ""])
        expect(headers).toEqual({
          "access-control-allow-origin": "*",
          "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
          "access-control-allow-headers":
            "Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, X-Request-Id, Idempotency-Key, Prefer, traceparent, " +
            "Access-Control-Expose-Headers",
          "access-control-max-age": "7200",
          "access-control-expose-headers": expect.any(String),
          "x-request-id": expect.stringMatching(made)
        })
      }
    })
  )

  it.effect(
    "lets a paid answer be kept by the buyer alone, and the free documents by anybody for a minute",
    () =>
      Effect.gen(function* () {
        yield* reset
        const cacheControl = (received: Received) => [received.status, received.headers["cache-control"]]
        expect(cacheControl(yield* paid(0, "USD"))).toEqual([200, "private"])
        expect(cacheControl(yield* get("/v1/capabilities"))).toEqual([200, "public, max-age=60"])
        expect(cacheControl(yield* get("/openapi.json"))).toEqual([200, "public, max-age=60"])
        expect(cacheControl(yield* get("/health"))).toEqual([200, "no-store"])
        expect(cacheControl(yield* get("/health/ready"))).toEqual([200, "no-store"])
      })
  )

  const tags: ReadonlyArray<readonly [path: string, form: RegExp]> = [
    ["/openapi.json", /^"[\w-]{20,}"$/],
    ["/v1/capabilities", /^W\/"[\w-]{20,}"$/]
  ]
  for (const [path, form] of tags) {
    it.effect(`answers 304 for a known ${path}`, () =>
      Effect.gen(function* () {
        const { url } = yield* Almanac
        const whole = yield* get(path)
        const tag = whole.headers["etag"] ?? ""
        expect(tag).toMatch(form)
        const opaque = tag.replace("W/", "")
        for (const known of [tag, opaque, `W/${opaque}`, `"other", ${tag}`, "*"]) {
          for (const method of ["GET", "HEAD"]) {
            const received = yield* fetched(url, {
              method,
              target: path,
              headers: { "if-none-match": known }
            })
            expect([received.status, received.text, received.headers["etag"]]).toEqual([304, "", tag])
            expect(received.headers["cache-control"]).toBe("public, max-age=60")
          }
        }
        for (const unknown of ['"other"', opaque.replaceAll('"', ""), "", `"x${opaque.slice(1)}`]) {
          const received = yield* get(path, { "if-none-match": unknown })
          expect([received.status, received.headers["etag"]]).toEqual([200, tag])
        }
      })
    )
  }

  it.effect("answers HEAD like GET, without the body", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      for (const path of [
        "/v1/capabilities",
        "/openapi.json",
        "/docs",
        "/docs/api",
        "/c/fx.rates.md",
        "/health/",
        "/nowhere",
        target
      ]) {
        const whole = yield* get(path)
        const head = yield* fetched(url, { method: "HEAD", target: path })
        expect([path, head.status, head.text]).toEqual([path, whole.status, ""])
        for (const name of ["content-type", "content-length", "etag", "cache-control", "allow"]) {
          // A health body has another time in it, of the same length.
          expect([path, name, head.headers[name]]).toEqual([path, name, whole.headers[name]])
        }
      }
    })
  )

  const free: ReadonlyArray<readonly [path: string, contentType: string]> = [
    ["/v1/capabilities", "application/json"],
    ["/health", "application/json"],
    ["/health/ready", "application/json"],
    ["/openapi.json", "application/json"],
    ["/docs/api", "text/html"]
  ]
  it.effect("is free where nothing is sold, with and without a query", () =>
    Effect.gen(function* () {
      for (const [path, contentType] of free) {
        for (const spelled of [path, `${path}?x=1`]) {
          const received = yield* get(spelled)
          expect([spelled, received.status]).toEqual([spelled, 200])
          expect(received.headers["content-type"]).toBe(contentType)
        }
      }
    })
  )

  it.effect("serves docs that need no network", () =>
    Effect.map(get("/docs/api"), ({ text }) => {
      expect(text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)\s*=\s*["']?(?:https?:)?\/\//i)
      expect(text).toContain("/v1/fx/rates")
    })
  )

  const tricks = [
    "/v1/fx/rates/",
    "/v1/fx/rates//",
    "//v1/fx/rates",
    "/v1//fx/rates",
    "/v1%2ffx/rates",
    "/v1/fx%2Frates",
    "/v1/fx/rates%2f",
    "/v1/fx/rates%",
    "/v1/fx/rates%00",
    "/v1/fx/rates%20",
    "/v1/fx/rates%0d%0aset-cookie:x",
    "/v1/fx/rat%65s",
    "/%76%31/fx/rates",
    "/v1/fx/rates%3fx",
    "/v1/fx\\rates",
    "/v1/fx/rates\\",
    "/V1/FX/RATES",
    "/v1/fx/rates/.",
    "/v1/fx/./rates",
    "/v1/fx/rates/..",
    "/v1/capabilities/../fx/rates",
    "/v1/fx/rates/x/..",
    "/v1/fx/rates;x=1",
    "/v1/fx/rates?x=1",
    "/v1/fx/rates?_method=GET",
    "/v1/fx/rates#x",
    "/v1/fx/rates.json",
    "/v1/fx/rates/health",
    "/v1/fx/*",
    "/*",
    "/v1/fx/:rates",
    "/%",
    "/%ff",
    "/%zz/fx/rates",
    `/${"a/".repeat(2000)}`,
    `/v1/fx/rates?${"q=1&".repeat(2000)}`,
    "http://evil.example/v1/fx/rates",
    "http://evil.example//v1/fx/rates",
    "https://evil.example/v1/fx/rates",
    "HTTP://evil.example/v1/fx/rates"
  ]
  it.effect("lets no spelling of a path past the gate, and none break it", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { url } = yield* Almanac
      for (const spelled of tricks) {
        for (const method of ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH"]) {
          const { status, text } = yield* fetched(url, post({ method, target: spelled }))
          const expected = method === "POST" ? [402, 404] : [404, 405]
          expect(expected, `${method} ${spelled.slice(0, 60)} ${status}`).toContain(status)
          if (status === 402) expect(JSON.parse(text)).toMatchObject({ error: { code: "PAYMENT_REQUIRED" } })
        }
      }
      expect(knobs.calls).toMatchObject({ verify: 0, rates: 0 })
    })
  )

  it.effect("names the methods of a route", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      for (const spelled of [target, `${target}?x`, `http://evil.example${target}`]) {
        const received = yield* fetched(url, { method: "DELETE", target: spelled })
        expect([spelled, received.status, received.headers["allow"]]).toEqual([spelled, 405, "POST, OPTIONS"])
      }
      for (const path of [...free.map(([path]) => path), "/", "http://evil.example", "http://"]) {
        const received = yield* fetched(url, { method: "POST", target: path, body: "{}" })
        expect([path, received.status, received.headers["allow"]]).toEqual([path, 405, "GET, HEAD, OPTIONS"])
      }
    })
  )

  it.effect(
    "takes its own address from the settings alone, and the method and path from the request line",
    () =>
      Effect.gen(function* () {
        const { url } = yield* Almanac
        const forged: ReadonlyArray<Sent> = [
          { headers: { host: "evil.example" } },
          { headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" } },
          { headers: { forwarded: "host=evil.example;proto=http" } },
          { headers: { "x-forwarded-prefix": "/evil", "x-forwarded-port": "1" } },
          { headers: { "x-original-url": "/health", "x-rewrite-url": "/health" } },
          {
            headers: { "x-http-method-override": "GET", "x-method-override": "GET", "x-http-method": "GET" }
          },
          { headers: { origin: "https://evil.example", referer: "https://evil.example" } },
          { target: `http://evil.example${target}` }
        ]
        for (const sent of forged) {
          const received = yield* fetched(url, post(sent))
          expect(received.status).toBe(402)
          expect(decode(received.headers["payment-required"] ?? "")).toMatchObject({
            resource: { url: `${publicUrl}/v1/fx/rates` }
          })
          expect(received.text).not.toContain("evil")
        }
        const document = yield* get("/openapi.json", {
          host: "evil.example",
          "x-forwarded-host": "evil.example"
        })
        expect(jsonOf(document)).toMatchObject({ servers: [{ url: publicUrl }] })
        const list = yield* get("/v1/capabilities", { host: "evil.example" })
        expect(list.text).not.toContain("evil")
      })
  )

  it.effect("is not broken by what proxies and tracers send along", () =>
    Effect.gen(function* () {
      const strange: ReadonlyArray<Sent["headers"]> = [
        { traceparent: "junk" },
        { traceparent: `00-${"0".repeat(32)}-${"0".repeat(16)}-00` },
        { traceparent: ["00-a", "00-b"], tracestate: "," },
        { b3: "junk", "x-b3-traceid": "x", "x-b3-spanid": "y", "x-b3-sampled": "z" },
        { accept: "text/html", "accept-encoding": "br;q=junk", range: "bytes=0-1" },
        { cookie: "=;;=%", authorization: "Basic junk", te: "trailers" },
        { "content-encoding": "gzip", expect: "100-continue" },
        { prefer: "quote, wait=junk", "idempotency-key": "x".repeat(500) }
      ]
      for (const headers of strange) {
        expect([headers, (yield* rates({ headers: { ...headers } })).status]).toEqual([headers, 402])
        expect((yield* get("/v1/capabilities", headers)).status).toBe(200)
      }
    })
  )

  it.effect("serves a call that offers to upgrade its connection like any other", () =>
    Effect.gen(function* () {
      yield* reset
      for (const upgrade of ["h2c", "websocket"]) {
        const header = yield* pay()
        const received = yield* rates({
          headers: { "payment-signature": header, connection: "Upgrade", upgrade }
        })
        expect([upgrade, received.status]).toEqual([upgrade, 200])
      }
    })
  )

  const code3 = "must be a currency code of 3 letters"
  const list20 = "must be a list of 1 to 20 items"
  const day = "must be a calendar day YYYY-MM-DD from 1999-01-04 to today"
  const notJson = [["", "must be JSON in UTF-8"]] as const
  const mistaken = (why: string) => [["", `must be JSON in UTF-8: it ${why}`]] as const
  const notObject = [["", "must be a JSON object"]] as const
  const stranger = "is not a field of this request; its fields are base, currencies, date"
  const usd = ["USD"]
  const invalid: ReadonlyArray<
    readonly [body: unknown, problems: ReadonlyArray<readonly [pointer: string, message: string]>]
  > = [
    [
      {},
      [
        ["/base", "is required"],
        ["/currencies", "is required"]
      ]
    ],
    [{ base: "EUR" }, [["/currencies", "is required"]]],
    [
      { base: 5, currencies: "USD" },
      [
        ["/base", code3],
        ["/currencies", list20]
      ]
    ],
    [
      { base: null, currencies: null },
      [
        ["/base", code3],
        ["/currencies", list20]
      ]
    ],
    [
      { base: ["EUR"], currencies: { 0: "USD" } },
      [
        ["/base", code3],
        ["/currencies", list20]
      ]
    ],
    [
      { base: true, currencies: usd, date: false },
      [
        ["/base", code3],
        ["/date", day]
      ]
    ],
    [{ base: "", currencies: usd }, [["/base", code3]]],
    [{ base: "   ", currencies: usd }, [["/base", code3]]],
    [{ base: "E UR", currencies: usd }, [["/base", code3]]],
    [{ base: "EU", currencies: usd }, [["/base", code3]]],
    [{ base: "EURO", currencies: usd }, [["/base", code3]]],
    [{ base: "€UR", currencies: usd }, [["/base", code3]]],
    [{ base: "ÉUR", currencies: usd }, [["/base", code3]]],
    [{ base: "\u{1d404}\u{1d414}\u{1d411}", currencies: usd }, [["/base", code3]]],
    [{ base: "123", currencies: usd }, [["/base", code3]]],
    [{ base: "EUR", currencies: [] }, [["/currencies", list20]]],
    [{ base: "EUR", currencies: Array(21).fill("USD") }, [["/currencies", list20]]],
    [
      { base: "EUR", currencies: ["USD", 1, null, "US", "U$D", ["USD"], {}] },
      [1, 2, 3, 4, 5, 6].map((index) => [`/currencies/${index}`, code3])
    ],
    [{ base: "EUR", currencies: usd, date: "" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: 20220629 }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "2022-6-29" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "29.06.2022" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "2022-06-29T00:00:00Z" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "2023-02-29" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "2024-02-30" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "2024-13-01" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "2024-00-00" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "1999-01-03" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "0000-01-01" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "2999-01-01" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, date: "٢٠٢٢-٠٦-٢٩" }, [["/date", day]]],
    [{ base: "EUR", currencies: usd, limit: 1 }, [["/limit", stranger]]],
    [{ base: "EUR", currencies: usd, Base: "EUR" }, [["/Base", `${stranger}; did you mean base?`]]],
    [
      { base: "EUR", currencies: usd, "a/b~c": 1, "": 2 },
      [
        ["/a~1b~0c", stranger],
        ["/", stranger]
      ]
    ],
    ['{"base":"EUR","currencies":["USD"],"__proto__":{"a":1}}', [["/__proto__", stranger]]],
    [
      '{"__proto__":{"base":"EUR","currencies":["USD"]}}',
      [
        ["/__proto__", stranger],
        ["/base", "is required"],
        ["/currencies", "is required"]
      ]
    ],
    ['{"base":"EUR","currencies":["USD"],"constructor":1}', [["/constructor", stranger]]],
    [
      { base: "E", currencies: ["USD", "x"], date: "2999-01-01", a: 1, b: 2 },
      [
        ["/a", stranger],
        ["/b", stranger],
        ["/base", code3],
        ["/currencies/1", code3],
        ["/date", day]
      ]
    ],
    ["null", notObject],
    ["[]", notObject],
    ["5", notObject],
    ['"x"', notObject],
    ["true", notObject],
    ["", mistaken("is empty")],
    [" ", mistaken("is empty")],
    ["{", mistaken("ends too early, at line 1, column 2")],
    [`${good}x`, mistaken(`stops being JSON at line 1, column ${good.length + 1}`)],
    ["{'base':'EUR'}", mistaken("stops being JSON at line 1, column 2")],
    ["NaN", mistaken("stops being JSON at line 1, column 1")],
    ["base=EUR&currencies=USD", mistaken("stops being JSON at line 1, column 1")],
    [Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), notJson],
    [
      Buffer.concat([Buffer.from('{"base":"EU'), Buffer.from([0xc3]), Buffer.from('","currencies":[]}')]),
      notJson
    ],
    ["[".repeat(30_000) + "]".repeat(30_000), notObject],
    [`{"base":${"[".repeat(30_000)}${"]".repeat(30_000)},"currencies":["USD"]}`, [["/base", code3]]],
    [
      `{"base":"EUR","currencies":["USD"],"x":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`,
      [["/x", stranger]]
    ],
    [`{"base":"EUR","currencies":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, [["/currencies/0", code3]]]
  ]
  it.effect("tells every problem of a body, touches nothing, and leaves the payment good", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const header = yield* pay()
      const before = yield* rows
      for (const [body, problems] of invalid) {
        const sent = typeof body === "string" || body instanceof Buffer ? body : JSON.stringify(body)
        const received = yield* rates({ headers: { "payment-signature": header }, body: sent })
        const shown = sent.toString().slice(0, 80)
        expect([shown, received.status, codeOf(received)]).toEqual([shown, 400, "VALIDATION_FAILED"])
        const told = problemsOf(received)
        expect(Array.isArray(told) ? told : []).toHaveLength(problems.length)
        expect(told, shown).toEqual(
          expect.arrayContaining(problems.map(([pointer, message]) => ({ pointer, message })))
        )
      }
      // The reconciler may settle what another test has left open.
      expect(knobs.calls).toMatchObject({ verify: 0, rates: 0 })
      expect(yield* rows).toHaveLength(before.length)
      expect((yield* rates({ headers: { "payment-signature": header } })).status).toBe(200)
      expect(yield* rows).toHaveLength(before.length + 1)
    })
  )

  it.effect("tells of a hundred problems at most, and answers shortly", () =>
    Effect.gen(function* () {
      const header = yield* pay()
      const body = `{${Array.from({ length: 5_000 }, (_, at) => `"x${at}":1`).join(",")}}`
      const received = yield* rates({ headers: { "payment-signature": header }, body })
      expect(received.status).toBe(400)
      expect(problemsOf(received)).toHaveLength(100)
      expect(received.text.length).toBeLessThan(18_000)
      const [first, ...others] = String(JSON.parse(received.text).error.message).split("; /")
      expect(first).toContain("/x0 is not a field of this request")
      expect(others).toHaveLength(9)
      expect(others.at(-1)).toMatch(
        /^x9 is not a field of this request.*; and 90 more, in details\.problems$/
      )
    })
  )

  it.effect("counts a list before it looks at its items", () =>
    Effect.gen(function* () {
      const header = yield* pay()
      for (const count of [0, 21, 30_000]) {
        const body = `{"base":"EUR","currencies":[${Array(count).fill(1).join(",")}]}`
        const received = yield* rates({ headers: { "payment-signature": header }, body })
        expect([received.status, problemsOf(received)]).toEqual([
          400,
          [{ pointer: "/currencies", message: list20 }]
        ])
      }
    })
  )

  const valid: ReadonlyArray<readonly [body: unknown, rates: ReadonlyArray<string>]> = [
    [{ base: "eur", currencies: [" gbp\n", "Usd"] }, ["GBP", "USD"]],
    [{ base: "EUR", currencies: ["USD"], date: null }, ["USD"]],
    [{ base: "EUR", currencies: ["USD"], date: "1999-01-04" }, ["USD"]],
    [{ base: "EUR", currencies: ["USD"], date: " 2024-02-29 " }, ["USD"]],
    [{ base: "EUR", currencies: Array(20).fill("USD") }, ["USD"]],
    [`\ufeff${good}`, ["USD", "GBP"]]
  ]
  it.effect("takes a body with blanks, any case, repeats, and null for what may be left out", () =>
    Effect.gen(function* () {
      yield* reset
      for (const [body, currencies] of valid) {
        const header = yield* pay()
        const sent = typeof body === "string" ? body : JSON.stringify(body)
        const received = yield* rates({ headers: { "payment-signature": header }, body: sent })
        expect([sent, received.status]).toEqual([sent, 200])
        expect(jsonOf(received)).toEqual({
          data: {
            base: "EUR",
            date: "2022-06-29",
            rates: Object.fromEntries(currencies.map((code) => [code, expect.any(Number)]))
          },
          meta: { requestId: received.headers["x-request-id"] }
        })
      }
    })
  )

  it.effect("tells the sandbox by a header on every answer, there alone", () =>
    Effect.gen(function* () {
      yield* reset
      const { url } = yield* Sandboxed
      const sent: ReadonlyArray<Sent> = [
        { method: "OPTIONS", target },
        { target: "/health" },
        { target: "/v1/capabilities" },
        { target: "/nowhere" },
        { target },
        post()
      ]
      for (const one of sent) expect((yield* fetched(url, one)).headers["x-sandbox"]).toBe("true")
      const bought = yield* paid(0, "USD", url)
      expect([bought.status, bought.headers["x-sandbox"]]).toEqual([200, "true"])
      const elsewhere = (yield* Almanac).url
      for (const one of sent) expect((yield* fetched(elsewhere, one)).headers["x-sandbox"]).toBeUndefined()
    })
  )

  const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  it.effect("tells its health", () =>
    Effect.gen(function* () {
      const health = { status: "ok", version, uptime: expect.any(Number), timestamp: moment }
      for (const { url } of [yield* Almanac, yield* Away, yield* Stopping]) {
        const live = yield* fetched(url, { target: "/health" })
        expect([live.status, jsonOf(live)]).toEqual([200, health])
        expect(live.text).toMatch(/"uptime":\d+,/)
      }
      const ready = (status: string, database: string) => ({
        status,
        checks: { database, cache: "ok" },
        timestamp: moment
      })
      const here = yield* get("/health/ready")
      expect([here.status, jsonOf(here)]).toEqual([200, ready("ok", "ok")])
      const away = yield* fetched((yield* Away).url, { target: "/health/ready" })
      expect([away.status, jsonOf(away)]).toEqual([503, ready("degraded", "down")])
      const stopping = yield* fetched((yield* Stopping).url, { target: "/health/ready" })
      expect([stopping.status, jsonOf(stopping)]).toEqual([503, ready("degraded", "ok")])
      expect([here, away, stopping].map(({ headers }) => headers["retry-after"])).toEqual([
        undefined,
        "5",
        "5"
      ])
      const serving = (status: string, database: string) => ({
        status,
        checks: { database },
        timestamp: moment
      })
      for (const [{ url }, status, body] of [
        [yield* Almanac, 200, serving("ok", "ok")],
        [yield* Away, 503, serving("degraded", "down")],
        [yield* Stopping, 503, serving("degraded", "ok")]
      ] as const) {
        const answer = yield* fetched(url, { target: "/health/serving" })
        expect([answer.status, jsonOf(answer), answer.headers["cache-control"]]).toEqual([
          status,
          body,
          "no-store"
        ])
      }
    })
  )

  it.effect("sells nothing new while it stops, ends every connection, and finishes what is under way", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const running = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const honest = knobs.rates
      knobs.rates = (query) =>
        Effect.zipRight(
          Deferred.succeed(running, undefined),
          Effect.zipRight(Deferred.await(go), honest(query))
        )
      const { url, lifecycle } = yield* start({ environment })
      const underWay = yield* Effect.fork(paid(7, "USD", url))
      yield* Deferred.await(running)
      const drained = yield* Effect.fork(lifecycle.drain)
      yield* Effect.sync(lifecycle.isDraining).pipe(
        Effect.filterOrFail((draining) => draining),
        Effect.retry(Schedule.spaced("5 millis"))
      )
      const answers: ReadonlyArray<readonly [sent: Sent, status: number]> = [
        [post(), 503],
        [post({ headers: { "payment-signature": yield* pay() } }), 503],
        [{ target }, 405],
        [{ target: "/nowhere" }, 404],
        [{ method: "OPTIONS", target }, 204],
        [{ target: "/health" }, 200],
        [{ target: "/health/ready" }, 503],
        [{ target: "/v1/capabilities" }, 200]
      ]
      for (const [sent, status] of answers) {
        const received = yield* fetched(url, sent)
        expect([sent.method, sent.target, received.status]).toEqual([sent.method, sent.target, status])
        expect(received.headers["connection"]).toBe("close")
      }
      expect(yield* Fiber.poll(drained)).toMatchObject({ _tag: "None" })
      yield* Deferred.succeed(go, undefined)
      const bought = yield* Fiber.join(underWay)
      expect([bought.status, bought.headers["connection"]]).toEqual([200, "close"])
      yield* Fiber.join(drained)
      // Settlements are not counted: a reconciler may ask again meanwhile for what an earlier test has left open.
      expect(knobs.calls).toMatchObject({ verify: 1, rates: 1 })
    }).pipe(Effect.scoped)
  )
})
