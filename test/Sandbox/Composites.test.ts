/**
 * What docs/composites.md promises of the sandbox's data: every verdict, every status and a disagreement can be bought.
 */
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import { ClaimReport } from "../../src/Resources/ClaimReport.ts"
import { Comparison } from "../../src/Resources/Comparison.ts"
import { EvidencePack } from "../../src/Resources/EvidencePack.ts"
import type { ProviderSlug } from "../../src/Resources/ProviderSlug.ts"
import { ResearchReport } from "../../src/Resources/Research.ts"
import * as Providers from "../../src/Sandbox/Providers.ts"
import { buy } from "../support/Buyer.ts"
import { startWith, world } from "../support/Harness.ts"

/** The live providers, asking the simulated ones. */
const service = Effect.gen(function* () {
  const { origin } = yield* Providers.SimulatedProviders
  const ports = Live.providers.pipe(
    Layer.provideMerge(Layer.succeed(Facilitator, yield* Facilitator)),
    Layer.provide(Pacing.layerMemory),
    Layer.provide(Outbound.layer)
  )
  const { url } = yield* startWith(ports, {
    environment: {
      OPENALEX_URL: `${origin}/openalex`,
      CROSSREF_URL: `${origin}/crossref`,
      GDELT_URL: `${origin}/gdelt`,
      WIKIDATA_URL: `${origin}/wikidata`,
      CENSUS_URL: `${origin}/us-census`,
      GDELT_PACE: "1 millis"
    }
  })
  return url
})

/** Pays for a call of a composite. */
const bought =
  <A, I>(path: string, amount: string, data: Schema.Schema<A, I>) =>
  (url: string, body: object) =>
    Effect.gen(function* () {
      const answer = yield* Effect.promise(() => buy(url, { path, amount, body }))
      expect([answer.status, answer.body.error]).toEqual([200, undefined])
      return {
        data: yield* Schema.decodeUnknown(data)(answer.body.data),
        isCharged: answer.headers.has("payment-response")
      }
    })

const verify = bought("/v1/verify", "50000", ClaimReport)
const evidence = bought("/v1/evidence", "50000", EvidencePack)
const compare = bought("/v1/compare", "100000", Comparison)
const research = bought("/v1/research", "50000", ResearchReport)

const claims: ReadonlyArray<readonly [claim: string, ...reading: ReadonlyArray<string | number>]> = [
  // Two abstracts on glaciers: one alone would not decide.
  ["Black carbon lowers the albedo of glaciers", "supported", 2, 0, 3],
  ["Black carbon does not lower the albedo of glaciers", "contradicted", 0, 2, 3],
  // Three headlines.
  ["Trump seeks an increase in defense spending", "supported", 3, 0, 3],
  // An entity.
  ["Attila the Hun was king of the Hunnic Empire", "supported", 1, 0, 4],
  ["The government of Iran is close to collapse", "contradicted", 0, 2, 4],
  ["New Jersey can regulate the Kalshi prediction market", "contradicted", 0, 1, 2],
  // "Talks begin in Pakistan", "Iran not planning to attend talks in Pakistan".
  ["Iran attends talks in Pakistan", "mixed", 1, 1, 5],
  // One short description is not enough.
  ["Attila the Hun was a Calypsonian", "insufficient", 1, 0, 4],
  ["Bananas are radioactive", "insufficient", 0, 0, 0]
]

layer(Layer.merge(world, Providers.layer), { excludeTestServices: true, timeout: "60 seconds" })(
  "the sandbox's data",
  (it) => {
    it.effect("has a claim for each verdict", () =>
      Effect.gen(function* () {
        const url = yield* service
        const read = yield* Effect.forEach(claims, ([claim]) =>
          Effect.map(verify(url, { claim }), ({ data }) => [
            claim,
            data.verdict,
            data.agreementCount,
            data.contradictionCount,
            data.sourcesChecked
          ])
        )
        expect(read).toEqual(claims)
      }).pipe(Effect.scoped)
    )

    it.effect("has research with each status", () =>
      Effect.gen(function* () {
        const url = yield* service
        const { turn } = yield* Providers.SimulatedProviders
        const switched = (on: boolean) => (slugs: ReadonlyArray<ProviderSlug>) =>
          Effect.forEach(slugs, (slug) => turn(slug, on ? "on" : "unavailable"))
        const table = { dataset: "acs/acs1", year: 2019, variables: ["NAME"], forGeography: "state:01" }
        const sources = ["academic", "news", "knowledge", "government"]

        const complete = yield* research(url, { query: "carbon", sources, government: table })
        expect(complete.data.status).toBe("complete")
        expect(complete.data.findings.map(({ source }) => source.provider)).toEqual([
          "academic.search",
          "academic.search",
          "academic.search",
          "news.search",
          "knowledge.search"
        ])
        expect(complete.data.sources.government).toMatchObject({ status: "success" })

        yield* switched(false)(["gdelt"])
        const partial = yield* research(url, { query: "COVID-19" })
        expect([partial.data.status, partial.isCharged]).toEqual(["partial", true])
        expect(partial.data.sources).toMatchObject({
          academic: { status: "success" },
          news: { status: "failed", data: null, error: { code: "PROVIDER_UNAVAILABLE" } },
          knowledge: { status: "success" }
        })

        yield* switched(false)(["openalex", "crossref", "wikidata"])
        const failed = yield* research(url, { query: "Iran sanctions" })
        expect([failed.data.status, failed.data.findings, failed.isCharged]).toEqual(["failed", [], false])
        yield* switched(true)(["openalex", "crossref", "gdelt", "wikidata"])
      }).pipe(Effect.scoped)
    )

    it.effect("has subjects that all sources know, and names that mean several things", () =>
      Effect.gen(function* () {
        const url = yield* service
        const pack = yield* evidence(url, { query: "carbon" })
        expect(new Set(pack.data.findings.map(({ source }) => source.provider))).toEqual(
          new Set(["academic.search", "news.search", "knowledge.search"])
        )

        const compared = yield* compare(url, { query: "carbon vs COVID-19", limit: 4 })
        const subjects = compared.data.subjects.map(({ name, sources }) => `${sources}: ${name}`)
        expect(subjects).toEqual([
          "academic.search: Black Carbon (BC) in the snow of glaciers in west China and its potential effects on albedos",
          expect.stringMatching(/^academic\.search: Estimated impact of black carbon/),
          "academic.search: Forecasting COVID-19 Hotspots in Florida Public Schools: A Machine Learning Approach",
          "news.search: How Open Waste Burning Across India Is Driving a Hidden Carbon and Pollution Crisis",
          "knowledge.search: carbon",
          "knowledge.search: COVID-19",
          "knowledge.search: COVID-19 pandemic"
        ])

        const names = { query: "Attila the Hun vs Wikidata", sourceTypes: ["knowledge"], limit: 10 }
        const { disagreements } = (yield* compare(url, names)).data
        const values = disagreements.map(({ subject, values }) => [subject, values.map(({ value }) => value)])
        expect(values).toEqual([
          ["Attila the Hun", ["Calypsonian", "King of the Hunnic Empire"]],
          [
            "Wikidata",
            [
              "Czech talk in conference",
              "Telegram group of Wikidata users",
              "free knowledge database hosted by Wikimedia and edited by volunteers"
            ]
          ]
        ])
      }).pipe(Effect.scoped)
    )
  }
)
