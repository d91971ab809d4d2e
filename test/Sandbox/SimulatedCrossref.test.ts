import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as Crossref from "../../src/Providers/Crossref/index.ts"
import { ScholarlyRegistry } from "../../src/Providers/ports/ScholarlyRegistry.ts"
import { router } from "../../src/Sandbox/providers/SimulatedCrossref.ts"
import { byDoi, markupNewlines, unknownDoi } from "../Providers/Crossref/fixtures.ts"

const get = (path: string) =>
  Effect.gen(function* () {
    const app = yield* HttpRouter.toHttpApp(router)
    const request = HttpServerRequest.fromWeb(new Request(`http://sandbox${path}`))
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
    )
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, text, headers: response.headers }
  })

type Work = Readonly<Record<string, unknown>> & { readonly DOI: string }

interface Page {
  readonly status: string
  readonly "message-type": string
  readonly message: {
    readonly "total-results": number
    readonly "items-per-page": number
    readonly items: ReadonlyArray<Work>
    readonly query: object
  }
}

const page = (path: string) => Effect.map(get(path), ({ text }): Page => JSON.parse(text))

describe("SimulatedCrossref", () => {
  it.effect("has recorded works as they were recorded, but for what is left out", () =>
    Effect.gen(function* () {
      const recorded: ReadonlyArray<Work> = [
        JSON.parse(byDoi).message,
        ...JSON.parse(markupNewlines).message.items
      ]
      expect(recorded).toHaveLength(3)
      for (const work of recorded) {
        const { text } = yield* get(`/works/${work.DOI}`)
        const simulated: { readonly message: Work } = JSON.parse(text)
        const { author, ...rest } = simulated.message
        expect(work).toMatchObject(rest)
        expect(work["author"]).toMatchObject(Object(author))
      }
    })
  )

  it.effect.each([
    ["query=ecology", 21],
    ["query.bibliographic=ecology", 21],
    ["query=widget", 6],
    ["query=urban+ecology", 21],
    ["query=zebrafish", 0],
    ["query=decision+letter", 1],
    ["query=decision+letter&filter=type:journal-article,type:reference-entry", 0],
    ["query=widget&filter=type:posted-content", 1]
  ] as const)("finds by words: %s", ([query, count]) =>
    Effect.gen(function* () {
      const found = yield* page(`/works?${query}&rows=100`)
      expect(found).toMatchObject({
        status: "ok",
        "message-type": "work-list",
        message: { "items-per-page": 100 }
      })
      expect([found.message["total-results"], found.message.items.length]).toEqual([count, count])
    })
  )

  it.effect("has the best first, and obeys rows and select", () =>
    Effect.gen(function* () {
      const { message } = yield* page("/works?query=urban+forest+ecology&rows=2&select=DOI,title")
      expect(message.items).toEqual([
        { DOI: "10.1093/obo/9780199830060-0243", title: ["Urban Forest Ecology"] },
        { DOI: "10.1093/obo/9780199830060-0222", title: ["Urban Ecology"] }
      ])
      expect(message.query).toEqual({ "start-index": 0, "search-terms": "urban forest ecology" })
    })
  )

  it.effect.each(["/works/10.1371/notarealdoi", "/works/10.1000/a/b", "/members"])(
    "%s is not found",
    (path) =>
      Effect.gen(function* () {
        const { status, text, headers } = yield* get(path)
        expect([status, text, headers.get("content-type")]).toEqual([
          unknownDoi.status,
          unknownDoi.body,
          unknownDoi.headers["content-type"]
        ])
      })
  )

  it.effect.each([
    ["/works?rows=1001", "integer-not-valid"],
    ["/works?rows=x", "integer-not-valid"],
    ["/works?select=DOI,doi", "parameter-not-allowed"],
    ["/works/10.7717/peerj.3162?select=DOI", "parameter-not-allowed"],
    ["/works/10.7717/peerj.3162?query.author=x", "parameter-not-allowed"]
  ] as const)("%s is refused", ([path, type]) =>
    Effect.gen(function* () {
      const { status, text } = yield* get(path)
      expect(status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({
        status: "failed",
        "message-type": "validation-failure",
        message: [{ type }]
      })
    })
  )

  it.effect.each([
    ["", "public", "5", "1"],
    ["?mailto=a@b.org", "polite", "10", "3"]
  ] as const)("/works%s is served by the pool %s", ([query, pool, limit, concurrency]) =>
    Effect.gen(function* () {
      const { headers } = yield* get(`/works${query}`)
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-api-pool": pool,
        "x-rate-limit-limit": limit,
        "x-rate-limit-interval": "1s",
        "x-concurrency-limit": concurrency,
        "content-type": "application/json;charset=utf-8"
      })
    })
  )
})

describe("Crossref against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(
        Crossref.layer({
          baseUrl,
          deadline: "12 seconds",
          userAgent: "almanac/0.1.0 (test)",
          contact: "test@example.org"
        })
      )
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  it.scopedLive("searches without figures and reviews, look-ups and unknown DOIs", () =>
    Effect.gen(function* () {
      const port = yield* ScholarlyRegistry
      const found = yield* port.search({ query: "chemical ecology?", limit: 1 })
      expect(found).toMatchObject({
        source: "crossref",
        count: 21,
        works: [{ title: "Chemical Ecology", authors: ["André Kessler"], publicationYear: 2012 }]
      })
      expect(yield* port.search({ query: "author response", limit: 5 })).toMatchObject({
        count: 0,
        works: []
      })
      expect(yield* port.work("10.1371/journal.pone.0033693")).toMatchObject(
        Option.some({ id: "crossref:10.1371/journal.pone.0033693", journal: "PLoS ONE", openAccess: true })
      )
      // A figure has no title: its DOI stands in.
      expect(Option.getOrThrow(yield* port.work("10.1371/journal.pone.0248873.s003")).title).toBe(
        "10.1371/journal.pone.0248873.s003"
      )
      expect(yield* port.work("10.1000/nothing")).toEqual(Option.none())
    }).pipe(Effect.provide(layer))
  )
})
