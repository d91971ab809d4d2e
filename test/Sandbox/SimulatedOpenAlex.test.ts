import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import * as OpenAlex from "../../src/Providers/OpenAlex/index.ts"
import { ScholarlyIndex } from "../../src/Providers/ports/ScholarlyIndex.ts"
import { router } from "../../src/Sandbox/providers/SimulatedOpenAlex.ts"
import { full, keylessHeaders, nullSource, nulls } from "../Providers/OpenAlex/fixtures.ts"

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

interface Page {
  readonly meta: { readonly count: number }
  readonly results: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const page = (path: string) => Effect.map(get(path), ({ text }): Page => JSON.parse(text))

const ids = ({ results }: Page) => results.map(({ id }) => String(id).replace("https://openalex.org/", ""))

describe("SimulatedOpenAlex", () => {
  it.effect("has every recorded work as it was recorded, but for what is left out", () =>
    Effect.gen(function* () {
      const recorded = [full, nulls, nullSource].flatMap((body): Page["results"] => JSON.parse(body).results)
      expect(recorded).toHaveLength(7)
      for (const work of recorded) {
        const { text } = yield* get(`/works/${String(work["id"]).slice("https://openalex.org/".length)}`)
        const simulated: Readonly<Record<string, unknown>> = JSON.parse(text)
        const { authorships, ...rest } = simulated
        expect(work).toMatchObject(rest)
        expect(work["authorships"]).toMatchObject(Object(authorships))
      }
    })
  )

  it.effect.each([
    ["machine learning public health", 7, "W2068311567"],
    ["biosurveillance", 1, "W1983854065"],
    ["COVID hotspots in Florida", 1, "W4391093823"],
    ["open access citation advantage", 1, "W2741809807"],
    ["Which open access article receives more citations?".replace("?", ""), 1, "W2741809807"],
    ["Black carbon lowers the albedo of glaciers", 3, "W2124061257"],
    ["COVID-19", 1, "W4391093823"],
    ["machine learning zebrafish", 7, "W2068311567"],
    ["learning zebrafish", 0, undefined],
    ["zebrafish", 0, undefined],
    ["", 11, "W2068311567"]
  ] as const)("finds by words: %s", ([query, count, best]) =>
    Effect.gen(function* () {
      const found = yield* page(`/works?search=${encodeURIComponent(query)}`)
      expect([found.meta.count, ids(found)[0]]).toEqual([count, best])
      expect(found.results).toHaveLength(count)
    })
  )

  it.effect("obeys per_page, page and select", () =>
    Effect.gen(function* () {
      const first = yield* page("/works?search=health&per_page=3&select=id,doi")
      const second = yield* page("/works?search=health&per-page=3&page=2&select=id,doi")
      expect([first.meta.count, first.results.length, second.results.length]).toEqual([7, 3, 3])
      expect(new Set([...ids(first), ...ids(second)]).size).toBe(6)
      expect(first.results.map((work) => Object.keys(work))).toEqual([
        ["id", "doi"],
        ["id", "doi"],
        ["id", "doi"]
      ])
    })
  )

  it.effect.each([
    ["/works/doi:10.4081/gh.2014.294", "W2068311567"],
    ["/works/doi:10.4081/GH.2014.294", "W2068311567"],
    ["/works/https://doi.org/10.7717/peerj.4375", "W2741809807"],
    ["/works/W2741809807", "W2741809807"],
    ["/works/w2741809807", "W2741809807"]
  ] as const)("%s", ([path, id]) =>
    Effect.gen(function* () {
      const { status, text } = yield* get(path)
      const work: { readonly id: string } = JSON.parse(text)
      expect([status, work.id]).toEqual([200, `https://openalex.org/${id}`])
    })
  )

  it.effect.each(["/works/doi:10.1000/nothing", "/works/W1", "/works/10.4081/gh.2014.294", "/authors"])(
    "%s is Flask's page",
    (path) =>
      Effect.gen(function* () {
        const { status, text, headers } = yield* get(path)
        expect([status, headers.get("content-type")]).toEqual([404, "text/html"])
        expect(text).toMatch(/^<!doctype html>\n<html lang=en>\n<title>404 Not Found<\/title>/)
      })
  )

  it.effect.each([
    ["/works?search=What+is+CRISPR%3F", 400, "Wildcards (* or ?)"],
    ["/works?search=cat*", 400, "Wildcards (* or ?)"],
    ["/works?search=!cat", 400, "! operator"],
    ["/works?search=cat%7Cdog", 400, "| operator"],
    [`/works?search=${"x".repeat(1501)}`, 400, "1501 characters; the limit is 1500"],
    ["/works?search=cat&limit=3", 400, "limit is not a valid parameter"],
    ["/works?search=cat&per_page=201", 400, "Pagination error."],
    ["/works?search=cat&per_page=x", 400, "Pagination error."],
    ["/works?search=cat&per_page=200&page=51", 400, "Pagination error."],
    ["/works?search=cat&select=id,name", 400, "name is not a valid select field."],
    ["/works/W2741809807?select=name", 400, "name is not a valid select field."],
    ["/works?search=cat&api_key=", 401, "API key not found"]
  ] as const)("%s is refused", ([path, status, words]) =>
    Effect.gen(function* () {
      const answer = yield* get(path)
      expect(answer.status).toBe(status)
      expect(answer.text).toContain(words)
      expect(JSON.parse(answer.text)).toMatchObject({
        error: expect.any(String),
        message: expect.any(String)
      })
    })
  )

  it.effect("tells the budget as a recorded reply did", () =>
    Effect.gen(function* () {
      const { headers } = yield* get("/works")
      expect(Object.fromEntries(headers)).toMatchObject(keylessHeaders)
    })
  )
})

describe("OpenAlex against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(
        OpenAlex.layer({
          baseUrl,
          deadline: "10 seconds",
          userAgent: "almanac/0.1.0 (test)",
          apiKey: Option.some(Redacted.make("any"))
        })
      )
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  it.scopedLive("searches, look-ups and unknown DOIs", () =>
    Effect.gen(function* () {
      const port = yield* ScholarlyIndex
      const found = yield* port.search({ query: "Is machine learning good for public health?", limit: 2 })
      expect([found.source, found.count, found.works.length]).toEqual(["openalex", 7, 2])
      expect(yield* port.search({ query: "zebrafish", limit: 2 })).toEqual({
        source: "openalex",
        count: 0,
        works: []
      })

      const work = Option.getOrThrow(yield* port.work("10.7717/peerj.4375"))
      expect(work).toMatchObject({
        id: "openalex:W2741809807",
        title: "The state of OA: a large-scale analysis of the prevalence and impact of Open Access articles",
        publicationYear: 2018,
        doi: "10.7717/peerj.4375",
        url: "https://doi.org/10.7717/peerj.4375",
        journal: "PeerJ",
        citations: 394,
        openAccess: true
      })
      expect(work.authors).toHaveLength(9)
      expect(work.abstract).toMatch(
        /^Despite growing interest in Open Access \(OA\) to scholarly literature, .* OA articles receive 18% more citations than average, an effect driven primarily by Green and Hybrid OA\./
      )
      expect(yield* port.work("10.1000/nothing")).toEqual(Option.none())
    }).pipe(Effect.provide(layer))
  )
})
