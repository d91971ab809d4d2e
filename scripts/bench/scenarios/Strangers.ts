/**
 * What strangers may do free of charge, and what it costs: bodies that never end beside an honest purchase, and documents
 * that nobody reads.
 */
import { connect, type Socket } from "node:net"
import { Duration, Effect } from "effect"
import { BenchFailure } from "../Failure.ts"
import { type Call, knownRates, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Line from "../load/Line.ts"
import { purse, signer } from "../load/Payments.ts"
import type { Siege } from "../report/Results.ts"
import { spread } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"
import { megabyte } from "./Rounds.ts"

/** Milliseconds between two pieces of a body that never ends. */
const trickle = 500

const piece = "x".repeat(16)

/** Keeps a connection with such a body open, and opens another one when it is ended. */
const endless = (port: number, head: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let socket: Socket
      let isOver = false
      const open = () => {
        socket = connect({ port, host: "127.0.0.1" })
        socket.resume()
        socket.on("error", () => {})
        socket.on("close", () => {
          if (!isOver) setTimeout(open, trickle)
        })
        socket.write(head)
      }
      open()
      const timer = setInterval(() => socket.writable && socket.write(piece), trickle)
      return () => {
        isOver = true
        clearInterval(timer)
        socket.destroy()
      }
    }),
    (end) => Effect.sync(end)
  )

/** The head of such a call by number: unpaid, as a quote, and with a payment, of which each awaits one body. */
const heads = ({ path, terms }: OfferTerms) => {
  const sign = signer(terms)
  const kinds: ReadonlyArray<() => ReadonlyArray<string>> = [
    () => [],
    () => ["prefer: quote"],
    () => [`payment-signature: ${sign()}`]
  ]
  return (number: number) => {
    const own = kinds[number % kinds.length]?.() ?? []
    return [`POST ${path} HTTP/1.1`, "host: 127.0.0.1", "content-length: 60000", ...own, "", ""].join("\r\n")
  }
}

/** Purchases one after another, and their times in milliseconds. */
const purchases = (line: Line.Line, calls: ReadonlyArray<Call>) =>
  Effect.forEach(calls, (call) =>
    Effect.flatMap(line.ask(call), ({ ms, status }) =>
      status === 200
        ? Effect.succeed(ms)
        : new BenchFailure({ message: `an honest purchase was answered ${status}` })
    )
  )

/** How long an honest purchase takes in a quiet process, and beside so many bodies that never end. */
export const siege = (
  server: Server,
  offer: OfferTerms,
  { connections, purchases: count }: { readonly connections: number; readonly purchases: number }
): Effect.Effect<Siege, BenchFailure> =>
  Effect.gen(function* () {
    const payments = purse(offer.terms)
    payments.fill(3 * count)
    const line = yield* Line.open(server.port)
    const batch = (number: number) =>
      Array.from({ length: count }, (_, index) =>
        paid(offer, knownRates, payments.at(number * count + index))
      )
    yield* purchases(line, batch(0))
    const quiet = yield* purchases(line, batch(1))
    const head = heads(offer)
    yield* Effect.forEach(
      Array.from({ length: connections }, (_, index) => head(index)),
      (head) => endless(server.port, head),
      { discard: true }
    )
    // Until the first ones are answered, and come again.
    yield* Effect.sleep(Duration.seconds(2))
    const besieged = yield* purchases(line, batch(2))
    return { connections, quietMs: spread(quiet), besiegedMs: spread(besieged) }
  }).pipe(Effect.scoped)

/** Requests in one packet, or nearly. */
const pipelined = 1_900

const documents = ["/openapi.json", "/v1/capabilities", "/docs/api"] as const

/** By how many MB the server grows with a document that is asked for so many times at once, and never read. */
const growth = (server: Server, path: string) =>
  Effect.gen(function* () {
    const request = Line.encode({ method: "GET", path, headers: {}, body: "" })
    const before = yield* server.ask({ question: "collect" })
    const socket = yield* Effect.acquireRelease(
      Effect.sync(() => connect({ port: server.port, host: "127.0.0.1" })),
      (socket) => Effect.sync(() => socket.destroy())
    )
    socket.on("error", () => {})
    socket.write(request.repeat(pipelined))
    let most = 0
    for (let look = 0; look < 10; look++) {
      yield* Effect.sleep(Duration.millis(200))
      most = Math.max(most, (yield* server.ask({ question: "sample" })).rssBytes)
    }
    return (most - before.rssBytes) / megabyte
  }).pipe(Effect.scoped)

/** The most of any document. */
export const unread = (server: Server): Effect.Effect<number, BenchFailure> =>
  Effect.gen(function* () {
    const line = yield* Line.open(server.port)
    yield* Effect.forEach(documents, (path) => line.ask({ method: "GET", path, headers: {}, body: "" }))
    const grown = yield* Effect.forEach(documents, (path) => growth(server, path))
    return Math.max(...grown)
  }).pipe(Effect.scoped)
