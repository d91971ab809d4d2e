/**
 * The connection to a facilitator: it is there before the first payment, and stays.
 */
import { HttpClientRequest } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { Effect, Redacted, Schedule, TestClock, TestServices } from "effect"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import { Pool } from "../../../src/Http/client/PooledClient.ts"
import { FacilitatorUnavailable } from "../../../src/Payment/facilitator/Facilitator.ts"
import { stayConnected } from "../../../src/Payment/facilitator/Supported.ts"
import { Credentials } from "../../../src/Settings/Credentials.ts"
import { facilitatorServer, type Play, reply, reset } from "../../support/FacilitatorServer.ts"

/** What a facilitator does when it is asked what it settles, and how many connections it has had after four times. */
const facilitators: ReadonlyArray<readonly [string, Play, number]> = [
  ["answers", reply(200, { kinds: [] }), 1],
  ["does not know the question", reply(404, "no"), 1],
  ["closes its connections", reset, 4]
]

const credentials = Credentials.Bearer({ token: Redacted.make("a token") })

it.scoped.each(facilitators)("a process stays connected to a facilitator that %s", ([, play, connections]) =>
  Effect.gen(function* () {
    const { calls, server, url } = yield* facilitatorServer((response, asked) =>
      (asked.method === "GET" ? play : reply(200, {}))(response, asked)
    )
    // Node's server would close them after 5 s.
    server.keepAliveTimeout = 600_000
    let opened = 0
    server.on("connection", () => {
      opened += 1
    })
    yield* Effect.forkScoped(stayConnected({ url: `${url}/`, credentials }))
    for (const times of [1, 2, 3, 4]) {
      if (times > 1) yield* TestClock.adjust("20 seconds")
      const asked = Effect.sync(() => calls.length)
      yield* TestServices.provideLive(
        Effect.repeat(asked, { until: (count) => count === times, schedule: Schedule.spaced("10 millis") })
      )
      // The reply has come, or the loss of the connection, before the next one is asked for.
      yield* TestServices.provideLive(Effect.sleep("50 millis"))
    }
    const { exchange } = yield* Pool
    const payment = HttpClientRequest.bodyText(HttpClientRequest.post(`${url}/verify`), "{}")
    yield* exchange(payment, {
      duration: "5 seconds",
      onTimeout: () => new FacilitatorUnavailable({ reason: "timeout" })
    })

    expect(calls.map(({ headers, method, url }) => [method, url, headers.authorization])).toEqual([
      ...Array.from({ length: 4 }, () => ["GET", "/supported", "Bearer a token"]),
      ["POST", "/verify", undefined]
    ])
    expect(opened).toBe(play === reset ? connections + 1 : connections)
  }).pipe(Effect.provide(Outbound.layer))
)
