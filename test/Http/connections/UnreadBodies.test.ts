/**
 * Bodies that go on after the answer: soon over, and the connection is kept; too long or too much, and it is ended.
 */
import type { Socket } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { intercept } from "../../../src/Http/limits/Interceptor.ts"
import { limitUnread, type UnreadLimits } from "../../../src/Http/limits/UnreadBodies.ts"
import * as NodeServer from "../../../src/Http/NodeServer.ts"
import { call, nextBuyer, payment } from "../../support/Buyer.ts"
import { start, world } from "../../support/Harness.ts"
import { reset } from "../../support/Money.ts"
import { connected, listening } from "../../support/Sockets.ts"

const opened = (port: number) =>
  connected(port).pipe(
    Effect.map((socket) => {
      let heard = ""
      socket.on("data", (chunk) => {
        heard += chunk.toString()
      })
      return {
        socket,
        heard: () => heard,
        send: (text: string) => Effect.sync(() => void socket.write(text)),
        hears: (pattern: RegExp) => when(() => pattern.test(heard)),
        ends: when(() => socket.destroyed)
      }
    })
  )

const when = (condition: () => boolean) =>
  Effect.repeat(Effect.sleep("10 millis"), { until: condition }).pipe(
    Effect.timeoutFail({ duration: "15 seconds", onTimeout: () => new Error("it did not happen") }),
    Effect.orDie
  )

/** Writes until the connection ends, as fast as it is taken, or a byte a time. */
const sendOn = (socket: Socket, piece: string, pause: "10 millis" | "0 millis") =>
  Effect.forkScoped(
    Effect.forever(
      Effect.zipRight(
        Effect.async<void>((resume) => {
          if (socket.destroyed || socket.write(piece)) resume(Effect.void)
          else {
            socket.once("drain", () => resume(Effect.void))
            socket.once("close", () => resume(Effect.never))
          }
        }),
        Effect.sleep(pause)
      )
    )
  )

/** A server that answers as soon as it sees the headers; its port, and the bytes that it has read. */
const serving = (limits: UnreadLimits) =>
  Effect.gen(function* () {
    const sockets: Array<Socket> = []
    const server = NodeServer.server()
    intercept(server, [limitUnread(limits)])
    server.on("connection", (socket) => sockets.push(socket))
    server.on("request", (message, response) => response.end(`<${message.url}>`))
    const client = yield* opened(yield* listening(server))
    return { ...client, read: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) }
  })

const post = (path: string, framing: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`
const chunk = `4000\r\n${"x".repeat(16_384)}\r\n`

describe("a body that goes on after its answer", () => {
  it.scopedLive("is read to its end when that comes soon, and the next request is served", () =>
    Effect.gen(function* () {
      const { hears, send, socket } = yield* serving({ bytes: 100_000, millis: 60_000 })
      yield* send(post("/one", "Content-Length: 80000"))
      yield* hears(/<\/one>/)
      yield* send("x".repeat(80_000))
      yield* send(post("/two", "Transfer-Encoding: chunked"))
      yield* hears(/<\/two>/)
      yield* send(`${chunk.repeat(4)}0\r\n\r\n`)
      yield* send(post("/three", "Content-Length: 2"))
      yield* send("{}")
      yield* hears(/<\/three>/)
      yield* Effect.sleep("200 millis")
      expect(socket.destroyed).toBe(false)
    })
  )

  it.scopedLive("ends the connection when it is too much", () =>
    Effect.gen(function* () {
      const { ends, heard, read, send, socket } = yield* serving({ bytes: 100_000, millis: 60_000 })
      yield* send(post("/", "Transfer-Encoding: chunked"))
      yield* sendOn(socket, chunk, "0 millis")
      yield* ends
      expect(heard()).toContain("</>")
      expect(read()).toBeGreaterThan(100_000)
    })
  )

  it.scopedLive("ends the connection when it takes too long, however little it is", () =>
    Effect.gen(function* () {
      const { ends, heard, send, socket } = yield* serving({ bytes: 100_000, millis: 300 })
      yield* send(post("/", "Content-Length: 1000000"))
      yield* sendOn(socket, "x", "10 millis")
      yield* ends
      expect(heard()).toContain("</>")
    })
  )

  it.scopedLive("ends the connection of a client that says nothing more", () =>
    Effect.gen(function* () {
      const { ends, send } = yield* serving({ bytes: 100_000, millis: 300 })
      yield* send(post("/", "Content-Length: 10"))
      yield* ends
    })
  )
})

describe("the service", () => {
  /** Requests that are answered before their bodies. */
  const early: ReadonlyArray<readonly [name: string, head: string, status: string]> = [
    ["nobody pays for", post("/v1/fx/rates", "Content-Length: 900000000"), "402"],
    ["is no route", post("/nowhere", "Content-Length: 900000000"), "404"],
    ["takes no such method", post("/health", "Content-Length: 900000000"), "405"]
  ]
  it.scopedLive.each(early)("reads no endless body of what %s", ([, head, status]) =>
    Effect.gen(function* () {
      const { url } = yield* Effect.zipLeft(start(), reset)
      const { ends, heard, send, socket } = yield* opened(Number(new URL(url).port))
      yield* send(head)
      yield* sendOn(socket, chunk, "0 millis")
      yield* ends
      expect(heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(heard().match(/HTTP\/1.1 /g)).toHaveLength(1)
    }).pipe(Effect.provide(world))
  )

  it.scopedLive("sells while many bodies never end: unpaid, as quotes, or with payments of one key", () =>
    Effect.gen(function* () {
      const { lines, url } = yield* Effect.zipLeft(start({ environment: { MAX_CALLS: "4" } }), reset)
      const header = yield* Effect.promise(() => payment({ account: nextBuyer() }))
      const framing = "Content-Length: 60000"
      const heads = [
        post("/v1/fx/rates", framing),
        post("/v1/fx/rates", `${framing}\r\nPrefer: quote`),
        post("/v1/fx/rates", `${framing}\r\nPAYMENT-SIGNATURE: ${header}`)
      ]
      const endless = yield* Effect.forEach(
        Array.from({ length: 90 }, (_, at) => heads[at % 3] ?? ""),
        (head) =>
          Effect.gen(function* () {
            const client = yield* opened(Number(new URL(url).port))
            yield* client.send(head)
            yield* sendOn(client.socket, "x", "10 millis")
            return client
          })
      )
      const buy = Effect.promise(async () => call(url, await payment({ account: nextBuyer() })))
      for (let time = 0; time < 3; time++) expect((yield* buy).status).toBe(200)
      // Every one of them is answered, and loses its connection.
      yield* Effect.forEach(endless, ({ ends }) => ends, { concurrency: "unbounded" })
      const outcomes = new Set(
        lines.flatMap(({ message, outcome, route }) =>
          message === "request" && route === "/v1/fx/rates" ? [outcome] : []
        )
      )
      expect(outcomes).toEqual(new Set(["PAYMENT_REQUIRED", "REQUEST_TIMEOUT", "delivered"]))
      expect((yield* buy).status).toBe(200)
    }).pipe(Effect.provide(world))
  )
})
