/**
 * A call of a paid endpoint on the fast path and on the way through the Api's own server, to which the same path with a
 * query that means nothing leads: the same bytes, whatever comes of it.
 */
import { hash } from "node:crypto"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Predicate } from "effect"
import { describe } from "vitest"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import { questions } from "../Charges/Questions.ts"
import { ports, Stage } from "../Charges/Stage.ts"
import { decode, encode, nextBuyer, payment } from "../support/Buyer.ts"
import { Knobs, type Running, start, startWith, world } from "../support/Harness.ts"
import { raw } from "../support/Raw.ts"

interface Sent {
  readonly method?: string
  readonly header?: string | undefined
  readonly headers?: ReadonlyArray<string>
  readonly body: string
}

const isUnique = /^(transaction|payer)$/

/** A header of JSON without what tells two settlements apart. */
const settled = (header: string) =>
  JSON.stringify(decode(header), (name, value: unknown) => (isUnique.test(name) ? name : value))

/** The digest of a body that has a moment in it, once it is the right one. */
const digested = (answer: string) => {
  const body = Buffer.from(answer.slice(answer.indexOf("\r\n\r\n") + 4), "latin1")
  return answer.replace(`sha-256=:${hash("sha256", body, "base64")}:`, "the body's")
}

/** Without what differs between any two answers: the moment, and the payment. */
const comparable = (answer: string) =>
  digested(answer)
    .replace(/^(Date|age): .*$/gm, "$1")
    .replace(/^payment-response: (.*)\r$/m, (_, header: string) => settled(header))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "now")

/** The answer on one of the ways. */
const answer = ({ url }: Running, path: string, { method = "POST", header, headers = [], body }: Sent) =>
  raw(
    url,
    [
      `${method} ${path} HTTP/1.1`,
      "X-Request-Id: same",
      ...(header === undefined ? [] : [`PAYMENT-SIGNATURE: ${header}`]),
      ...(headers.some((header) => /^content-type/i.test(header)) ? [] : ["Content-Type: application/json"]),
      ...headers
    ],
    body
  )

/** Asks both ways the same, with a payment of its own each; the second has everything in the cache. */
const both = (running: Running, path: string, send: () => Promise<Sent>) =>
  Effect.gen(function* () {
    const [first, second] = [yield* Effect.promise(send), yield* Effect.promise(send)]
    return [yield* answer(running, path, first), yield* answer(running, `${path}?late`, second)].map(
      comparable
    )
  })

/** Honest like the one of `world`, with other providers beside it. */
const facilitator = Layer.effect(
  Facilitator,
  Effect.map(Knobs, ({ honest }) => honest)
)
const theatre = Layer.merge(world, Stage.layer)

const path = "/v1/fx/rates"
const rates = JSON.stringify({ base: "EUR", currencies: ["USD"] })
const paid = (wanted = {}) => payment({ account: nextBuyer(), ...wanted })

const tampered = (header: string) => {
  const payload = decode(header)
  return encode({ ...(Predicate.isRecord(payload) ? payload : {}), x402Version: 1 })
}

const rows: ReadonlyArray<readonly [string, number, () => Promise<Sent>]> = [
  ["a body that breaks a rule", 400, async () => ({ header: await paid(), body: '{"base":"EURO"}' })],
  ["a body that is no JSON", 400, async () => ({ header: await paid(), body: "{" })],
  [
    "a name that is none",
    400,
    async () => ({ header: await paid(), headers: ["Idempotency-Key: ä"], body: rates })
  ],
  ["a header that is no payment", 402, async () => ({ header: "?", body: rates })],
  ["an empty header", 402, async () => ({ header: "", body: rates })],
  ["another version", 402, async () => ({ header: tampered(await paid()), body: rates })],
  ["a lower price", 402, async () => ({ header: await paid({ amount: "1" }), body: rates })],
  ["a quote", 402, async () => ({ headers: ["Prefer: quote"], body: rates })],
  ["a quote of a body that breaks a rule", 402, async () => ({ headers: ["Prefer: quote"], body: "[]" })],
  ["another preference", 402, async () => ({ headers: ["Prefer: wait=5"], body: rates })],
  [
    "an empty header and a preference",
    402,
    async () => ({ header: " ", headers: ["Prefer: quote"], body: rates })
  ],
  [
    "a body that does not come",
    408,
    async () => ({ header: await paid(), headers: ["Content-Length: 9"], body: "" })
  ],
  [
    "a body of another media type that does not come",
    415,
    async () => ({
      header: await paid(),
      headers: ["Content-Length: 9", "Content-Type: text/plain"],
      body: ""
    })
  ],
  ["another method", 405, async () => ({ method: "PUT", header: await paid(), body: rates })],
  ["too large a body", 413, async () => ({ header: await paid(), body: " ".repeat(70_000) })],
  [
    "another media type",
    415,
    async () => ({ header: await paid(), headers: ["Content-Type: text/plain"], body: rates })
  ]
]

/** The service with providers that answer everything. */
const staged = Effect.map(
  Effect.all([startWith(Layer.merge(ports, facilitator)), Stage]),
  ([running, stage]) => ({
    running,
    stage
  })
)

const priceOf = ({ settings }: Running, id: string) => settings.payment.prices[id]?.atomic.toString() ?? ""

it.scopedLive("every sale is the same on both ways, but for its payment", () =>
  Effect.gen(function* () {
    const { running } = yield* staged
    for (const { facts, path } of registeredCapabilities) {
      const body = JSON.stringify(questions[facts.id]?.(1))
      const send = async () => ({ header: await paid({ amount: priceOf(running, facts.id) }), body })
      yield* Effect.flatMap(Effect.promise(send), (sent) => answer(running, path, sent))
      const [short = "", long] = yield* both(running, path, send)
      expect(short).toMatch(/^HTTP\/1.1 200 /)
      expect(short).toBe(long)
    }
  }).pipe(Effect.provide(theatre))
)

describe("a call that comes to nothing is the same on both ways:", () => {
  it.scopedLive.each(rows)("%s", ([, status, send]) =>
    Effect.gen(function* () {
      const [short = "", long] = yield* both(yield* start(), path, send)
      expect(short).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(short).toBe(long)
    }).pipe(Effect.provide(world))
  )

  it.scopedLive("a work that nobody knows", () =>
    Effect.gen(function* () {
      const { running, stage } = yield* staged
      stage.play = "empty"
      const body = JSON.stringify(questions["academic.work"]?.(1))
      const amount = priceOf(running, "academic.work")
      const [short = "", long] = yield* both(running, "/v1/academic/work", async () => ({
        header: await paid({ amount }),
        body
      }))
      expect(short).toMatch(/^HTTP\/1.1 404 /)
      expect(short).toBe(long)
    }).pipe(Effect.provide(theatre))
  )
})

it.scopedLive("an answer that was bought before is the same on both ways, to the last byte", () =>
  Effect.gen(function* () {
    const running = yield* start()
    const sent = { header: yield* Effect.promise(() => paid()), body: rates }
    const bought = yield* answer(running, path, sent)
    const late = yield* answer(running, `${path}?late`, sent)
    expect(bought).toMatch(/^HTTP\/1.1 200 /)
    expect(late.replace(/^Date: .*$/m, "")).toBe(bought.replace(/^Date: .*$/m, ""))
  }).pipe(Effect.provide(world))
)
