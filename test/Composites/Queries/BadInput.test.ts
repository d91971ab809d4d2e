/**
 * What a claim of a bad form makes the live providers be asked, through the real service: something sane or nothing, and
 * never what they refuse for its form.
 */
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import * as Live from "../../../src/Live.ts"
import { Facilitator } from "../../../src/Payment/facilitator/Facilitator.ts"
import * as Pacing from "../../../src/Providers/client/Pacing.ts"
import { buy } from "../../support/Buyer.ts"
import { type FaultServer, faultServer } from "../../support/FaultServer.ts"
import { startWith, world } from "../../support/Harness.ts"
import { refusals } from "./ProviderForms.ts"

/** The parameter that each provider is searched by. */
const searched = {
  gdelt: "query",
  openalex: "search",
  crossref: "query.bibliographic",
  wikidata: "search"
} as const
type Name = keyof typeof searched

const isName = (text: string): text is Name => text in searched

/** Nothing found, as each provider says it. */
const nothing: Readonly<Record<Name, unknown>> = {
  gdelt: {},
  openalex: {
    meta: { count: 0, db_response_time_ms: 1, page: 1, per_page: 12, groups_count: null },
    results: [],
    group_by: []
  },
  crossref: {
    status: "ok",
    "message-type": "work-list",
    "message-version": "1.0.0",
    message: {
      facets: {},
      "total-results": 0,
      items: [],
      "items-per-page": 12,
      query: { "start-index": 0, "search-terms": null }
    }
  },
  wikidata: { searchinfo: { search: "" }, search: [], results: [], success: 1 }
}

const requestOf = (url: string | undefined) => {
  const { pathname, searchParams } = new URL(url ?? "/", "http://localhost")
  const name = pathname.split("/")[1] ?? ""
  if (!isName(name)) throw new Error(`no such provider: ${name}`)
  return { name, search: searchParams.get(searched[name]) ?? searchParams.get("q") }
}

class Almanac extends Context.Tag("test/BadInput")<
  Almanac,
  { readonly url: string; readonly providers: FaultServer }
>() {}

/** The live providers, asking one server for all of them. OpenAlex fails for a question, so that Crossref is asked. */
const service = Layer.scoped(
  Almanac,
  Effect.gen(function* () {
    const providers = yield* faultServer((response, { url }) => {
      const { name } = requestOf(url)
      const fails = name === "openalex" && url?.includes("per_page=7") === true
      response.writeHead(fails ? 500 : 200, { "content-type": "application/json" })
      response.end(JSON.stringify(nothing[name]))
    })
    const ports = Live.providers.pipe(
      Layer.provideMerge(Layer.succeed(Facilitator, yield* Facilitator)),
      Layer.provide(Pacing.layerMemory),
      Layer.provide(Outbound.layer)
    )
    const { url } = yield* startWith(ports, {
      environment: {
        OPENALEX_URL: `${providers.origin}/openalex`,
        CROSSREF_URL: `${providers.origin}/crossref`,
        GDELT_URL: `${providers.origin}/gdelt`,
        WIKIDATA_URL: `${providers.origin}/wikidata`,
        GDELT_PACE: "1 millis"
      }
    })
    return { url, providers }
  })
).pipe(Layer.provideMerge(world))

const measles =
  "The vaccine against measles mumps and rubella that was given to children in the United Kingdom "

/** What is asked of GDELT, OpenAlex, Wikidata; null for nothing. */
type Row = readonly [claim: string, gdelt: string | null, openalex: string | null, wikidata: string | null]

const rows: ReadonlyArray<Row> = [
  ["Vaccines", "vaccines", "Vaccines", "Vaccines"],
  ["it is so", null, null, null],
  [
    measles.repeat(5).trim().padEnd(500, "!"),
    '"United Kingdom" (vaccine OR measles OR mumps OR mump)',
    'vaccine OR measles OR mumps OR rubella OR "United Kingdom" OR children',
    "United Kingdom"
  ],
  ["x".repeat(500), null, null, null],
  ["word ".repeat(100).trim(), "word", "word ".repeat(100).trim(), "word"],
  [
    "VACCINES CAUSE AUTISM IN CHILDREN",
    "vaccines (autism OR children OR cause OR causes)",
    "vaccines OR autism OR children OR cause",
    "VACCINES"
  ],
  [
    "aspirin prevents heart attacks in men",
    "aspirin (attacks OR attack OR heart OR hearts OR prevents OR prevent)",
    "aspirin OR attacks OR heart OR prevents",
    "aspirin"
  ],
  ["12345 678", '"12345 678"', "12345 678", "12345 678"],
  ["3.4 % 2023", '"3.4 2023"', "3.4 % 2023", "3.4 % 2023"],
  ["AND OR NOT", null, null, null],
  ['AND OR NOT ("'.repeat(38), null, null, null],
  [
    "NOT lead AND mercury OR arsenic",
    "mercury (arsenic OR lead OR leads)",
    "mercury OR arsenic OR lead",
    "mercury"
  ],
  [
    '"Cannabis" cures "cancer in children',
    "cannabis (cancer OR cures OR cure OR children)",
    "cannabis OR cancer OR cures OR children",
    "Cannabis"
  ],
  [
    "Trans 'fats' cause \"strokes\"",
    "trans (strokes OR stroke OR fats OR fat OR cause OR causes)",
    "trans OR strokes OR fats OR cause",
    "Trans"
  ],
  ["(Zinc (cures) colds) or not)", "zinc (cures OR cure OR colds OR cold)", "zinc OR cures OR colds", "Zinc"],
  [
    "title:zebra near5:stripes domain:example.com -flies",
    'zebra (near5 OR "example.com" OR stripes OR stripe)',
    'zebra OR near5 OR "example.com" OR stripes OR domain OR title',
    "zebra"
  ],
  ["Iodine: does it cure goitre?", "iodine (goitre OR cure)", "iodine OR goitre OR cure", "Iodine"],
  ["?*!|~^\\ quinine", "quinine", "quinine", "quinine"],
  ["Вакцины cause аутизм", "вакцины (аутизм OR cause OR causes)", "вакцины OR аутизм OR cause", "Вакцины"],
  [
    "Coffee 原因 cancer 自閉症",
    "原因 (自閉症 OR cancer OR coffee)",
    "原因 OR 自閉症 OR cancer OR coffee",
    "原因"
  ],
  ["地球は平らです", "地球は平らです", "地球は平らです", "地球は平らです"],
  ["a b c d e f", null, null, null],
  ["5G AI EU", '"5G AI" "European Union"', '5G OR "European Union" OR "artificial intelligence"', "5G AI EU"],
  ["€$%&/()=", null, null, null],
  ["https://example.org/a?b=c#d is down", '"example.org"', "example.org is down", "example.org"]
]

/** By script, or by a hundred words without an English function word among them: no claim that could be read. */
const isForeign = (text: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}]/u.test(text) || /^(?:Вакцины|word) /u.test(text)

layer(service, { excludeTestServices: true, timeout: "60 seconds" })("a text of a bad form", (it) => {
  it.effect.each(rows)("%j", ([text, gdelt, openalex, wikidata]) =>
    Effect.gen(function* () {
      const { providers, url } = yield* Almanac
      const before = providers.requests.length
      const send = (path: string, body: object) =>
        Effect.promise(() => buy(url, { path, amount: "50000", body }))
      const pack = yield* send("/v1/evidence", { query: text, limit: 7 })
      const asked = Object.fromEntries(
        providers.requests.slice(before).map((request) => {
          const { name, search } = requestOf(request.url)
          return [name, search]
        })
      )
      expect(asked).toEqual({
        ...(gdelt === null ? {} : { gdelt }),
        ...(openalex === null
          ? {}
          : { openalex, crossref: openalex.replaceAll(" OR ", " ").replaceAll('"', "") }),
        ...(wikidata === null ? {} : { wikidata })
      })
      const report = yield* send("/v1/verify", { claim: text.padEnd(5) })
      const all = providers.requests.slice(before).map(({ url }) => requestOf(url))
      expect(all.flatMap(({ name, search }) => refusals(name, search ?? ""))).toEqual([])
      // What asks for nothing is given away; a search that finds nothing is sold. No source failed.
      const isAsked = Object.keys(asked).length > 0
      const isRead = all.length > Object.keys(asked).length
      expect([pack, report].map(({ status }) => status)).toEqual([200, 200])
      expect([pack, report].map(({ headers }) => headers.has("payment-response"))).toEqual([isAsked, isRead])
      expect([pack, report].map(({ headers }) => headers.get("x-sources-failed"))).toEqual([null, null])
      expect(report.body.data).toMatchObject({ verdict: "insufficient", confidence: 0, evidence: [] })
      expect(isRead).toBe(isAsked && !isForeign(text))
    })
  )
})
