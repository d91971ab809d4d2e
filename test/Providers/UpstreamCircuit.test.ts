/**
 * The circuits inside the upstream client: one per operation, judged by whole outcomes, through a real server.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import { describe } from "vitest"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Upstream from "../../src/Providers/client/Upstream.ts"
import { ProviderRateLimited } from "../../src/Providers/Errors.ts"
import { answer, type Fault, faultServer, ok } from "../support/FaultServer.ts"

const Root = Schema.Struct({ answer: Schema.Number })

const upstreamOn = (origin: string) =>
  Upstream.make({ provider: "gdelt", baseUrl: origin, deadline: "5 seconds", userAgent: "test" })

/** One call of an operation for a thing. */
const ask = (upstream: Upstream.Upstream, operation: string, thing: string) =>
  Effect.either(
    upstream.operation(operation, (get) =>
      Effect.flatMap(get({ path: "/", query: { thing } }), upstream.decode(Root))
    )
  )

const test = (name: string, body: Effect.Effect<void, unknown, never>) =>
  it.live(name, () => Effect.provide(body, Logger.remove(Logger.defaultLogger)))

const setting = <A, E>(
  faults: ReadonlyArray<Fault>,
  use: (upstream: Upstream.Upstream, requests: () => number) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const server = yield* faultServer(...faults)
    const upstream = yield* upstreamOn(server.origin)
    yield* use(upstream, () => server.requests.length)
  }).pipe(Effect.scoped, Effect.provide(Outbound.layer))

describe("an operation's circuit", () => {
  test(
    "opens after 5 failures; other operations of the provider go on",
    setting([answer(500)], (upstream, requests) =>
      Effect.gen(function* () {
        for (let n = 0; n < 8; n++) yield* ask(upstream, "gdelt.search", String(n))
        expect(requests()).toBe(5)
        yield* ask(upstream, "gdelt.trends", "x")
        expect(requests()).toBe(6)
      })
    )
  )

  test(
    "opens at once on a 429 that names a time",
    setting([answer(429, "", { "retry-after": "7" })], (upstream, requests) =>
      Effect.gen(function* () {
        yield* ask(upstream, "gdelt.search", "x")
        expect(yield* ask(upstream, "gdelt.search", "y")).toMatchObject({
          left: { _tag: "ProviderRateLimited", retryAfter: 7 }
        })
        expect(requests()).toBe(1)
      })
    )
  )

  test(
    "is not opened by one caller's query that gets nonsense, but by three different ones",
    setting([answer(200, "<html>", { "content-type": "text/html" })], (upstream, requests) =>
      Effect.gen(function* () {
        for (let n = 0; n < 8; n++) yield* ask(upstream, "gdelt.search", "the same")
        expect(requests()).toBe(8)
        yield* ask(upstream, "gdelt.search", "second")
        yield* ask(upstream, "gdelt.search", "third")
        yield* ask(upstream, "gdelt.search", "fourth")
        expect(requests()).toBe(10)
      })
    )
  )

  test(
    "opens when the budget is spent, while the call itself succeeded",
    setting([ok], (upstream, requests) =>
      Effect.gen(function* () {
        expect((yield* ask(upstream, "gdelt.search", "x"))._tag).toBe("Right")
        yield* upstream.suspend(
          "gdelt.search",
          new ProviderRateLimited({ provider: "gdelt", reason: "budget spent", retryAfter: 60 })
        )
        expect(yield* ask(upstream, "gdelt.search", "y")).toMatchObject({ left: { retryAfter: 60 } })
        expect(requests()).toBe(1)
      })
    )
  )
})
