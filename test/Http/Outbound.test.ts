/**
 * What leaves the process over the one client for outgoing calls, and what spans say of it.
 */
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import { Pool } from "../../src/Http/client/PooledClient.ts"
import { facilitatorServer, reply } from "../support/FacilitatorServer.ts"
import * as SpanRecorder from "../support/SpanRecorder.ts"

const query = "unspeakable-query"

const onTimeout = () => "too late" as const

const ways: ReadonlyArray<
  readonly [string, (url: string) => Effect.Effect<unknown, unknown, HttpClient.HttpClient | Pool>]
> = [
  ["the client", (url) => Effect.flatMap(HttpClient.HttpClient, (client) => client.get(url))],
  [
    "the client, with a body",
    (url) =>
      Effect.flatMap(HttpClient.HttpClient, (client) =>
        client.execute(HttpClientRequest.bodyText(HttpClientRequest.post(url), "{}", "application/json"))
      )
  ],
  [
    "the pool",
    (url) =>
      Effect.flatMap(Pool, ({ exchange }) =>
        exchange(HttpClientRequest.get(url), { duration: "10 seconds", onTimeout })
      )
  ]
]

describe("a call in a recorded span", () => {
  it.scopedLive.each(ways)("over %s tells the other side nothing of the trace", ([, call]) =>
    Effect.gen(function* () {
      const { spans, tracer } = SpanRecorder.make()
      const { url, calls } = yield* facilitatorServer(reply(200, {}))
      yield* call(`${url}/v1/secret-path?q=${query}`).pipe(
        Effect.withSpan("around"),
        Effect.withTracer(tracer),
        Effect.provide(Outbound.layer)
      )
      expect(calls.map((one) => one.url)).toEqual([`/v1/secret-path?q=${query}`])
      expect(Object.keys(calls[0]?.headers ?? {})).not.toContain("traceparent")
      expect(Object.keys(calls[0]?.headers ?? {})).not.toContain("b3")
      // No span of the client's own, and nothing of the URL in the one around it.
      expect(spans).toEqual([
        { name: "around", parent: undefined, kind: "internal", attributes: {}, exit: "success", cause: "" }
      ])
    })
  )
})

describe("a limit of zero", () => {
  // A test's clock is late already when the limit begins: the timer calls back before it can be cancelled.
  it.scoped("is over before anything is sent", () =>
    Effect.gen(function* () {
      const { url, calls } = yield* facilitatorServer(reply(200, {}))
      const ended = yield* Effect.flatMap(Pool, ({ exchange }) =>
        exchange(HttpClientRequest.get(url), { duration: 0, onTimeout })
      ).pipe(Effect.exit, Effect.provide(Outbound.layer))
      expect(ended).toEqual(Exit.fail("too late"))
      expect(calls).toEqual([])
    })
  )
})
