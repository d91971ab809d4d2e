/**
 * Requests that are sent on one connection without waiting for answers: eight are worked on, the others wait in order,
 * not begun, and take nothing that grows.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { setImmediate as tick } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Interceptor, intercept } from "../../../src/Http/limits/Interceptor.ts"
import { hold, limitPipelining } from "../../../src/Http/limits/Pipelining.ts"
import type { WaitLimits } from "../../../src/Http/limits/WaitLimits.ts"
import * as NodeServer from "../../../src/Http/NodeServer.ts"
import { takeTurns } from "../../../src/Http/RequestTurns.ts"
import { nextBuyer, payment, question } from "../../support/Buyer.ts"
import { Knobs, someRates, start, world } from "../../support/Harness.ts"
import { eventually, held, reset } from "../../support/Money.ts"
import { collectGarbage } from "../../support/process/Garbage.ts"
import { connected, listening } from "../../support/Sockets.ts"

/** A server whose requests begin and are answered when the test says so, and the sockets on its side. */
const serving = (limits?: WaitLimits) =>
  Effect.gen(function* () {
    const begun: Array<{
      readonly url: string | undefined
      readonly end: () => void
      readonly message: IncomingMessage
    }> = []
    const sockets: Array<Socket> = []
    const server = NodeServer.server()
    intercept(server, [limitPipelining(server, limits)])
    server.on("connection", (socket) => sockets.push(socket))
    server.on("request", (message: IncomingMessage, response: ServerResponse) => {
      begun.push({ url: message.url, message, end: () => response.end(`<${message.url}>`) })
    })
    const port = yield* listening(server)
    const socket = yield* connected(port)
    let heard = ""
    socket.on("data", (chunk) => {
      heard += chunk.toString()
    })
    return {
      socket,
      server: () => sockets[0],
      begun,
      urls: () => begun.map(({ url }) => url),
      /** The answers that came, in order. */
      answers: () => [...heard.matchAll(/<([^>]*)>/g)].map(([, url]) => url),
      port
    }
  })

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`)
const becomes = (condition: () => boolean) => eventually(Effect.sync(condition))
const settled = Effect.sleep("100 millis")

describe("requests of one connection", () => {
  it.scopedLive("are worked on eight at a time, begun and answered in their order", () =>
    Effect.gen(function* () {
      const { answers, begun, socket, urls } = yield* serving()
      socket.write(paths(20).map(get).join(""))
      yield* becomes(() => begun.length === 8)
      yield* settled
      expect(urls()).toEqual(paths(8))
      // An answer that is ready before its turn has not gone out: its place is still taken.
      begun[3]?.end()
      yield* settled
      expect([urls(), answers()]).toEqual([paths(8), []])
      begun[0]?.end()
      yield* becomes(() => begun.length === 9)
      expect([urls(), answers()]).toEqual([paths(9), ["/0"]])
      for (let at = 1; at < 20; at++) {
        yield* becomes(() => begun.length > at)
        if (at !== 3) begun[at]?.end()
      }
      yield* becomes(() => answers().length === 20)
      expect([urls(), answers()]).toEqual([paths(20), paths(20)])
    })
  )

  it.scopedLive("are not read on while some wait, and are read on when none does", () =>
    Effect.gen(function* () {
      const { answers, begun, server, socket } = yield* serving()
      socket.write(get("/x").repeat(40_000))
      yield* becomes(() => begun.length === 8)
      yield* settled
      const read = server()?.bytesRead ?? 0
      expect(read).toBeLessThan(512 * 1024)
      yield* Effect.sleep("300 millis")
      expect(server()?.bytesRead).toBe(read)
      expect(answers()).toEqual([])
      let ended = 0
      const endAll = Effect.sync(() => {
        for (; ended < begun.length; ended++) begun[ended]?.end()
      })
      yield* Effect.repeat(Effect.zipRight(endAll, Effect.sleep("1 millis")), {
        until: () => (server()?.bytesRead ?? 0) > read
      })
    })
  )

  it.scopedLive("wait with their bodies, which come whole when it is their turn", () =>
    Effect.gen(function* () {
      const { answers, begun, server, socket } = yield* serving()
      const post = "POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"
      socket.write(`${paths(8).map(get).join("")}${post}01234`)
      yield* becomes(() => begun.length === 8)
      yield* settled
      const before = server()?.bytesRead ?? 0
      socket.write(`56789${get("/last")}`)
      yield* settled
      expect([server()?.bytesRead, begun.length]).toEqual([before, 8])
      begun[0]?.end()
      yield* becomes(() => begun.length === 9)
      const body = yield* Effect.async<string>((resume) => {
        let text = ""
        begun[8]?.message.on("data", (chunk) => {
          text += String(chunk)
        })
        begun[8]?.message.on("end", () => resume(Effect.succeed(text)))
      })
      expect(body).toBe("0123456789")
      for (const one of begun.slice(1)) one.end()
      yield* becomes(() => begun.length === 10)
      begun[9]?.end()
      yield* becomes(() => answers().length === 10)
      expect(answers()).toEqual([...paths(8), "/post", "/last"])
    })
  )

  it.scopedLive("never begin when their connection turns out to have ended", () =>
    Effect.gen(function* () {
      const { begun, server, socket } = yield* serving()
      socket.write(paths(100).map(get).join(""))
      yield* becomes(() => begun.length === 8)
      socket.destroy()
      // What does not read hears of it when it writes.
      let ended = 0
      const endAll = Effect.sync(() => {
        for (; ended < begun.length; ended++) begun[ended]?.end()
      })
      yield* Effect.repeat(Effect.zipRight(endAll, Effect.sleep("10 millis")), {
        until: () => server()?.closed === true
      })
      yield* settled
      expect(begun.length).toBeLessThan(50)
    })
  )

  it.scopedLive("keep nobody else waiting", () =>
    Effect.gen(function* () {
      const { begun, port, socket } = yield* serving()
      socket.write(paths(20).map(get).join(""))
      yield* becomes(() => begun.length === 8)
      const other = yield* connected(port)
      other.write(get("/other"))
      yield* becomes(() => begun.at(-1)?.url === "/other")
      expect(begun).toHaveLength(9)
    })
  )

  it.scopedLive("share what they may take of memory: the connection that has most waiting is ended", () =>
    Effect.gen(function* () {
      // What one read has left over counts whole: thirty bytes and a little for each of its requests.
      const { begun, port, socket } = yield* serving({ ofAll: 16 * 1024, ofConnection: 4 * 1024 })
      const greedy = yield* connected(port)
      const modest = yield* connected(port)
      const waiting = [
        { name: "some", from: socket, count: 10 },
        { name: "greedy", from: greedy, count: 1_000 },
        { name: "modest", from: modest, count: 2 }
      ]
      for (const { count, from, name } of waiting) {
        const before = begun.length
        from.write(get(`/${name}`).repeat(8 + count))
        yield* becomes(() => begun.length === before + 8)
        yield* settled
      }
      expect(
        waiting.filter(({ from }) => from.destroyed || from.readableEnded).map(({ name }) => name)
      ).toEqual(["greedy"])
      // Nothing of it begins any more, and the others are answered.
      for (let ended = 0; ended < begun.length; ended++) {
        begun[ended]?.end()
        yield* Effect.sleep("5 millis")
      }
      const count = (name: string) => begun.filter(({ url }) => url === `/${name}`).length
      expect(waiting.map(({ name }) => count(name))).toEqual([18, 8, 10])
    })
  )
})

/** A server that hears of each request as node has parsed it, and what comes after that. */
const parsing = (...interceptors: ReadonlyArray<Interceptor>) =>
  Effect.gen(function* () {
    const parsed: Array<string> = []
    const count: Interceptor = (next) => (message, response) => {
      parsed.push(message.url ?? "")
      return next(message, response)
    }
    const server = NodeServer.server()
    intercept(server, [count, limitPipelining(server), ...interceptors])
    return { parsed, server, port: yield* listening(server) }
  })

const connectedTimes = (count: number, port: number) =>
  Effect.all(Array.from({ length: count }, () => connected(port)))

describe("requests that come in one read", () => {
  it.scopedLive("are parsed no sooner than they are worked on", () =>
    Effect.gen(function* () {
      const { parsed, port, server } = yield* parsing()
      server.on("request", () => {})
      for (const socket of yield* connectedTimes(5, port)) socket.write(get("/x").repeat(1_000))
      yield* becomes(() => parsed.length >= 40)
      yield* settled
      expect(parsed).toHaveLength(40)
    })
  )

  it.scopedLive(
    "are parsed sixteen in a tick beside the first of each connection, even if they are answered at once",
    () =>
      Effect.gen(function* () {
        const { parsed, port, server } = yield* parsing()
        server.on("request", (_: IncomingMessage, response: ServerResponse) => response.end())
        const sockets = yield* connectedTimes(20, port)
        const perTick: Array<number> = []
        for (const socket of sockets) {
          socket.resume()
          socket.write(get("/x").repeat(100))
        }
        yield* Effect.promise(async () => {
          for (let before = 0; parsed.length < 2_000; before = parsed.length) {
            await tick()
            perTick.push(parsed.length - before)
          }
        })
        expect(Math.max(...perTick)).toBeLessThanOrEqual(16 + 20 + 16)
      })
  )

  it.scopedLive("are parsed so as well where they could be a body in chunks", () =>
    Effect.gen(function* () {
      let pieces = 0
      const { port, server } = yield* parsing()
      server.on("request", (message: IncomingMessage, response: ServerResponse) => {
        message.on("data", () => {
          pieces += 1
        })
        message.on("end", () => response.end("<whole>"))
      })
      const socket = yield* connected(port)
      let heard = ""
      socket.on("data", (chunk) => {
        heard += chunk.toString()
      })
      const body = "\r\n\r\n".repeat(1_000)
      socket.write(
        `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      )
      let most = 0
      yield* Effect.promise(async () => {
        for (let before = 0; !heard.includes("<whole>"); before = pieces) {
          await tick()
          most = Math.max(most, pieces - before)
        }
      })
      expect(pieces).toBeGreaterThan(1_000)
      expect(most).toBeLessThanOrEqual(16 + 16)
    })
  )

  it.scopedLive("are not parsed while the one before them waits for its turn", () =>
    Effect.gen(function* () {
      const releases: Array<() => void> = []
      const { parsed, port, server } = yield* parsing((next) => (message, response) => {
        const release = hold(message)
        releases.push(() => {
          next(message, response)
          release()
        })
        return true
      })
      server.on("request", (_: IncomingMessage, response: ServerResponse) => response.end())
      const socket = yield* connected(port)
      socket.resume()
      socket.write(paths(3).map(get).join(""))
      for (let at = 0; at < 3; at++) {
        yield* becomes(() => parsed.length > at)
        yield* settled
        expect(parsed).toEqual(paths(at + 1))
        releases[at]?.()
      }
    })
  )

  it.scopedLive("take turns with those of other connections: many on one delay those of another by one", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const clock = { millis: () => 0, nanos: () => 0n }
      const { port, server } = yield* parsing(takeTurns({ clock, concerns: () => true }))
      server.on("request", ({ url = "" }: IncomingMessage, response: ServerResponse) => {
        begun.push(url)
        response.end()
      })
      const greedy = yield* connectedTimes(20, port)
      const modest = yield* connected(port)
      for (const socket of greedy) {
        socket.resume()
        socket.write(get("/greedy").repeat(100))
      }
      modest.write(get("/modest"))
      yield* becomes(() => begun.length === 2_001)
      expect(begun.indexOf("/modest")).toBeLessThan(100)
    })
  )

  it.scopedLive("are forgotten when they have been answered, while the connection is kept", () =>
    Effect.gen(function* () {
      const messages: Array<WeakRef<IncomingMessage>> = []
      const { parsed, port, server } = yield* parsing()
      server.on("request", (message: IncomingMessage, response: ServerResponse) => {
        messages.push(new WeakRef(message))
        response.end()
      })
      const socket = yield* connected(port)
      socket.resume()
      socket.write(paths(3).map(get).join(""))
      yield* becomes(() => parsed.length === 3)
      yield* settled
      yield* collectGarbage
      expect(messages.map((one) => one.deref()?.url)).toEqual([undefined, undefined, undefined])
      expect(socket.readyState).toBe("open")
    })
  )

  it.scopedLive("are the same requests with the same bodies, however they are cut", () =>
    Effect.gen(function* () {
      const { port, server } = yield* parsing()
      server.on("request", (message: IncomingMessage, response: ServerResponse) => {
        let text = ""
        message.on("data", (chunk) => {
          text += String(chunk)
        })
        message.on("end", () => response.end(`<${JSON.stringify([message.url, text])}>`))
      })
      const body = "a\r\n\r\nGET /not HTTP/1.1\r\n\r\n"
      const bodies = [
        [get("/get"), ""],
        [`POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`, body],
        [
          `POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\nx: y\r\n\r\n`,
          body
        ],
        ["POST /empty HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\r\n", ""],
        ["POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", ""]
      ] as const
      const all = [...bodies, ...bodies, ...bodies]
      const sent = all.map(([text]) => text).join("")
      const expected = all.map(([text, body]) => [text.split(" ")[1], body])
      for (const size of [1, 2, 3, 7, 31, 100, sent.length]) {
        const socket = yield* connected(port)
        socket.setNoDelay(true)
        let heard = ""
        socket.on("data", (chunk) => {
          heard += chunk.toString()
        })
        for (let at = 0; at < sent.length; at += size) {
          const piece = sent.slice(at, at + size)
          // What ends the connection comes behind the requests before it.
          if (at + size < sent.length) socket.write(piece)
          else socket.end(piece)
          yield* Effect.promise(() => tick())
        }
        yield* becomes(() => socket.readableEnded)
        expect([...heard.matchAll(/<(\[.*?\])>/g)].map(([, one]) => JSON.parse(one ?? ""))).toEqual(expected)
      }
    })
  )
})

describe("the service", () => {
  it.scopedLive("sells to one connection eight calls at a time, and answers all in their order", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.zipLeft(start(), reset)
      const knobs = yield* Knobs
      const gate = yield* held
      knobs.rates = gate.rates
      const sale = async (at: number) => {
        const body = JSON.stringify({ ...question, base: `X${String.fromCharCode(65 + at)}X` })
        const header = await payment({ account: nextBuyer() })
        return `POST /v1/fx/rates HTTP/1.1\r\nHost: a\r\nPAYMENT-SIGNATURE: ${header}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      }
      const sales = yield* Effect.promise(() => Promise.all(Array.from({ length: 12 }, (_, at) => sale(at))))
      const socket = yield* connected(Number(new URL(url).port))
      let heard = ""
      socket.on("data", (chunk) => {
        heard += chunk.toString()
      })
      socket.write(`${sales.join("")}${get("/health")}`)
      yield* becomes(() => knobs.calls.rates >= 8)
      yield* settled
      // The others have asked nobody for anything, and an answer that costs nothing waits behind them.
      expect([knobs.calls, heard]).toEqual([{ verify: 8, rates: 8, settle: 0 }, ""])
      knobs.rates = someRates
      yield* gate.go
      yield* becomes(() => heard.includes('"uptime"'))
      const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
      expect(statuses).toEqual(Array(13).fill("200"))
      const bases = [...heard.matchAll(/"base":"(X.X)"/g)].map(([, base]) => base)
      expect(bases).toEqual(Array.from({ length: 12 }, (_, at) => `X${String.fromCharCode(65 + at)}X`))
      expect(knobs.calls.settle).toBe(12)
    }).pipe(Effect.provide(world))
  )
})
