/**
 * The turns of requests that begin a fibre, as node hands them over.
 */
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { setImmediate as tick } from "node:timers/promises"
import { expect, it } from "@effect/vitest"
import { describe } from "vitest"
import type { Take } from "../../src/Http/limits/Interceptor.ts"
import type { WaitLimits } from "../../src/Http/limits/WaitLimits.ts"
import { arrivalOf, takeTurns } from "../../src/Http/RequestTurns.ts"

/** A clock that stands still, and the requests that have got past. */
const door = (isFull: () => boolean = () => false, limits?: WaitLimits) => {
  const passed: Array<string> = []
  const refused: Array<string> = []
  let millis = 0
  const clock = { millis: () => millis, nanos: () => BigInt(millis) * 1_000_000n }
  const into =
    (all: Array<string>): Take =>
    ({ url = "" }) => {
      all.push(url)
      return true
    }
  const take = takeTurns({
    clock,
    concerns: ({ headers }) => headers["payment-signature"] !== undefined,
    isUnlimited: isFull,
    refuse: into(refused),
    ...(limits === undefined ? {} : { limits })
  })(into(passed))
  const send = (
    url: string,
    headers: Readonly<Record<string, string>> = { "payment-signature": "a payment" },
    socket = new Socket()
  ) => {
    const message = new IncomingMessage(socket)
    const rawHeaders = Object.entries(headers).flat()
    Object.assign(message, { method: "POST", url, headers, rawHeaders })
    expect(take(message, new ServerResponse(message))).toBe(true)
    return message
  }
  const pass = (by: number) => {
    millis += by
  }
  return { clock, passed, pass, refused, send }
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

  it("take turns by connection: many on one delay those of another by one", async () => {
    const { passed, send } = door()
    for (const url of names(0, 16)) send(url)
    const [greedy, buyer] = [new Socket(), new Socket()]
    for (const url of names(16, 56)) send(url, undefined, greedy)
    for (const url of ["/bought", "/bought/next"]) send(url, undefined, buyer)
    await tick()
    expect(passed.slice(16)).toEqual(["/16", "/bought", "/17", "/bought/next", ...names(18, 30)])
    // What comes on a connection whose own requests wait stands behind them.
    send("/late", undefined, greedy)
    await tick()
    await tick()
    expect(passed.slice(32)).toEqual([...names(30, 56), "/late"])
  })

  it("all go on once the process is full, for they are refused", async () => {
    let isFull = false
    const { passed, send } = door(() => isFull)
    for (const url of names(0, 100)) send(url)
    isFull = true
    await tick()
    expect(passed).toEqual(names(0, 100))
  })

  it("take no more memory than there is while they wait, but a connection may always have one", async () => {
    // A request counts its headers and 4 KiB.
    const { passed, refused, send } = door(() => false, { ofAll: 12 * 1024, ofConnection: 6 * 1024 })
    const payment = { "payment-signature": "a".repeat(1024) }
    const [greedy, other, gone] = [new Socket(), new Socket(), new Socket()]
    const fill = () => {
      for (const url of names(0, 16)) send(url)
    }
    fill()
    for (const url of ["/a", "/b", "/c"]) send(url, payment, greedy)
    send("/d", payment, other)
    send("/e", payment, other)
    send("/f", payment, gone)
    expect([passed.slice(16), refused]).toEqual([[], ["/c", "/e"]])
    gone.destroy()
    await tick()
    expect(passed.slice(16)).toEqual(["/a", "/d", "/b"])
    await tick()
    fill()
    for (const url of ["/g", "/h"]) send(url, payment, greedy)
    send("/i", payment, gone)
    await tick()
    await tick()
    // What has had its turn, or whose client has gone, takes nothing any more.
    expect([passed.slice(-3), refused]).toEqual([
      ["/g", "/i", "/h"],
      ["/c", "/e"]
    ])
  })
})
