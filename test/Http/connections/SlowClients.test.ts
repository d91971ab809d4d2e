/**
 * Clients that are slow, talkative or too many: the server's own limits, with shorter times, over raw sockets.
 */
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as NodeServer from "../../../src/Http/NodeServer.ts"
import { connected, listening } from "../../support/Sockets.ts"

const quick: NodeServer.Limits = {
  ...NodeServer.limits,
  keepAliveTimeout: 5_000,
  headersTimeout: 300,
  requestTimeout: 600,
  connectionsCheckingInterval: 50
}

/** A server that tells how many headers it got and how long the body was; its port. */
const serving = (limits: NodeServer.Limits) => {
  const server = NodeServer.server(limits)
  server.on("request", (request, response) => {
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
    })
    request.on("end", () => response.end(`${request.rawHeaders.length / 2} headers, ${length} bytes`))
  })
  return listening(server)
}

/** A connection: what came over it, and whether the server has ended it. */
const client = (port: number) =>
  connected(port).pipe(
    Effect.map((socket) => {
      let heard = ""
      let ended = false
      socket.on("data", (chunk) => {
        heard += chunk.toString()
      })
      socket.on("close", () => {
        ended = true
      })
      const wait = async (holds: () => boolean) => {
        for (let attempt = 0; attempt < 400 && !holds(); attempt++)
          await new Promise((done) => setTimeout(done, 20))
      }
      return {
        send: (text: string) => Effect.sync(() => void socket.write(text)),
        /** What came until the server ended the connection; what came so far when it does not. */
        end: Effect.promise(async () => {
          await wait(() => ended)
          return ended ? heard : `open: ${heard}`
        }),
        /** What came, when it matches. */
        hears: (pattern: RegExp) =>
          Effect.promise(async () => {
            await wait(() => pattern.test(heard) || ended)
            return heard
          }),
        ended: () => ended
      }
    })
  )

const head = "GET / HTTP/1.1\r\nHost: a\r\n"

describe("a client", () => {
  it.scopedLive("that never ends its headers is told 408 and cut, however many bytes drip", () =>
    Effect.gen(function* () {
      const one = yield* client(yield* serving(quick))
      yield* one.send(head)
      yield* Effect.fork(Effect.forever(Effect.zipRight(Effect.sleep("50 millis"), one.send("X-A: b\r\n"))))
      expect(yield* one.end).toMatch(/^HTTP\/1\.1 408 /)
    })
  )

  it.scopedLive("that never ends its body is told 408 and cut", () =>
    Effect.gen(function* () {
      const one = yield* client(yield* serving(quick))
      yield* one.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nab")
      yield* Effect.fork(Effect.forever(Effect.zipRight(Effect.sleep("50 millis"), one.send("c"))))
      expect(yield* one.end).toMatch(/^HTTP\/1\.1 408 /)
    })
  )

  it.scopedLive("that says nothing at all is cut", () =>
    Effect.gen(function* () {
      const one = yield* client(yield* serving(quick))
      expect(yield* one.end).not.toMatch(/^open/)
    })
  )

  it.scopedLive("that rests between two requests, longer than one may take, is served again", () =>
    Effect.gen(function* () {
      const one = yield* client(yield* serving(quick))
      yield* one.send(`${head}\r\n`)
      yield* one.hears(/1 headers, 0 bytes/)
      yield* Effect.sleep("1200 millis")
      expect(one.ended()).toBe(false)
      yield* one.send(`${head}X-B: c\r\n\r\n`)
      expect(yield* one.hears(/2 headers, 0 bytes/)).toMatch(/2 headers, 0 bytes/)
    })
  )

  it.scopedLive("with more than 16 KiB of headers is told 431", () =>
    Effect.gen(function* () {
      const one = yield* client(yield* serving(quick))
      yield* one.send(`${head}X-Big: ${"x".repeat(20_000)}\r\n\r\n`)
      expect(yield* one.end).toMatch(/^HTTP\/1\.1 431 /)
    })
  )

  it.scopedLive("is heard for all of its headers, however many they are", () =>
    Effect.gen(function* () {
      const one = yield* client(yield* serving(quick))
      yield* one.send(`${head}${Array.from({ length: 1500 }, (_, n) => `X-${n}: y\r\n`).join("")}\r\n`)
      expect(yield* one.hears(/bytes/)).toMatch(/1501 headers, 0 bytes/)
    })
  )

  it.scopedLive("that is one too many is closed at once, and the others are served", () =>
    Effect.gen(function* () {
      const port = yield* serving({
        ...quick,
        headersTimeout: 60_000,
        requestTimeout: 60_000,
        maxConnections: 2
      })
      const [first, second] = [yield* client(port), yield* client(port)]
      const third = yield* client(port)
      expect(yield* third.end).toBe("")
      yield* first.send(`${head}\r\n`)
      yield* second.send(`${head}\r\n`)
      expect(yield* first.hears(/bytes/)).toMatch(/200 OK/)
      expect(yield* second.hears(/bytes/)).toMatch(/200 OK/)
    })
  )
})
