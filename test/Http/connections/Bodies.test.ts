/**
 * Bodies that do not come with their headers: they hold no place of a sale, and have limits of their own. And a process
 * whose places are all taken: only a call with a payment hears of it.
 */
import type { Socket } from "node:net"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { describe } from "vitest"
import { call, nextBuyer, payment, question } from "../../support/Buyer.ts"
import { Knobs, start, world } from "../../support/Harness.ts"
import { held, reset } from "../../support/Money.ts"
import { raw } from "../../support/Raw.ts"
import { connected } from "../../support/Sockets.ts"

const narrow = Effect.zipLeft(start({ environment: { MAX_CALLS: "1" } }), reset)

const target = "/v1/fx/rates"
const whole = JSON.stringify(question)

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: ReadonlyArray<string>
  readonly body?: string
}

const ask = (url: string, { method = "POST", path = target, headers = [], body = "" }: Sent) =>
  raw(url, [`${method} ${path} HTTP/1.1`, ...headers], body)

const signed = Effect.promise(() => payment({ account: nextBuyer() }))

/** A call whose body does not come. */
const withheld = (url: string, header: string, ...headers: ReadonlyArray<string>) =>
  ask(url, { headers: ["Content-Length: 60", `PAYMENT-SIGNATURE: ${header}`, ...headers] })

/** The head of a call whose body is to come. */
const promise = (header: string) =>
  [
    `POST ${target} HTTP/1.1`,
    "Host: almanac",
    `PAYMENT-SIGNATURE: ${header}`,
    `Content-Length: ${whole.length}`,
    "Connection: close",
    "",
    ""
  ].join("\r\n")

/** All that comes over a connection until it ends. */
const heard = (socket: Socket) =>
  Effect.async<string>((resume) => {
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
    })
    socket.on("close", () => resume(Effect.succeed(text)))
  })

/** Begins a call, and lets the server see it. */
const begun = <A>(effect: Effect.Effect<A>) => Effect.zipLeft(Effect.fork(effect), Effect.sleep("50 millis"))

const expectTimeout = (answer: string) => {
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
  expect(answer).toContain('"retryable":true')
  expect(answer).not.toMatch(/^payment-/im)
}

describe("an awaited body", () => {
  it.scopedLive("holds no place; when too many are awaited, the one that has waited longest ends", () =>
    Effect.gen(function* () {
      const { url } = yield* narrow
      const headers = [yield* signed, yield* signed, yield* signed]
      const [first, second, third] = [
        yield* begun(withheld(url, headers[0] ?? "")),
        yield* begun(withheld(url, headers[1] ?? "")),
        yield* begun(withheld(url, headers[2] ?? ""))
      ]
      expectTimeout(yield* Fiber.join(first))
      const other = yield* signed
      expect((yield* Effect.promise(() => call(url, other))).status).toBe(200)
      // The same payment is good for a body that does come, and which ends the wait for the other.
      expect((yield* Effect.promise(() => call(url, headers[0]))).status).toBe(200)
      expectTimeout(yield* Fiber.join(second))
      expectTimeout(yield* Fiber.join(third))
    }).pipe(Effect.provide(world))
  )

  it.scopedLive("is its payer's whatever strangers repeat; theirs are in the way of nobody", () =>
    Effect.gen(function* () {
      const { url } = yield* narrow
      const header = yield* signed
      // Settled and without a key: anybody can read it from the chain.
      expect((yield* Effect.promise(() => call(url, header))).status).toBe(200)
      const payers = yield* connected(Number(new URL(url).port))
      payers.write(promise(header))
      const answer = yield* Effect.fork(heard(payers))
      yield* Effect.sleep("50 millis")
      const stranger = yield* begun(withheld(url, header))
      // Both places are the payment's now: who repeats it once more has none.
      for (let times = 0; times < 3; times += 1) expectTimeout(yield* withheld(url, header))
      // A body of another payment ends the stranger's wait.
      const other = yield* begun(withheld(url, yield* signed))
      expectTimeout(yield* Fiber.join(stranger))
      payers.write(whole)
      expect(yield* Fiber.join(answer)).toMatch(/^HTTP\/1.1 200 /)
      yield* Fiber.interrupt(other)
    }).pipe(Effect.provide(world))
  )

  it.scopedLive(
    "is its payer's though strangers elsewhere await as many as there may be for the same payment",
    () =>
      Effect.gen(function* () {
        const { url } = yield* narrow
        const port = Number(new URL(url).port)
        const header = yield* signed
        expect((yield* Effect.promise(() => call(url, header))).status).toBe(200)
        const strangers = [yield* connected(port, "127.0.0.2"), yield* connected(port, "127.0.0.2")]
        const ends = yield* Effect.forEach(strangers, (socket) => Effect.fork(heard(socket)))
        for (const socket of strangers) socket.write(promise(header))
        yield* Effect.sleep("50 millis")
        const payers = yield* connected(port)
        const answer = yield* Effect.fork(heard(payers))
        payers.write(promise(header))
        yield* Effect.sleep("100 millis")
        payers.write(whole)
        expect(yield* Fiber.join(answer)).toMatch(/^HTTP\/1.1 200 /)
        // One of theirs has ended for it.
        expectTimeout(yield* Effect.raceAll(ends.map((end) => Fiber.join(end))))
      }).pipe(Effect.provide(world))
  )

  it.scopedLive("is not what a call is told of that is refused for another reason", () =>
    Effect.gen(function* () {
      const { url } = yield* narrow
      const header = yield* signed
      const answers = yield* Effect.all([
        withheld(url, "?"),
        ask(url, { headers: ["Content-Length: 70000", `PAYMENT-SIGNATURE: ${header}`] }),
        ask(url, { headers: ["Content-Length: 60"] })
      ])
      expect(answers.map((answer) => /\d{3}/.exec(answer.slice(8))?.[0])).toEqual(["402", "413", "402"])
    }).pipe(Effect.provide(world))
  )

  it.scopedLive("of a quote counts among quotes alone: one more is the plain 402", () =>
    Effect.gen(function* () {
      const { url } = yield* narrow
      const headers = ["Prefer: quote", "Content-Length: 60"]
      const slow = yield* begun(ask(url, { headers }))
      const plain = yield* ask(url, { headers: ["Prefer: quote"], body: whole })
      expect(plain).toMatch(/^HTTP\/1.1 402 /)
      expect(plain).not.toMatch(/preference-applied|"quote":\{/)
      const header = yield* signed
      expect((yield* Effect.promise(() => call(url, header))).status).toBe(200)
      expect(yield* Fiber.join(slow)).toContain('"quote":{"valid":false')
      const next = yield* ask(url, { headers: ["Prefer: quote"], body: whole })
      expect(next).toContain('"quote":{"valid":true')
    }).pipe(Effect.provide(world))
  )
})

describe("a full process", () => {
  it.scopedLive("refuses a call with a payment before it looks at it, and no other call", () =>
    Effect.gen(function* () {
      const { url } = yield* narrow
      const knobs = yield* Knobs
      const provider = yield* held
      knobs.rates = provider.rates
      const buy = Effect.flatMap(signed, (header) => Effect.promise(() => call(url, header)))
      const first = yield* Effect.fork(buy)
      yield* provider.running
      const paid = (headers: ReadonlyArray<string> = []) =>
        ask(url, { headers: ["PAYMENT-SIGNATURE: ?", ...headers], body: whole })
      // Payments that are none do not wait for a place: the one that does keeps the queue full for half a second.
      const rows: ReadonlyArray<readonly [Sent, string]> = [
        [{ body: whole }, "402"],
        [{ headers: ["PAYMENT-SIGNATURE: "], body: whole }, "402"],
        [{ headers: ["Prefer: quote"], body: whole }, "402"],
        [{ method: "GET" }, "405"],
        [{ method: "PUT", headers: ["PAYMENT-SIGNATURE: ?"], body: whole }, "405"],
        [{ path: `${target}/`, headers: ["PAYMENT-SIGNATURE: ?"], body: whole }, "404"],
        [{ path: "/nowhere", headers: ["PAYMENT-SIGNATURE: ?"], body: whole }, "404"],
        [{ method: "GET", path: "/health" }, "200"],
        [{ method: "GET", path: "/v1/capabilities" }, "200"]
      ]
      const waiting = yield* Effect.fork(buy)
      yield* Effect.repeat(paid(), { until: (answer) => answer.includes("OVERLOADED"), times: 50 })
      const answers = yield* Effect.all(
        rows.map(([sent]) => ask(url, sent)),
        { concurrency: "unbounded" }
      )
      expect(answers.map((answer) => answer.slice(9, 12))).toEqual(rows.map(([, status]) => status))
      expect((yield* Fiber.join(waiting)).status).toBe(503)
      yield* provider.go
      expect((yield* Fiber.join(first)).status).toBe(200)
      // There is room again: a payment is looked at, and refused for what it is.
      expect(yield* paid()).toMatch(/^HTTP\/1.1 402 /)
    }).pipe(Effect.provide(world))
  )
})
