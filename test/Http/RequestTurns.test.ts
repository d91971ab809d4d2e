/**
 * The turns of requests that begin a fibre, as node hands them over.
 */
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { setImmediate as tick } from "node:timers/promises"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { arrivalOf, takeTurns } from "../../src/Http/RequestTurns.ts"
import { nextBuyer, payment, question } from "../support/Buyer.ts"
import { Knobs, start, world } from "../support/Harness.ts"
import { eventually } from "../support/Money.ts"
import { connected } from "../support/Sockets.ts"

/** A clock that stands still, and the requests that have got past. */
const door = (isFull: () => boolean = () => false) => {
  const passed: Array<string> = []
  let millis = 0
  const clock = { millis: () => millis, nanos: () => BigInt(millis) * 1_000_000n }
  const take = takeTurns({
    clock,
    concerns: ({ headers }) => headers["payment-signature"] !== undefined,
    isUnlimited: isFull
  })(({ url = "" }) => {
    passed.push(url)
    return true
  })
  const send = (
    url: string,
    headers: Readonly<Record<string, string>> = { "payment-signature": "a payment" }
  ) => {
    const message = new IncomingMessage(new Socket())
    Object.assign(message, { method: "POST", url, headers })
    expect(take(message, new ServerResponse(message))).toBe(true)
    return message
  }
  const pass = (by: number) => {
    millis += by
  }
  return { clock, passed, pass, send }
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `/${from + index}`)

describe("requests that take turns", () => {
  it("begin sixteen in a tick, in their order; others do not wait", async () => {
    const { passed, send } = door()
    for (const url of names(0, 40)) send(url)
    send("/free", {})
    expect(passed).toEqual([...names(0, 16), "/free"])
    await tick()
    expect(passed.slice(17)).toEqual(names(16, 32))
    await tick()
    expect(passed.slice(33)).toEqual(names(32, 40))
  })

  it("have arrived when they came, however long they have waited", async () => {
    const { clock, pass, send } = door()
    const [first, ...others] = names(0, 17).map((url) => send(url))
    pass(700)
    await tick()
    const arrivals = [first, others.at(-1)].map((message) => message && arrivalOf(message, clock))
    expect(arrivals).toEqual([700_000_000n, 0n])
  })

  it("are not begun when their client has gone", async () => {
    const { passed, send } = door()
    const messages = names(0, 20).map((url) => send(url))
    for (const { socket } of messages.slice(17, 19)) socket.destroy()
    await tick()
    expect(passed.slice(16)).toEqual(["/16", "/19"])
  })

  it("all go on once the process is full, for they are refused", async () => {
    let isFull = false
    const { passed, send } = door(() => isFull)
    for (const url of names(0, 100)) send(url)
    isFull = true
    await tick()
    expect(passed).toEqual(names(0, 100))
  })
})

it.scopedLive("a paid call does not wait for those that nobody pays for, which came before it", () =>
  Effect.gen(function* () {
    const { url, lines } = yield* start()
    const knobs = yield* Knobs
    let answeredBefore = -1
    knobs.verify = (submission) => {
      answeredBefore = lines.filter(({ status }) => status === 404).length
      return knobs.honest.verify(submission)
    }
    const port = Number(new URL(url).port)
    const strangers = yield* Effect.all(Array.from({ length: 300 }, () => connected(port)))
    const buyer = yield* connected(port)
    const header = yield* Effect.promise(() => payment({ account: nextBuyer() }))
    const body = JSON.stringify(question)
    let answer = ""
    buyer.on("data", (chunk) => {
      answer += chunk.toString()
    })
    for (const stranger of strangers) stranger.write("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n")
    buyer.write(
      `POST /v1/fx/rates HTTP/1.1\r\nHost: a\r\nPAYMENT-SIGNATURE: ${header}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
    yield* eventually(Effect.sync(() => answer.startsWith("HTTP/1.1 200")))
    expect(answeredBefore).toBeGreaterThanOrEqual(0)
    expect(answeredBefore).toBeLessThan(150)
  }).pipe(Effect.provide(world))
)
