/**
 * Strangers who send payments of the greatest length, many on each of many connections: what they send takes a limited share
 * of memory, and buyers are served beside them.
 */
import { connect, type Socket } from "node:net"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { run, stop } from "../../scripts/process/Spawned.ts"
import { waitLimits } from "../../src/Http/limits/WaitLimits.ts"
import { call, payment, question } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { bundleOf } from "../support/process/Program.ts"

/** Megabytes of V8's old generation. The process has some 60 at rest; all that is sent is half as much again. */
const heap = 220
const connections = 3_000
const requests = 8

/** Connections whose requests may wait at the same time: node reads at most 64 KiB of each at once. */
const withPlace = waitLimits.ofAll / (64 * 1024)

/** Well-formed JSON in base64, of nearly all that node takes as headers. It is no payment. */
const header = Buffer.from(JSON.stringify({ x402Version: 2, extra: "x".repeat(11_000) })).toString("base64")

const burst = (
  `POST /v1/fx/rates HTTP/1.1\r\nHost: almanac\r\nContent-Type: application/json\r\nContent-Length: 2\r\n` +
  `PAYMENT-SIGNATURE: ${header}\r\n\r\n{}`
).repeat(requests)

/** Opens a connection that keeps the statuses of its answers; it is over when it has all of them, or has been ended. */
const open = (url: string) =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(url)
    const statuses: string[] = []
    const over = yield* Deferred.make<void>()
    let text = ""
    const socket = yield* Effect.acquireRelease(
      Effect.async<Socket>((resume) => {
        const socket = connect(Number(port), hostname, () => resume(Effect.succeed(socket)))
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => {
      text += chunk
      for (const [, status = ""] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) statuses.push(status)
      // The beginning of a status line may be the end of what has come.
      text = /H[^\n]{0,11}$/.exec(text)?.[0] ?? ""
      if (statuses.length === requests) Deferred.unsafeDone(over, Effect.void)
    })
    socket.on("error", () => {})
    socket.on("close", () => Deferred.unsafeDone(over, Effect.void))
    return { socket, statuses, over: Deferred.await(over) }
  })

it.scopedLive(
  "payments of the greatest length, which nobody has made, are refused as far as the memory for them goes, and a buyer beside them is served",
  () =>
    Effect.gen(function* () {
      const { environment } = yield* Neighbours.start()
      const bundle = yield* Effect.promise(() => bundleOf("src/main.ts"))
      const ledger = yield* Almanac.ledger
      const almanac = yield* Effect.acquireRelease(
        Effect.sync(() =>
          run(process.execPath, [`--max-old-space-size=${heap}`, bundle], { ...environment, ...ledger })
        ),
        (spawned) => Effect.promise(() => stop(spawned))
      )
      const url = yield* Almanac.urlOf(almanac)
      yield* Almanac.readiness(url, 200)

      const flood = yield* Effect.forEach(Array.from({ length: connections }), () => open(url), {
        concurrency: 50
      })
      for (const { socket } of flood) socket.write(burst)
      const bought = yield* Effect.promise(async () => call(url, await payment(), question))
      yield* Effect.race(
        Effect.forEach(flood, ({ over }) => over, { discard: true }),
        Effect.promise(() => almanac.ends)
      )
      expect([bought.status, almanac.child.exitCode]).toEqual([200, null])
      expect(new Set(flood.flatMap(({ statuses }) => statuses))).toEqual(new Set(["402"]))
      // The others are ended.
      const whole = flood.filter(({ statuses }) => statuses.length === requests)
      expect(whole.length).toBeGreaterThanOrEqual(withPlace)
      expect((yield* Effect.promise(() => call(url, undefined, question))).status).toBe(402)
    }),
  240_000
)
