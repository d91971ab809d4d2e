/**
 * Strangers who send payments of the greatest length, many on each of many connections: what they send takes no memory that
 * they have not paid for, and buyers are served beside them.
 */
import { connect, type Socket } from "node:net"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { run, stop } from "../../scripts/process/Spawned.ts"
import { call, payment, question } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { bundleOf } from "../support/process/Program.ts"

/** Megabytes of V8's old generation. The process has some 60 at rest; all that is sent is half as much again. */
const heap = 220
const connections = 3_000
const requests = 8

/** Well-formed JSON in base64, of nearly all that node takes as headers. It is no payment. */
const header = Buffer.from(JSON.stringify({ x402Version: 2, extra: "x".repeat(11_000) })).toString("base64")

const burst = (
  `POST /v1/fx/rates HTTP/1.1\r\nHost: almanac\r\nContent-Type: application/json\r\nContent-Length: 2\r\n` +
  `PAYMENT-SIGNATURE: ${header}\r\n\r\n{}`
).repeat(requests)

/** Opens a connection that counts the statuses of its answers. */
const open = (url: string, count: (status: string) => void) =>
  Effect.acquireRelease(
    Effect.async<Socket>((resume) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname, () => resume(Effect.succeed(socket)))
      let text = ""
      socket.setEncoding("latin1")
      socket.on("data", (chunk: string) => {
        text += chunk
        for (const [, status = ""] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) count(status)
        // The beginning of a status line may be the end of what has come.
        text = /H[^\n]{0,11}$/.exec(text)?.[0] ?? ""
      })
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

it.scopedLive(
  "payments of the greatest length, which nobody has made, are all refused, and a buyer beside them is served",
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

      const statuses: Record<string, number> = {}
      let answered = 0
      const whole = yield* Deferred.make<void>()
      const sockets = yield* Effect.forEach(
        Array.from({ length: connections }),
        () =>
          open(url, (status) => {
            statuses[status] = (statuses[status] ?? 0) + 1
            answered += 1
            if (answered === connections * requests) Deferred.unsafeDone(whole, Effect.void)
          }),
        { concurrency: 50 }
      )
      for (const socket of sockets) socket.write(burst)
      const bought = yield* Effect.promise(async () => call(url, await payment(), question))
      yield* Effect.race(
        Deferred.await(whole),
        Effect.promise(() => almanac.ends)
      )
      expect([bought.status, almanac.child.exitCode]).toEqual([200, null])
      expect(Object.keys(statuses).sort()).toEqual(["402", "503"])
      expect(answered).toBe(connections * requests)
      expect((yield* Effect.promise(() => call(url, undefined, question))).status).toBe(402)
    }),
  240_000
)
