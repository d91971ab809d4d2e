import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { EntityIndex, type EntityQuery } from "../../src/Providers/ports/EntityIndex.ts"
import * as Wikidata from "../../src/Providers/Wikidata/index.ts"
import { router } from "../../src/Sandbox/providers/SimulatedWikidata.ts"

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/wikidata/${name}`, import.meta.url), "utf8"))

const get = (path: string, parameters: Record<string, string> = {}, on = router) =>
  Effect.gen(function* () {
    const app = yield* HttpRouter.toHttpApp(on)
    const url = `http://sandbox${path}?${new URLSearchParams(parameters)}`
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(
        app,
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request(url))
      )
    )
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, text, headers: response.headers }
  }).pipe(Effect.orDie)

const prefix = (parameters: Record<string, string>) =>
  Effect.map(
    get("/w/api.php", { action: "wbsearchentities", language: "en", limit: "50", ...parameters }),
    ({ status, text, headers }) => ({ status, body: JSON.parse(text), headers })
  )

const fullText = (parameters: Record<string, string>) =>
  Effect.map(
    get("/w/rest.php/wikibase/v1/search/items", { language: "en", ...parameters }),
    ({ status, text }) => ({ status, body: JSON.parse(text) })
  )

const ids = (entries: ReadonlyArray<{ readonly id: string }>) => entries.map(({ id }) => id)

describe("SimulatedWikidata: wbsearchentities", () => {
  it.effect.each([
    ["attila the hun", ["Q36724", "Q17987270", "Q4818461", "Q4818464", "Q4818462"]],
    ["ATTILA", ["Q36724", "Q17987270", "Q4818461", "Q4818464", "Q4818462"]],
    ["Q192465", ["Q192465"]],
    ["q42", ["Q42"]],
    ["lyrebird", ["Q214096"]],
    ["iran", ["Q794"]],
    ["covid-19 va", ["Q87719492"]],
    ["the hun", []],
    ["capital of france", []],
    ["Q999999999", []]
  ] as const)("%s finds names that begin so", ([search, expected]) =>
    Effect.gen(function* () {
      const { status, body } = yield* prefix({ search })
      expect([status, body.searchinfo, ids(body.search), body.success]).toEqual([
        200,
        { search },
        expected,
        1
      ])
    })
  )

  it.effect("an entry has all that the provider's have", () =>
    Effect.gen(function* () {
      const [recorded] = fixture("search_entries_with_display_and_alias_match.json").slice(1)
      const { body } = yield* prefix({ search: "COVID-19 virus" })
      expect(body.search).toEqual([recorded])
    })
  )

  it.effect("an entry without a description has no such key", () =>
    Effect.gen(function* () {
      const { body } = yield* prefix({ search: "attila the hun in" })
      expect(body.search).toEqual([
        {
          ...fixture("wbsearchentities_attila_no_description.json").search[4],
          repository: "wikidata",
          display: { label: { value: "Attila the Hun in popular culture", language: "en" } }
        }
      ])
    })
  )

  it.effect("an identifier matches itself", () =>
    Effect.gen(function* () {
      const [recorded] = fixture("wbsearchentities_entityid_match.json").search
      const { body } = yield* prefix({ search: "Q192465" })
      expect(body.search).toMatchObject([recorded])
    })
  )

  it.effect("no more than the limit, 7 by default and 50 at most; there is more to come", () =>
    Effect.gen(function* () {
      const two = yield* prefix({ search: "covid-19", limit: "2" })
      expect([ids(two.body.search), two.body["search-continue"]]).toEqual([["Q84263196", "Q81068910"], 2])
      const usual = yield* prefix({ search: "covid-19", limit: "" })
      expect([usual.body.search.length, usual.body["search-continue"]]).toEqual([7, 7])
      const most = yield* prefix({ search: "covid-19", limit: "500" })
      expect([most.body.search.length, most.body["search-continue"]]).toEqual([10, undefined])
    })
  )

  it.effect("other kinds of entities are not known", () =>
    Effect.gen(function* () {
      expect((yield* prefix({ search: "covid-19", type: "property" })).body.search).toEqual([])
    })
  )

  it.effect.each([
    [{ search: "a", language: "xx" }, "badvalue", 'Unrecognized value for parameter "language": xx.'],
    [{ search: "a", language: "en-" }, "badvalue", 'Unrecognized value for parameter "language": en-.'],
    [{ search: "a", language: "" }, "missingparam", 'The "language" parameter must be set.'],
    [{ search: "" }, "missingparam", 'The "search" parameter must be set.'],
    [{ action: "query" }, "badvalue", 'Unrecognized value for parameter "action": query.']
  ] as const)("%j is an error with status 200", ([parameters, code, info]) =>
    Effect.gen(function* () {
      const { status, body, headers } = yield* prefix(parameters)
      expect([status, headers.get("mediawiki-api-error")]).toEqual([200, code])
      expect(body.error).toMatchObject({ code, info })
    })
  )

  it.effect.each(["en", "de", "sr", "pt-br", "zh-hans", "ja"])("%s is a language", (language) =>
    Effect.gen(function* () {
      expect(ids((yield* prefix({ search: "universe", language })).body.search)).toEqual(["Q1"])
    })
  )
})

describe("SimulatedWikidata: full-text search", () => {
  it.effect.each([
    ["capital of france", ["Q90"]],
    ["France CAPITAL", ["Q90"]],
    ["Hunnic king", ["Q36724"]],
    ["vaccine against", ["Q87719492"]],
    ["pandemic brazil", ["Q86597695"]],
    ["capital of atlantis", []],
    ["?!", []]
  ] as const)("%s finds the words", ([q, expected]) =>
    Effect.gen(function* () {
      const { status, body } = yield* fullText({ q })
      expect([status, ids(body.results)]).toEqual([200, expected])
    })
  )

  it.effect("an entry has a label, a description or null, and what matched", () =>
    Effect.gen(function* () {
      expect((yield* fullText({ q: "hun popular" })).body.results).toEqual([
        {
          id: "Q4818462",
          "display-label": { value: "Attila the Hun in popular culture", language: "en" },
          description: null,
          match: { type: "label", language: "en", text: "Attila the Hun in popular culture" }
        }
      ])
      expect((yield* fullText({ q: "largest city" })).body.results).toEqual([
        {
          id: "Q90",
          "display-label": { value: "Paris", language: "en" },
          description: { value: "capital and largest city of France", language: "en" },
          match: { type: "description", language: "en", text: "capital and largest city of France" }
        }
      ])
    })
  )

  it.effect("no more than the limit", () =>
    Effect.gen(function* () {
      expect((yield* fullText({ q: "covid 19", limit: "3" })).body.results.length).toBe(3)
    })
  )

  it.effect.each([
    [{ q: "a", language: "xx" }, "invalid-query-parameter", "language"],
    [{ q: "a", limit: "0" }, "invalid-query-parameter", "limit"],
    [{ q: "a", limit: "501" }, "invalid-query-parameter", "limit"],
    [{ q: "" }, "missing-query-parameter", "q"],
    [{ q: "a", language: "" }, "missing-query-parameter", "language"]
  ] as const)("%j is an error with status 400", ([parameters, code, parameter]) =>
    Effect.gen(function* () {
      const { status, body } = yield* fullText(parameters)
      expect([status, body.code, body.context]).toEqual([400, code, { parameter }])
    })
  )
})

describe("SimulatedWikidata", () => {
  it.effect("anything else is not found", () =>
    Effect.gen(function* () {
      expect((yield* get("/wiki/Q1")).status).toBe(404)
    })
  )

  it.effect("answers below a mount point too", () =>
    Effect.gen(function* () {
      const mounted = HttpRouter.empty.pipe(HttpRouter.mount("/wikidata", router))
      const parameters = { action: "wbsearchentities", search: "universe", language: "en" }
      const { text } = yield* get("/wikidata/w/api.php", parameters, mounted)
      expect(ids(JSON.parse(text).search)).toEqual(["Q1"])
    })
  )
})

describe("Wikidata against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(Wikidata.layer({ baseUrl, deadline: "8 seconds", userAgent: "almanac/0.1.0 (test)" }))
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  const search = (query: Partial<EntityQuery>) =>
    Effect.flatMap(EntityIndex, (port) =>
      port.search({ text: "", language: "en", limit: 10, ...query })
    ).pipe(
      Effect.either,
      Effect.map(
        Either.match({
          onRight: ({ results }): unknown =>
            results.map(({ id, name, description }) => [id, name, description]),
          onLeft: (error) => (error._tag === "QueryRefused" ? error.problems : error._tag)
        })
      )
    )

  it.scopedLive("names, phrases, nothing, and an unknown language", () =>
    Effect.gen(function* () {
      expect(yield* search({ text: "Universe" })).toEqual([
        ["Q1", "universe", "totality consisting of space, time, matter and energy"]
      ])
      expect(yield* search({ text: "attila the hun", limit: 3 })).toEqual([
        ["Q36724", "Attila the Hun", "King of the Hunnic Empire"],
        ["Q17987270", "Attila the Hun", "Wikimedia disambiguation page"],
        ["Q4818461", "Attila the Hun", null]
      ])
      expect(yield* search({ text: "capital of france", language: "sr" })).toEqual([
        ["Q90", "Paris", "capital and largest city of France"]
      ])
      expect(yield* search({ text: "atlantis" })).toEqual([])
      expect(yield* search({ text: "capital of atlantis" })).toEqual([])
      expect(yield* search({ text: "Universe", language: "xx" })).toEqual([
        { pointer: "/language", message: "must be a language that Wikidata knows" }
      ])
    }).pipe(Effect.provide(layer))
  )
})
