/**
 * The metrics of the running process, on their own listener.
 */

import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { codes } from "../../src/Api/Failure.ts"
import { version } from "../../src/Api/Version.ts"
import { providers } from "../../src/Capabilities/index.ts"
import { call, payment, question } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { parse, type Samples, until } from "../support/process/Scrape.ts"

const rules = readFileSync("ops/prometheus/rules.yml", "utf8")

/** Names and labels of the counters that expressions of rules read. */
const countersOf = (text: string) => [
  ...new Set(
    Array.from(
      text.matchAll(/\b(almanac_\w+_(?:total|count))(?:\{([^}]*)\})?/g),
      ([, name, labels = ""]) => `${name}{${labels}}`
    )
  )
]

/** The selectors that select no sample. */
const missing = (selectors: ReadonlyArray<string>, samples: Samples) =>
  selectors.filter((selector) => {
    const [name = "", labels = ""] = selector.slice(0, -1).split("{")
    const matchers = Array.from(labels.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g))
    return ![...samples.keys()].some((sample) => {
      if (sample !== name && !sample.startsWith(`${name}{`)) return false
      return matchers.every(([, label, operator = "", wanted = ""]) => {
        const value = new RegExp(`[{,]${label}="([^"]*)"`).exec(sample)?.[1] ?? ""
        const matches = operator.endsWith("~") ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted
        return operator.startsWith("!") ? !matches : matches
      })
    })
  })

/** Debian package `prometheus`. */
const promtool = spawnSync("promtool", ["--version"]).error === undefined

describe("the metrics", () => {
  it.scopedLive(
    "count what happened, on a listener of their own",
    () =>
      Effect.gen(function* () {
        const neighbours = yield* Neighbours.start()
        const spawned = yield* Almanac.start({ ...neighbours.environment, METRICS_PORT: "0" })
        const [, metrics = ""] = yield* Effect.promise(() =>
          spawned.prints(/metrics on (http:\/\/127[\d.:]+\/metrics)/)
        )
        const [, url = ""] = yield* Effect.promise(() => spawned.prints(/listens on (http:\/\/[\d.:]+)/))
        const atStart = yield* Effect.promise(() =>
          until(metrics, (samples) => samples.get("almanac_ready") === 1)
        )
        // An increase is seen only of a series that was there before: each that an alert counts begins as 0.
        expect(missing(countersOf(rules), atStart)).toEqual([])
        const faults = Object.entries(codes).filter(([, { status }]) => status >= 500)
        expect(faults.length).toBeGreaterThan(5)
        for (const { facts } of registeredCapabilities) {
          for (const [code] of faults) {
            const name = `almanac_http_requests_total{capability="${facts.id}",status="5xx",outcome="${code}"}`
            expect([name, atStart.get(name)]).toEqual([name, 0])
          }
        }
        for (const operation of providers.all.flatMap(({ operations }) => operations)) {
          for (const kind of ["rate_limited", "unavailable", "bad_response", "timeout"]) {
            const name = `almanac_provider_errors_total{operation="${operation}",kind="${kind}"}`
            expect([name, atStart.get(name)]).toEqual([name, 0])
          }
        }
        // The library counts its own fibres.
        expect([...atStart.keys()].filter((name) => !/^(almanac|process|nodejs)_/.test(name))).toEqual([])

        for (const { facts } of registeredCapabilities) {
          for (const metric of ["revenue_usdc", "replays", "uncharged_runs"]) {
            const name = `almanac_${metric}_total{capability="${facts.id}"}`
            expect([name, atStart.get(name)]).toEqual([name, 0])
          }
        }

        const header = yield* Effect.promise(() => payment())
        const answers = [
          yield* Effect.promise(() => call(url, undefined)),
          yield* Effect.promise(() => call(url, header)),
          yield* Effect.promise(() => call(url, header)),
          yield* Effect.promise(async () =>
            call(url, await payment(), { ...question, currencies: ["GBP", "USD"] })
          ),
          yield* Effect.promise(async () => call(url, await payment(), { base: "EUR" }))
        ]
        expect(answers.map(({ status }) => status)).toEqual([402, 200, 200, 200, 400])
        yield* Effect.promise(() => fetch(`${url}/no-such-route`))

        const answer = yield* Effect.promise(() => fetch(metrics))
        const text = yield* Effect.promise(() => answer.text())
        expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
        const samples = parse(text)
        const requests = Object.fromEntries(
          [...samples].filter(([name]) => name.startsWith("almanac_http_requests_total{capability="))
        )
        expect(requests).toMatchObject({
          'almanac_http_requests_total{capability="fx.rates",status="4xx",outcome="PAYMENT_REQUIRED"}': 1,
          'almanac_http_requests_total{capability="fx.rates",status="2xx",outcome="delivered"}': 2,
          'almanac_http_requests_total{capability="fx.rates",status="2xx",outcome="replayed"}': 1,
          'almanac_http_requests_total{capability="fx.rates",status="4xx",outcome="VALIDATION_FAILED"}': 1,
          'almanac_http_requests_total{capability="none",status="4xx",outcome="NOT_FOUND"}': 1
        })
        for (const [name, value] of [
          ['almanac_http_request_duration_seconds_count{capability="fx.rates",status="2xx"}', 3],
          ['almanac_provider_calls_total{operation="frankfurter.latest"}', 1],
          ['almanac_provider_duration_seconds_count{operation="frankfurter.latest"}', 1],
          ['almanac_cache_reads_total{capability="fx.rates",result="miss"}', 1],
          ['almanac_cache_reads_total{capability="fx.rates",result="hit"}', 1],
          ['almanac_cache_age_seconds_count{capability="fx.rates"}', 1],
          ['almanac_dependency_up{dependency="database"}', 1],
          ['almanac_dependency_up{dependency="cache"}', 1],
          [`almanac_build_info{version="${version}"}`, 1],
          ["almanac_in_flight", 0],
          ['almanac_revenue_usdc_total{capability="fx.rates"}', 0.004],
          ['almanac_replays_total{capability="fx.rates"}', 1],
          ['almanac_uncharged_runs_total{capability="fx.rates"}', 0],
          ["almanac_calls_limit", 1024]
        ] as const)
          expect([name, samples.get(name)]).toEqual([name, value])
        // A pool's gauges are set every second: the last time, a call of this test may have waited.
        yield* Effect.promise(() =>
          until(metrics, (samples) => samples.get('almanac_database_waiting{pool="embedded"}') === 0)
        )
        for (const name of [
          "process_cpu_seconds_total",
          "process_resident_memory_bytes",
          "nodejs_heap_size_used_bytes",
          "process_open_fds"
        ])
          expect(samples.get(name), name).toBeGreaterThan(0)
        expect(samples.get("process_max_fds")).toBeGreaterThan(samples.get("process_open_fds") ?? 0)
        expect(samples.get("nodejs_eventloop_lag_max_seconds")).toBeLessThan(60)

        const secrets = [
          header.slice(20, 60),
          "operator@example.org",
          "EUR",
          "GBP",
          answers[1]?.body.meta.requestId ?? "req_"
        ]
        for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
        if (promtool) {
          const checked = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" })
          expect([checked.status, checked.stderr]).toEqual([0, ""])
        }

        const origin = new URL(metrics).origin
        const others = yield* Effect.promise(() =>
          Promise.all(
            [
              ["GET", `${origin}/`],
              ["POST", metrics],
              ["GET", `${origin}/v1/capabilities`],
              ["GET", `${url}/metrics`]
            ].map(async ([method = "", target = ""]) => (await fetch(target, { method })).status)
          )
        )
        expect(others).toEqual([404, 404, 404, 404])

        spawned.child.kill("SIGTERM")
        expect(yield* Effect.promise(() => spawned.ends)).toBe(0)
      }),
    120_000
  )

  it.scopedLive(
    "refuse to start on a port in use, by the name of their own setting",
    () =>
      Effect.gen(function* () {
        const port = yield* Effect.acquireRelease(
          Effect.async<ReturnType<typeof createServer>>((resume) => {
            const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
          }),
          (server) => Effect.sync(() => server.close())
        ).pipe(Effect.map((server) => Object(server.address()).port))
        const neighbours = yield* Neighbours.start()
        const spawned = yield* Almanac.start({
          ...neighbours.environment,
          DATABASE_URL: "postgres://127.0.0.1:1/none",
          METRICS_PORT: String(port)
        })
        expect(yield* Effect.promise(() => spawned.ends)).toBe(1)
        expect(spawned.output()).toMatch(/cannot start: METRICS_PORT \d+ is in use/)
      }),
    60_000
  )
})
