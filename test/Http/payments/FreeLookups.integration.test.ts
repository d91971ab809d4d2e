/**
 * Look-ups that strangers may cause free of charge, while the database does not answer them: few are under way, some
 * wait, the others are refused, and sales go on.
 */
import { connect, type Socket } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Layer } from "effect"
import { Database } from "../../../src/Storage/Database.ts"
import { call, payment, question } from "../../support/Buyer.ts"
import { buyers, start, world } from "../../support/Harness.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import { databaseAt } from "../../support/TestLedger.ts"

const stranger = `0x${"ab".repeat(20)}`
const [customer, late] = buyers

/** A service whose database withholds its answers about some payers until it is told to give them. */
const withholding = (payers: ReadonlyArray<string | undefined>) =>
  Effect.gen(function* () {
    const go = yield* Deferred.make<void>()
    let asked = 0
    const place = yield* TestDatabase.make
    const database = Layer.map(databaseAt(place), (context) => {
      const real = Context.get(context, Database)
      return Context.add(context, Database, {
        ...real,
        run: (query) => {
          const answer = real.run(query)
          if (!query.values.some((value) => payers.includes(String(value)))) return answer
          return Effect.suspend(() => {
            asked += 1
            return Effect.zipRight(Deferred.await(go), answer)
          })
        }
      })
    })
    const { lines, url } = yield* start({ database })
    return {
      url,
      asked: () => asked,
      go: Deferred.succeed(go, undefined),
      /** How the calls ended that have. */
      ended: () =>
        lines.flatMap(({ message, status, outcome, route }) =>
          message === "request" && !String(route).startsWith("/health") ? [`${status} ${outcome}`] : []
        )
    }
  })

/** Connections, each with as many requests as are worked on at a time. */
const connections = 66
const many = connections * 8
const room = 512

/** Sends one request on every connection eight times, without waiting for answers. */
const flood = (url: string, request: string) =>
  Effect.forEach(
    Array.from({ length: connections }),
    () =>
      Effect.acquireRelease(
        Effect.async<Socket>((resume) => {
          const socket = connect(Number(new URL(url).port), "127.0.0.1", () => resume(Effect.succeed(socket)))
          socket.resume().on("error", () => {})
          socket.write(request.repeat(8))
        }),
        (socket) => Effect.sync(() => socket.destroy())
      ),
    { discard: true, concurrency: "unbounded" }
  )

const buy = (url: string) =>
  Effect.promise(async () =>
    call(url, await payment(customer === undefined ? {} : { account: customer }), question)
  )

const status = `GET /v1/payments/${stranger}/0x${"cd".repeat(32)} HTTP/1.1\r\nHost: a\r\n\r\n`

const outdated = async () => {
  const header = await payment({
    ...(late === undefined ? {} : { account: late }),
    authorization: { validBefore: "1000000000" }
  })
  return `POST /v1/fx/rates HTTP/1.1\r\nHost: a\r\nPAYMENT-SIGNATURE: ${header}\r\nContent-Length: 2\r\n\r\n{}`
}

const lookUps: ReadonlyArray<
  readonly [
    of: string,
    request: () => Promise<string>,
    refused: string,
    found: string,
    payer: string | undefined
  ]
> = [
  ["of a payment's state", async () => status, "503 LEDGER_UNAVAILABLE", "404 NOT_FOUND", stranger],
  [
    "of a payment that buys nothing new",
    outdated,
    "503 OVERLOADED",
    "402 PAYMENT_INVALID",
    late?.address.toLowerCase()
  ]
]

describe("look-ups that are free", () => {
  it.scopedLive.each(lookUps)(
    "%s are limited, and nobody who pays waits for them",
    ([, request, refused, found, payer]) =>
      Effect.gen(function* () {
        const { asked, ended, go, url } = yield* withholding([payer])
        yield* flood(url, yield* Effect.promise(request))
        yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => ended().length === many - room })
        expect([asked(), new Set(ended())]).toEqual([8, new Set([refused])])
        expect((yield* buy(url)).status).toBe(200)
        yield* go
        yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => ended().length === many + 1 })
        expect(ended().filter((one) => one === found)).toHaveLength(room)
      }).pipe(Effect.provide(world)),
    60_000
  )
})
