/**
 * Readiness is free: however many strangers ask at once, and hang up, the process lives and the database hears of it once
 * a second.
 */
import { connect, type Socket } from "node:net"
import { expect, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Database } from "../../src/Storage/Database.ts"
import { start, world } from "../support/Harness.ts"
import * as TestDatabase from "../support/TestDatabase.ts"
import { databaseAt } from "../support/TestLedger.ts"

const connections = 4
const pipelined = 1_900

it.scopedLive(
  "1,900 pipelined requests on each of four connections reach the database a few times",
  () =>
    Effect.gen(function* () {
      let probed = 0
      const place = yield* TestDatabase.make
      const database = Layer.map(databaseAt(place), (context) => {
        const real = Context.get(context, Database)
        const problem = Effect.suspend(() => {
          probed += 1
          return real.problem
        })
        return Context.add(context, Database, { ...real, problem })
      })
      const { url } = yield* start({ database })
      const before = probed
      const started = performance.now()
      const sockets: Array<Socket> = []
      let heard = 0
      for (let index = 0; index < connections; index++) {
        const socket = connect(Number(new URL(url).port), "127.0.0.1")
        sockets.push(socket)
        socket.on("data", (chunk) => {
          heard += chunk.toString("latin1").split("HTTP/1.1 200 OK").length - 1
        })
        socket.write("GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n".repeat(pipelined))
      }
      // Half of them are answered; then everybody hangs up, with thousands of requests waiting.
      yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => heard > (connections * pipelined) / 2 })
      for (const socket of sockets) socket.destroy()
      const seconds = (performance.now() - started) / 1000
      expect(probed - before).toBeLessThanOrEqual(seconds + 2)
      expect((yield* Effect.promise(() => fetch(`${url}/health/ready`))).status).toBe(200)
    }).pipe(Effect.provide(world)),
  60_000
)
