/**
 * Answers that are given before a fibre starts: byte for byte what the Api answers, to the same request with a query
 * that means nothing, which is not as plain.
 */
import { connect } from "node:net"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { describe, vi } from "vitest"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import * as CommonHeaders from "../../src/Http/CommonHeaders.ts"
import { call, nextBuyer, payment, question } from "../support/Buyer.ts"
import { Knobs, type Options, someRates, start, world } from "../support/Harness.ts"
import { buyer, held, reset, spent } from "../support/Money.ts"
import { raw } from "../support/Raw.ts"

/** One header more, after all the others, for as long as the scope is open. */
const oneMore = Effect.suspend(() => {
  const real = CommonHeaders.commonHeaders
  return Effect.acquireRelease(
    Effect.sync(() =>
      vi
        .spyOn(CommonHeaders, "commonHeaders")
        .mockImplementation((sandbox) => ({ ...real(sandbox), "x-added": "yes" }))
    ),
    (spy) => Effect.sync(() => spy.mockRestore())
  )
})

/** Without what differs between any two answers: the moment, and an id that nobody chose. */
const settled = (answer: string) =>
  answer
    .replace(/^Date: .*$/m, "Date")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, "now")
    .replace(/"uptime":\d+/, '"uptime"')
    .replace(/req_[0-9a-f]{32}/g, "req")

const lineOf = (line: object | undefined) => ({ ...line, time: 0, ms: 0, traceId: 0, requestId: 0 })

const startIn = (options: Options) => Effect.zipLeft(start(options), reset)

describe.each([{ sandbox: false }, { sandbox: true }])("an early answer, %o", (options) => {
  it.scopedLive("is the Api's: health, and the price of everything", () =>
    Effect.gen(function* () {
      const { url, lines } = yield* startIn(options)
      const requests = [
        { method: "GET", path: "/health" },
        { method: "GET", path: "/v1/status" },
        ...registeredCapabilities.map(({ path }) => ({ method: "POST", path }))
      ].flatMap(({ method, path }) =>
        [[], ["X-Request-Id: mine"], ["X-Payment: e30="], ["Content-Type: text/plain"]].map((headers) => ({
          method,
          path,
          headers
        }))
      )
      for (const { method, path, headers } of requests) {
        const body = method === "POST" ? "{" : ""
        const early = yield* raw(url, [`${method} ${path} HTTP/1.1`, ...headers], body)
        const earlyLine = lines.at(-1)
        const late = yield* raw(url, [`${method} ${path}?late HTTP/1.1`, ...headers], body)
        expect(settled(early)).toBe(settled(late))
        expect(early).toMatch(method === "GET" ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 402 /)
        if (method === "POST") {
          expect(lineOf(earlyLine)).toEqual(lineOf(lines.at(-1)))
          expect(earlyLine).not.toHaveProperty("traceId")
          expect(lines.at(-1)).toHaveProperty("traceId")
        }
      }
    }).pipe(Effect.provide(world))
  )
})

describe("a document", () => {
  const documents = ["/openapi.json", "/v1/capabilities", "/docs/api", "/"]
  it.scopedLive.each(documents)("%s is the Api's, once it has been made", (path) =>
    Effect.gen(function* () {
      const { url, lines } = yield* startIn({})
      for (const coding of ["identity", "gzip", "br"]) {
        const ask = (method: string, target: string, headers: ReadonlyArray<string> = []) =>
          raw(url, [
            `${method} ${target} HTTP/1.1`,
            "X-Request-Id: mine",
            `Accept-Encoding: ${coding}`,
            ...headers
          ])
        const first = yield* ask("GET", path)
        expect(lines.at(-1)).toHaveProperty("traceId")
        const tag = /^etag: (.*)\r$/m.exec(first)?.[1] ?? ""
        for (const [method, headers] of [
          ["GET", []],
          ["HEAD", []],
          ["GET", [`If-None-Match: ${tag}`]],
          ["HEAD", [`If-None-Match: ${tag}`]]
        ] as const) {
          const early = yield* ask(method, path, headers)
          expect(lines.at(-1)).not.toHaveProperty("traceId")
          const late = yield* ask(method, `${path}?late`, headers)
          expect(lines.at(-1)).toHaveProperty("traceId")
          expect(settled(early)).toBe(settled(late))
          expect(early.slice(9, 12)).toBe(headers.length === 0 ? "200" : "304")
          if (method === "GET" && headers.length === 0) expect(settled(early)).toBe(settled(first))
        }
      }
    }).pipe(Effect.provide(world))
  )
})

describe.each([{ sandbox: false }, { sandbox: true }])("the common headers, %o", (options) => {
  it.scopedLive("are in every answer, on every way, beside the request id", () =>
    Effect.gen(function* () {
      yield* oneMore
      const { url } = yield* startIn(options)
      const header = yield* Effect.promise(() => payment({ account: nextBuyer() }))
      const paid = ["Content-Type: application/json", `PAYMENT-SIGNATURE: ${header}`]
      const requests: ReadonlyArray<readonly [number, string, ReadonlyArray<string>]> = [
        [200, "GET /health", []],
        [200, "GET /health?late", []],
        [200, "GET /v1/capabilities", []],
        [200, "GET /v1/capabilities", ["Expect: the-unexpected"]],
        [402, "POST /v1/fx/rates", ["Expect: the-unexpected"]],
        [204, "OPTIONS /v1/fx/rates", []],
        [402, "POST /v1/fx/rates", []],
        [402, "POST /v1/fx/rates?late", []],
        [402, "POST /v1/fx/rates", ["PAYMENT-SIGNATURE: ?"]],
        [404, "GET /nowhere", []],
        [405, "PUT /v1/fx/rates", []],
        [200, "POST /v1/fx/rates", paid],
        [200, "POST /v1/fx/rates?late", paid]
      ]
      for (const [status, line, headers] of requests) {
        const body = line.startsWith("POST") ? JSON.stringify(question) : ""
        const answer = yield* raw(url, [`${line} HTTP/1.1`, "X-Request-Id: mine", ...headers], body)
        const [head = ""] = answer.split("\r\n\r\n", 1)
        const told = head.toLowerCase().split("\r\n")
        expect([line, told[0]?.split(" ", 2)[1]]).toEqual([line, String(status)])
        expect(told.filter((one) => /^x-(added|request-id|sandbox):/.test(one)).toSorted()).toEqual([
          "x-added: yes",
          "x-request-id: mine",
          ...(options.sandbox ? ["x-sandbox: true"] : [])
        ])
      }
    }).pipe(Effect.provide(world))
  )
})

/** A process with room for one sale, and its provider, which waits for a word. */
const narrow = Effect.gen(function* () {
  const { url } = yield* startIn({ environment: { MAX_CALLS: "1" } })
  const knobs = yield* Knobs
  const provider = yield* held
  knobs.rates = provider.rates
  return { url, knobs, provider }
})

describe("a full process", () => {
  it.scopedLive("lets one call wait for its turn, refuses the next at once, and charges for neither", () =>
    Effect.gen(function* () {
      const { url, knobs, provider } = yield* narrow
      const account = buyer(0)
      const buy = (base: string) =>
        Effect.promise(async () => call(url, await payment({ account }), { ...question, base }))
      const before = yield* spent(0)
      const first = yield* Effect.fork(buy("EUR"))
      yield* provider.running

      const waiting = yield* Effect.fork(buy("CHF"))
      // The one who waits is there when the next is refused without waiting.
      const header = yield* Effect.promise(() => payment({ account }))
      const head = ["content-type: application/json", `payment-signature: ${header}`]
      const body = JSON.stringify({ ...question, base: "SEK" })
      const ask = (path: string) => raw(url, [`POST ${path} HTTP/1.1`, ...head], body)
      const early = yield* Effect.repeat(ask("/v1/fx/rates"), {
        until: (answer) => answer.includes("OVERLOADED"),
        times: 20
      })
      expect(early).toMatch(/^HTTP\/1.1 503 /)
      expect(early).toMatch(/^retry-after: 1\r$/m)
      expect((yield* Effect.promise(() => fetch(`${url}/health`))).status).toBe(200)
      expect((yield* Effect.promise(() => call(url, undefined))).status).toBe(402)

      const refused = yield* Fiber.join(waiting)
      expect([refused.status, refused.body.error?.code, refused.headers.get("retry-after")]).toEqual([
        503,
        "OVERLOADED",
        "1"
      ])
      yield* provider.go
      expect((yield* Fiber.join(first)).status).toBe(200)
      expect((yield* buy("NOK")).status).toBe(200)
      expect(knobs.calls).toEqual({ verify: 2, settle: 2, rates: 2 })
      // The first and the last.
      expect((yield* spent(0)) - before).toBe(4_000n)
    }).pipe(Effect.provide(world))
  )

  // A call waits for half a second: on a busy machine, the server may hear of the end of the other one too late.
  it.scopedLive("gives the turn to the one who waits, when a buyer hangs up or is done", () =>
    Effect.gen(function* () {
      const { url, provider } = yield* narrow
      const gone = new AbortController()
      const first = yield* Effect.fork(
        Effect.either(
          Effect.tryPromise(async () =>
            call(url, await payment({ account: nextBuyer() }), question, {}, gone.signal)
          )
        )
      )
      yield* provider.running
      const header = yield* Effect.promise(() => payment({ account: nextBuyer() }))
      const next = yield* Effect.fork(Effect.promise(() => call(url, header, { ...question, base: "CHF" })))
      yield* Effect.sleep("50 millis")
      gone.abort()
      expect((yield* Fiber.join(first))._tag).toBe("Left")
      yield* provider.go
      return (yield* Fiber.join(next)).status
    }).pipe(
      Effect.scoped,
      Effect.provide(world),
      Effect.repeat({ until: (status) => status === 200, times: 4 }),
      Effect.map((status) => expect(status).toBe(200))
    )
  )

  it.scopedLive("forgets calls that were sent behind another one on a connection that has ended", () =>
    Effect.gen(function* () {
      const { url, lines } = yield* startIn({ environment: { MAX_CALLS: "2" } })
      const knobs = yield* Knobs
      knobs.rates = () => Effect.never
      const sale = async (base: string) => {
        const body = JSON.stringify({ ...question, base })
        return [
          "POST /v1/fx/rates HTTP/1.1",
          "Host: almanac",
          "Content-Type: application/json",
          `PAYMENT-SIGNATURE: ${await payment({ account: nextBuyer() })}`,
          `Content-Length: ${body.length}`,
          "",
          body
        ].join("\r\n")
      }
      // The third has no place, and waits for one behind the others.
      const sales = yield* Effect.promise(() => Promise.all(["EUR", "CHF", "NOK"].map(sale)))
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      socket.write(sales.join(""))
      yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => knobs.calls.rates === 2, times: 200 })
      socket.destroy()
      // When the server hears of it is the network's affair.
      const outcomes = () =>
        lines.flatMap(({ outcome, route }) => (route === "/v1/fx/rates" ? [outcome] : []))
      yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => outcomes().length === 3, times: 200 })
      expect(outcomes()).toEqual(["client_gone", "client_gone", "client_gone"])
      expect(knobs.calls).toEqual({ verify: 2, settle: 0, rates: 2 })
      knobs.rates = someRates
      const next = yield* Effect.promise(async () =>
        call(url, await payment({ account: nextBuyer() }), { ...question, base: "SEK" })
      )
      expect(next.status).toBe(200)
    }).pipe(Effect.provide(world))
  )
})
