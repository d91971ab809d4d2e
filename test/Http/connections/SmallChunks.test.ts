/**
 * Bodies in small chunks: they take no more memory than others, however long nobody reads them.
 */
import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { intercept } from "../../../src/Http/limits/Interceptor.ts"
import { isCrowded, joinChunks, mostChunks } from "../../../src/Http/limits/SmallChunks.ts"
import * as NodeServer from "../../../src/Http/NodeServer.ts"
import { nextBuyer, payment, question } from "../../support/Buyer.ts"
import { start, world } from "../../support/Harness.ts"
import { reset } from "../../support/Money.ts"
import { connected, listening } from "../../support/Sockets.ts"

const inChunks = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => {
    const chunk = text.slice(at * size, (at + 1) * size)
    return `${chunk.length.toString(16)}\r\n${chunk}\r\n`
  }).join("")

const end = "0\r\n\r\n"

const head = (path: string, ...headers: ReadonlyArray<string>) =>
  [`POST ${path} HTTP/1.1`, "Host: almanac", "Transfer-Encoding: chunked", ...headers, "", ""].join("\r\n")

/** The parts in which a body is read that was sent whole before anybody has read it. */
const parts = (sent: string) =>
  Effect.gen(function* () {
    const server = NodeServer.server()
    intercept(server, [joinChunks()])
    const message = yield* Deferred.make<IncomingMessage>()
    server.on("request", (come) => Deferred.unsafeDone(message, Effect.succeed(come)))
    const socket = yield* connected(yield* listening(server))
    socket.write(head("/") + sent)
    const come = yield* Deferred.await(message)
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => come.complete || isCrowded(come) })
    const read: Array<Buffer> = []
    come.on("data", (part: Buffer) => read.push(part))
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => come.readableEnded || isCrowded(come) })
    return { read, isCrowded: isCrowded(come) }
  })

describe("a body in chunks", () => {
  const bodies: ReadonlyArray<readonly [text: string, size: number, most: number]> = [
    ["", 1, 0],
    ["{}", 1, 1],
    ["x".repeat(4000), 1, 1],
    ["x".repeat(mostChunks), 1, 1],
    ["xyz".repeat(5000), 16, 4],
    ["xyz".repeat(10_000), 5000, 6]
  ]
  it.scopedLive.each(bodies)("%#: is held in few parts until somebody reads it", ([text, size, most]) =>
    Effect.gen(function* () {
      const { isCrowded, read } = yield* parts(inChunks(text, size) + end)
      expect(Buffer.concat(read).toString()).toBe(text)
      expect(read.length).toBeLessThanOrEqual(most)
      expect(isCrowded).toBe(false)
    })
  )

  it.scopedLive("is held up to the last chunk that it may have", () =>
    Effect.gen(function* () {
      const { isCrowded, read } = yield* parts(inChunks("x".repeat(10_000), 1))
      expect(isCrowded).toBe(true)
      expect(Buffer.concat(read).length).toBeLessThanOrEqual(mostChunks + 1)
    })
  )
})

describe("the service", () => {
  const sent = (url: string, headers: ReadonlyArray<string>, body: string) =>
    Effect.gen(function* () {
      const socket = yield* connected(Number(new URL(url).port))
      let heard = ""
      socket.on("data", (bytes) => {
        heard += bytes.toString("latin1")
      })
      socket.write(head("/v1/fx/rates", ...headers))
      // The body does not come with its headers.
      yield* Effect.sleep("50 millis")
      socket.write(body)
      yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => socket.destroyed })
      return heard
    })

  const signed = Effect.promise(() => payment({ account: nextBuyer() }))

  it.scopedLive("sells for a body that comes byte by byte", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.zipLeft(start(), reset)
      const headers = [`PAYMENT-SIGNATURE: ${yield* signed}`, "Connection: close"]
      const heard = yield* sent(url, headers, inChunks(JSON.stringify(question), 1) + end)
      expect(heard).toMatch(/^HTTP\/1.1 200 /)
    }).pipe(Effect.provide(world))
  )

  const endless = inChunks("x".repeat(mostChunks + 1), 1)
  it.scopedLive("says that a body has too many chunks, and ends the connection", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.zipLeft(start(), reset)
      const heard = yield* sent(url, [`PAYMENT-SIGNATURE: ${yield* signed}`], endless)
      expect(heard).toMatch(/^HTTP\/1.1 413 /)
      expect(heard).toContain('"message":"The request body comes in more than 4096 chunks."')
      expect(heard).not.toMatch(/^payment-response/im)
    }).pipe(Effect.provide(world))
  )

  it.scopedLive("ends the connection of who sends too many chunks after the answer", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.zipLeft(start(), reset)
      // Nobody pays for it: the 402 comes before the body, of which a connection may otherwise send a MiB.
      const heard = yield* Effect.timeout(sent(url, [], endless), "3 seconds")
      expect(heard).toMatch(/^HTTP\/1.1 402 /)
    }).pipe(Effect.provide(world))
  )
})
