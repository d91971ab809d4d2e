/**
 * The whole canary, over HTTP, against the simulated providers; and against one whose replies have changed.
 */
import { createServer } from "node:http"
import {
  type HttpApp,
  HttpClient,
  HttpClientRequest,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Metric, Option } from "effect"
import { type Heard, run } from "../../scripts/canary/Canary.ts"
import { isMeant, operations } from "../../scripts/canary/Operations.ts"
import { exitCode, lines, summary } from "../../scripts/canary/Report.ts"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Simulated from "../../src/Sandbox/Providers.ts"
import { SimulatedProviders } from "../../src/Sandbox/Providers.ts"
import { Settings } from "../../src/Settings.ts"
import { providersAt } from "../Sandbox/Addresses.ts"

const contact = "ops@canary.example"

const settings = (origin: string) =>
  Layer.provide(
    Settings.layer,
    Layer.setConfigProvider(
      ConfigProvider.fromMap(
        new Map([
          ["X402_PAY_TO", `0x${"0".repeat(39)}1`],
          ["CONTACT", contact],
          ["GDELT_PACE", "300 millis"],
          ["OPENALEX_API_KEY", "openalex-s3cr3t"],
          ...Object.entries(providersAt(origin))
        ])
      )
    )
  )

/** The canary's report about the providers at an origin. */
const canary = (origin: string, ...only: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const heard: Array<Heard> = []
    const chosen = operations.filter((one) => only.length === 0 || only.some((word) => isMeant(word)(one)))
    const findings = yield* run(chosen, (one) => Effect.sync(() => heard.push(one))).pipe(
      Effect.provide(settings(origin))
    )
    return { heard, told: findings.flatMap(lines), summary: summary(findings), code: exitCode(findings) }
  })

/** The simulated providers behind a server that changes the text of what they say. Yields its origin. */
const changed = (origin: string, change: (text: string) => string) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
    const app: HttpApp.Default = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const reply = yield* client.execute(HttpClientRequest.get(`${origin}${url}`))
      const text = change(yield* reply.text)
      return HttpServerResponse.text(text, { status: reply.status, contentType: "application/json" })
    }).pipe(Effect.orDie)
    yield* server.serve(app)
    return HttpServer.formatAddress(server.address)
  })

const layers = Layer.merge(Simulated.layer, Outbound.layer)

describe("the canary", () => {
  it.scopedLive("finds all simulated providers as they were recorded, and keeps GDELT's pace", () =>
    Effect.gen(function* () {
      const { origin } = yield* SimulatedProviders
      const report = yield* canary(origin)
      expect(report.told).toEqual(operations.map(({ name }) => `ok       ${name}`))
      expect(report.summary).toBe("15 operations: 15 ok, 0 changed, 0 no longer decoding, 0 failed")
      expect(report.code).toBe(0)

      // Both calls to GDELT have asked the pace when they may go.
      const paced = (yield* Metric.snapshot).filter(
        ({ metricKey: { name, tags } }) =>
          name === "almanac_pace_wait_seconds" && tags.some(({ value }) => value === "gdelt")
      )
      expect(paced.map(({ metricState }) => metricState)).toMatchObject([{ count: 2 }])

      const recordings = report.heard.flatMap(({ recording }) => Option.toArray(recording))
      expect(recordings.map(({ operation }) => operation)).toEqual(operations.map(({ name }) => name))
      expect(recordings[0]?.url).toContain("api_key=REDACTED")
      const written = JSON.stringify(recordings)
      for (const secret of ["openalex-s3cr3t", contact, encodeURIComponent(contact)])
        expect(written).not.toContain(secret)
    }).pipe(Effect.provide(layers))
  )

  it.scopedLive.each<
    readonly [
      name: string,
      operation: string,
      from: RegExp,
      to: string,
      told: ReadonlyArray<string>,
      code: number
    ]
  >([
    [
      "a needed field renamed",
      "openalex.search",
      /"id":"https:\/\/openalex.org\/W/g,
      '"identifier":"https://openalex.org/W',
      [
        "changed  openalex.search (NO LONGER DECODES)",
        "    ! unreadable results[].id",
        "    - disappeared results[].id",
        "    + appeared results[].identifier"
      ],
      1
    ],
    [
      "a needed field of the root renamed",
      "frankfurter",
      /"rates":/,
      '"quotes":',
      [
        "changed  frankfurter.latest (NO LONGER DECODES)",
        "    ! unreadable rates",
        "    - disappeared rates",
        "    + appeared quotes"
      ],
      1
    ],
    [
      "a field added",
      "frankfurter",
      /"rates":/,
      '"provider":"x","rates":',
      ["changed  frankfurter.latest (still decodes)", "    + appeared provider"],
      0
    ],
    [
      "a field that we can do without of another type",
      "wikidata",
      /"label":"[^"]*"/g,
      '"label":7',
      ["changed  wikidata.search (still decodes)", "    ~ changed type search[].label: string -> number"],
      0
    ],
    [
      "a page in place of JSON",
      "photon.search",
      /^.*$/s,
      "<html>",
      ["failed   photon.search: ProviderBadResponse: HTML"],
      1
    ]
  ])("tells exactly: %s", ([_, operation, from, to, told, code]) =>
    Effect.gen(function* () {
      const { origin } = yield* SimulatedProviders
      const report = yield* canary(yield* changed(origin, (text) => text.replace(from, to)), operation)
      expect([report.told, report.code]).toEqual([told, code])
    }).pipe(Effect.provide(layers))
  )

  it.scopedLive("tells the error of a provider that is down", () =>
    Effect.gen(function* () {
      const { origin, turn } = yield* SimulatedProviders
      yield* turn("us-census", "unavailable")
      const report = yield* canary(origin, "census", "nager")
      expect(report.told).toEqual([
        "ok       nager-date.countries",
        "ok       nager-date.holidays",
        "failed   census.table: ProviderUnavailable: status 503"
      ])
      expect(report.code).toBe(1)
    }).pipe(Effect.provide(layers))
  )
})
