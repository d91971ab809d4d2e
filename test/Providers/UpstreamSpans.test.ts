import { describe, expect, it } from "@effect/vitest"
import { type Duration, Effect, Redacted, Schema } from "effect"
import * as Upstream from "../../src/Providers/client/Upstream.ts"
import { QueryRefused } from "../../src/Providers/Errors.ts"
import { json, type Script, scriptedClient } from "../support/provider/ScriptedClient.ts"
import * as SpanRecorder from "../support/SpanRecorder.ts"

const secret = "s3cret-key"
const queryText = "unspeakable-query"
const providerText = "words of the provider"

const observe = (script: Script, deadline = "2 seconds" as Duration.DurationInput) =>
  Effect.gen(function* () {
    const { spans, tracer } = SpanRecorder.make()
    const client = scriptedClient(script)
    const upstream = yield* Effect.provide(
      Upstream.make({
        provider: "frankfurter",
        baseUrl: "https://provider.example",
        deadline,
        userAgent: "almanac/0.1.0 (test)",
        secrets: {
          headers: { "x-key": Redacted.make(secret) },
          query: { key: Redacted.make(secret) }
        }
      }),
      client.layer
    )
    const outcome = yield* upstream
      .operation("frankfurter.test", (get) =>
        Effect.flatMap(
          get({ path: `/${queryText}`, template: "/{query}", query: { q: queryText } }),
          upstream.decode(Schema.Struct({ answer: Schema.Number }))
        )
      )
      .pipe(Effect.withTracer(tracer), Effect.either)
    const everything = JSON.stringify([spans, outcome, String(outcome)])
    for (const forbidden of [secret, queryText, providerText, "https://"])
      expect(everything).not.toContain(forbidden)
    for (const { headers } of client.calls) expect(headers).not.toHaveProperty("traceparent")
    return spans
  })

const get = (attributes: Record<string, unknown>, exit: "success" | "failure") => ({
  name: "GET /{query}",
  parent: "frankfurter.test",
  kind: "client" as const,
  attributes: {
    "http.request.method": "GET",
    "server.address": "provider.example",
    "url.scheme": "https",
    "url.template": "/{query}",
    ...attributes
  },
  exit
})
const operation = (attributes: Record<string, unknown>, exit: "success" | "failure") => ({
  name: "frankfurter.test",
  parent: undefined,
  kind: "internal" as const,
  attributes,
  exit
})

describe("Upstream: spans", () => {
  it.live("of an answer", () =>
    Effect.gen(function* () {
      expect(yield* observe(() => Effect.succeed(json({ answer: 42 })))).toMatchObject([
        operation({}, "success"),
        get({ "http.response.status_code": 200 }, "success")
      ])
    })
  )

  it.live("of a retry and a throttled provider", () =>
    Effect.gen(function* () {
      const spans = yield* observe((_, count) =>
        Effect.succeed(json({ message: providerText }, count === 1 ? 503 : 429))
      )
      expect(spans).toMatchObject([
        operation({ "error.type": "ProviderRateLimited" }, "failure"),
        get({ "http.response.status_code": 503, "error.type": "ProviderUnavailable" }, "failure"),
        get(
          {
            "http.response.status_code": 429,
            "http.request.resend_count": 1,
            "error.type": "ProviderRateLimited"
          },
          "failure"
        )
      ])
      expect(Object.keys(spans[2]?.attributes ?? {}).length).toBe(8)
    })
  )

  it.live("of a time-out", () =>
    Effect.gen(function* () {
      const spans = yield* observe(() => Effect.never, "100 millis")
      expect(spans).toMatchObject([
        operation({ "error.type": "ProviderTimeout" }, "failure"),
        get({ "error.type": "ProviderTimeout" }, "failure")
      ])
      for (const { cause } of spans) expect(cause).not.toContain("interrupt")
    })
  )

  it.live("of a reply with another shape", () =>
    Effect.gen(function* () {
      expect(yield* observe(() => Effect.succeed(json({ answer: providerText })))).toMatchObject([
        operation({ "error.type": "ProviderBadResponse" }, "failure"),
        get({ "http.response.status_code": 200 }, "success")
      ])
    })
  )

  it.live("of a refused query are those of a success", () =>
    Effect.gen(function* () {
      const { spans, tracer } = SpanRecorder.make()
      const refused = new QueryRefused({
        provider: "frankfurter",
        problems: [{ pointer: "/base", message: "currency XXX is not supported" }]
      })
      const outcome = yield* Effect.flatMap(
        Upstream.make({
          provider: "frankfurter",
          baseUrl: "https://a.example",
          deadline: 100,
          userAgent: "a"
        }),
        (upstream) => upstream.operation("frankfurter.test", () => refused)
      ).pipe(Effect.withTracer(tracer), Effect.flip, Effect.provide(scriptedClient(() => Effect.never).layer))
      expect(outcome._tag).toBe("QueryRefused")
      expect(spans).toMatchObject([operation({}, "success")])
    })
  )
})
