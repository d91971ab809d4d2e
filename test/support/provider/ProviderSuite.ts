/** What all providers have in common: how they are asked, and what their failures mean. Each test of a provider runs it. */
import type { HttpClient } from "@effect/platform/HttpClient"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { always, failing, observe, reply, userAgent } from "./Replies.ts"
import type { Script } from "./ScriptedClient.ts"

const html = "<!DOCTYPE html><html><head><title>An error</title></head></html>"

interface Meaning {
  readonly script: Script
  readonly outcome: string
  /** Default: 1. */
  readonly calls?: number
}

const says = (
  status: number,
  outcome: string,
  {
    body = html,
    headers = {},
    calls = 1
  }: { body?: string; headers?: Record<string, string>; calls?: number } = {}
): Meaning => ({ script: always(reply(status, body, headers)), outcome, calls })

/** By name, so that a provider with a meaning of its own can say so. */
const meanings = {
  "400": says(400, "ProviderBadResponse: status 400"),
  "401": says(401, "ProviderUnavailable: status 401"),
  "402": says(402, "ProviderUnavailable: status 402"),
  "403": says(403, "ProviderUnavailable: status 403"),
  "404": says(404, "ProviderBadResponse: status 404"),
  "408": says(408, "ProviderTimeout: status 408"),
  "414": says(414, "ProviderBadResponse: status 414"),
  "429": says(429, "ProviderRateLimited: status 429"),
  "429 with a time": says(429, "ProviderRateLimited: status 429, again in 30 s", {
    headers: { "retry-after": "30" }
  }),
  "500": says(500, "ProviderUnavailable: status 500"),
  "502, tried twice": says(502, "ProviderUnavailable: status 502", { calls: 2 }),
  "503, tried twice": says(503, "ProviderUnavailable: status 503", { calls: 2 }),
  "504, tried twice": says(504, "ProviderTimeout: status 504", { calls: 2 }),
  "521": says(521, "ProviderUnavailable: status 521"),
  "522": says(522, "ProviderTimeout: status 522"),
  "524": says(524, "ProviderTimeout: status 524"),
  "200 with HTML": says(200, "ProviderBadResponse: HTML"),
  "200 with nothing": says(200, "ProviderBadResponse: empty body", { body: "" }),
  "200 with a text": says(200, "ProviderBadResponse: not JSON", { body: "error code: 1016" }),
  "200 with NaN": says(200, "ProviderBadResponse: not JSON", { body: "[NaN]" }),
  "200 with JSON of another shape": says(200, "ProviderBadResponse: wrong shape", {
    body: '{"status":"ok"}'
  }),
  "203 with JSON of another shape": says(203, "ProviderBadResponse: wrong shape", {
    body: '{"status":"ok"}'
  }),
  "two moves in a row": says(301, "ProviderBadResponse: redirect not followed", {
    headers: { location: "/elsewhere" },
    calls: 2
  }),
  "a refused connection, tried twice": {
    script: failing("ECONNREFUSED"),
    outcome: "ProviderUnavailable: connection refused",
    calls: 2
  },
  "a connection that times out": {
    script: failing("UND_ERR_CONNECT_TIMEOUT"),
    outcome: "ProviderTimeout: connection timed out"
  }
} satisfies Record<string, Meaning>

type Name = keyof typeof meanings

/** A port's operation as the suite asks it: the outcome in one line. */
interface Operation<Port> {
  readonly ask: Effect.Effect<string, never, Port>
  /** Meanings of its own: the outcome. */
  readonly differs?: Partial<Record<Name, string>>
}

/** A provider as the suite needs it. */
interface Provider<Port> {
  readonly layer: Layer.Layer<Port, never, HttpClient>
  readonly deadline: Duration.DurationInput
  readonly operations: Readonly<Record<string, Operation<Port>>>
  /** False for a provider whose redirects mean something else. Default: true. */
  readonly followsRedirects?: boolean
}

/** Tests what the provider has in common with all others, for each of its operations. */
export const everyProvider = <Port>({ layer, deadline, operations, ...provider }: Provider<Port>) => {
  const followsRedirects = provider.followsRedirects ?? true
  const rows = Object.entries<Operation<Port>>(operations).flatMap(([operation, { ask, differs }]) =>
    Object.entries<Meaning>(meanings).map(([name, meaning]) => ({
      name: `${operation}: ${name}`,
      ask,
      script: meaning.script,
      outcome:
        (differs as Readonly<Record<string, string | undefined>> | undefined)?.[name] ?? meaning.outcome,
      calls: name === "two moves in a row" && !followsRedirects ? 1 : (meaning.calls ?? 1)
    }))
  )

  describe("as every provider", () => {
    it.effect.each(rows)("$name", ({ ask, script, outcome, calls }) =>
      Effect.gen(function* () {
        const seen = yield* observe(script, layer, ask)
        expect({ outcome: seen.outcome, calls: seen.calls.length }).toEqual({ outcome, calls })
      })
    )

    for (const [operation, { ask }] of Object.entries<Operation<Port>>(operations)) {
      it.effect(`${operation}: is cut at the deadline`, () =>
        Effect.gen(function* () {
          const { outcome } = yield* observe(() => Effect.never, layer, Effect.timed(ask))
          const [took, text] = outcome
          expect([text, Duration.toMillis(took)]).toEqual([
            "ProviderTimeout: deadline passed",
            Duration.toMillis(deadline)
          ])
        })
      )

      it.effect(`${operation}: says who asks, and for what`, () =>
        Effect.gen(function* () {
          const { calls } = yield* observe(always(reply(500)), layer, ask)
          expect(calls.map(({ headers }) => headers)).toEqual([
            expect.objectContaining({
              accept: "application/json",
              "accept-encoding": "gzip, br",
              "user-agent": userAgent
            })
          ])
          expect(calls[0]?.headers).not.toHaveProperty("accept-language")
        })
      )
    }
  })
}
