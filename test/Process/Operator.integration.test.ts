/**
 * What an operator reads of calls in the log, in traces and in the collector's logs: which provider, which status, which
 * reason, which payment.
 */
import { hash } from "node:crypto"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { simulated } from "../Sandbox/Simulated.ts"
import { payment, post } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { logsOf, metricsOf, resourcesOf, spansOf, valueOf } from "../support/process/Otlp.ts"
import * as Relay from "../support/process/Relay.ts"
import { asset } from "../support/SignedPayment.ts"

/** The hash by the runbook's command, over network, asset, payer and nonce in lower case. */
const hashOf = (header: string): string => {
  const { from, nonce } = JSON.parse(Buffer.from(header, "base64").toString()).payload.authorization
  return hash("sha256", `eip155:84532:${asset.address}:${from}:${nonce}`.toLowerCase(), "hex").slice(0, 32)
}

type Line = Readonly<Record<string, unknown>>

const linesOf = (output: string): ReadonlyArray<Line> =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))

const rates = { base: "EUR", currencies: ["USD"] }
const works = { query: "whales" }

it.scopedLive(
  "a call's line and its record name provider, status, reason, payment and cache",
  () =>
    Effect.gen(function* () {
      const neighbours = yield* Neighbours.start()
      const { origin, turn } = yield* simulated
      let facilitatorIsDown = false
      const facilitator = yield* Relay.before(neighbours.environment.X402_FACILITATOR_URL, () =>
        facilitatorIsDown ? 502 : undefined
      )
      const almanac = yield* Almanac.start({
        ...neighbours.environment,
        ...(yield* Almanac.ledger),
        X402_FACILITATOR_URL: facilitator,
        OPENALEX_URL: `${origin}/openalex`,
        CROSSREF_URL: `${origin}/crossref`,
        GDELT_URL: `${origin}/gdelt`,
        GDELT_PACE: "0 millis",
        WIKIDATA_URL: `${origin}/wikidata`,
        OTEL_EXPORTER_OTLP_ENDPOINT: neighbours.collector
      })
      const url = yield* Almanac.urlOf(almanac)
      yield* Almanac.readiness(url, 200)
      const hashes = new Map<string, string>()
      const buy = (name: string, path: string, amount: string, body: object, edit = (text: string) => text) =>
        Effect.promise(async () => {
          const header = edit(await payment({ amount }))
          hashes.set(name, hashOf(header))
          return (await post(`${url}${path}`, header, body, { "x-request-id": name })).status
        })

      expect(yield* buy("delivered", "/v1/fx/rates", "2000", rates)).toBe(200)
      expect(yield* buy("from-cache", "/v1/fx/rates", "2000", rates)).toBe(200)
      expect(
        yield* buy("malformed", "/v1/fx/rates", "2000", { base: "EUR", currencies: [1], "to whom": 1 })
      ).toBe(400)
      expect(yield* buy("cheap", "/v1/fx/rates", "1", rates)).toBe(402)
      expect(
        yield* buy("misread", "/v1/fx/rates", "2000", rates, (header) =>
          Buffer.from(
            Buffer.from(header, "base64").toString().replaceAll("eip155:84532", "eip155:1")
          ).toString("base64")
        )
      ).toBe(402)
      facilitatorIsDown = true
      expect(yield* buy("unverified", "/v1/fx/rates", "2000", rates)).toBe(503)
      facilitatorIsDown = false
      yield* turn("openalex", "unavailable")
      expect(yield* buy("fallback", "/v1/academic/search", "10000", works)).toBe(200)
      yield* turn("crossref", "unavailable")
      expect(yield* buy("fault", "/v1/academic/search", "10000", { query: "sharks" })).toBe(502)
      yield* turn("gdelt", "throttled")
      expect(yield* buy("throttled", "/v1/news/search", "10000", { query: "volcano" })).toBe(429)
      expect(yield* buy("open", "/v1/news/search", "10000", { query: "glacier" })).toBe(429)

      almanac.child.kill("SIGTERM")
      expect(yield* Effect.promise(() => almanac.ends)).toBe(0)

      const lines = new Map(
        linesOf(almanac.output())
          .filter(({ message }) => message === "request")
          .map((line) => [String(line["requestId"]), line])
      )
      const paid = (name: string) => ({ payment: hashes.get(name) })
      const expected: Readonly<Record<string, Line>> = {
        delivered: {
          outcome: "delivered",
          charged: true,
          provider: "frankfurter",
          upstreamStatus: 200,
          cache: "miss"
        },
        "from-cache": { outcome: "delivered", charged: true, cache: "hit" },
        malformed: { outcome: "VALIDATION_FAILED", charged: false, pointer: "/…,/currencies/0" },
        cheap: {
          outcome: "PAYMENT_INVALID",
          reason: "invalid_payment_requirements"
        },
        misread: { outcome: "PAYMENT_INVALID", reason: "invalid_network" },
        unverified: { outcome: "PAYMENT_FACILITATOR_UNAVAILABLE", reason: "status 502" },
        fallback: {
          outcome: "delivered",
          provider: "openalex,crossref",
          upstream: { "openalex.search": "status 503", "crossref.search": "200" }
        },
        fault: {
          outcome: "PROVIDER_UNAVAILABLE",
          charged: false,
          reason: "status 503",
          provider: "openalex,crossref",
          upstream: { "openalex.search": "status 503", "crossref.search": "status 503" }
        },
        throttled: {
          outcome: "PROVIDER_RATE_LIMITED",
          provider: "gdelt",
          upstreamStatus: 429,
          reason: "status 429"
        },
        open: { outcome: "PROVIDER_RATE_LIMITED", provider: "gdelt", reason: "circuit open: status 429" }
      }
      for (const [name, fields] of Object.entries(expected)) {
        expect(lines.get(name), name).toMatchObject({ ...fields, ...paid(name) })
      }
      expect(lines.get("from-cache")).not.toHaveProperty("provider")
      expect(lines.get("open")).not.toHaveProperty("upstreamStatus")

      // The collector has the same facts, each as an attribute.
      const records = logsOf(neighbours.exports)
      for (const [name, fields] of Object.entries(expected)) {
        const record = records.find(
          ({ attributes, body }) => body === "request" && attributes["requestId"] === name
        )
        const { upstream = {}, ...plain } = fields
        const dotted = Object.entries(Object(upstream)).map(([key, value]) => [`upstream.${key}`, value])
        expect(record, name).toMatchObject({
          body: "request",
          severity: Number(lines.get(name)?.["status"]) >= 500 ? "WARN" : "INFO",
          attributes: { ...plain, ...Object.fromEntries(dotted), ...paid(name) }
        })
        expect(typeof record?.attributes["phases.gate"], name).toBe("number")
        expect(Object.keys(record?.attributes ?? {})).not.toContain("fiberId")
      }
      // The payment's hash finds the trace, and its root says what became of the call.
      const roots = spansOf(neighbours.exports).filter(({ kind }) => kind === 2)
      const root = roots.find((span) => valueOf(span, "almanac.payment.id") === hashes.get("fault"))
      expect([
        valueOf(root, "almanac.request_id"),
        valueOf(root, "almanac.reason"),
        root?.status.code
      ]).toEqual(["fault", "status 503", 2])
      expect(root?.traceId).toBe(lines.get("fault")?.["traceId"])

      // One process is one instance, whatever it tells.
      const instances = resourcesOf(neighbours.exports).map((resource) => resource["service.instance.id"])
      expect(instances.length).toBeGreaterThanOrEqual(3)
      expect(new Set(instances).size).toBe(1)
      expect(instances[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
      const units = new Map(metricsOf(neighbours.exports).map(({ name, unit }) => [name, unit]))
      expect([...units.keys()].filter((name) => !/^(almanac|process|nodejs)_/.test(name))).toEqual([])
      expect([
        units.get("almanac_http_request_duration_seconds"),
        units.get("process_resident_memory_bytes"),
        units.get("almanac_http_requests_total")
      ]).toEqual(["s", "By", "1"])
    }),
  120_000
)
