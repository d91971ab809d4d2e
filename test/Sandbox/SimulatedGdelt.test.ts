import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import * as Gdelt from "../../src/Providers/Gdelt/index.ts"
import { NewsArchive } from "../../src/Providers/ports/NewsArchive.ts"
import articles from "../../src/Sandbox/data/gdelt-articles.json" with { type: "json" }
import recordedDay from "../../src/Sandbox/data/gdelt-volume-2026-05-14.json" with { type: "json" }
import { router } from "../../src/Sandbox/providers/SimulatedGdelt.ts"
import { artlist, quarters, refusals } from "../Providers/Gdelt/fixtures.ts"
import { told } from "../support/provider/Outcome.ts"

const now = "2026-11-20T10:07:00Z"

const get = (parameters: Record<string, string>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse(now))
    const app = yield* HttpRouter.toHttpApp(router)
    const request = HttpServerRequest.fromWeb(
      new Request(`http://sandbox/api/v2/doc/doc?${new URLSearchParams(parameters)}`)
    )
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
    )
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, text, type: response.headers.get("content-type") }
  })

const list = (query: string, more: Record<string, string> = {}) =>
  get({ query, mode: "artlist", format: "json", ...more })
const counts = (query: string, timespan: string) =>
  get({ query, mode: "timelinevolraw", format: "json", timespan })

const titles = (text: string): ReadonlyArray<string> =>
  [Object(JSON.parse(text)).articles ?? []].flat().map(({ title }: { readonly title: string }) => title)

describe("SimulatedGdelt: articles", () => {
  it.effect("are the recorded ones", () =>
    Effect.gen(function* () {
      const { status, text, type } = yield* list("Vizhinjam")
      expect([status, type]).toEqual([200, "application/json; charset=utf-8"])
      expect(JSON.parse(text)).toEqual(JSON.parse(artlist))
    })
  )

  it.effect.each([
    ["iran sanctions", 3],
    ["Iran sanctions Treasury", 3],
    ["Iran sanctions nothing", 3],
    ["Iran sanction", 3],
    ["government Iran close collapse", 1],
    ["government Iran nothing collapse", 1],
    ["government nothing close other", 0],
    ['"Iran sanctions"', 2],
    ['"sanctions Iran"', 0],
    ["(Nvidia OR Vizhinjam)", 5],
    ['("Wall Street" OR Nvidia) rally', 1],
    ["nikel", 1],
    ["nothing", 0],
    ["Iran nothing", 0]
  ] as const)("%s", ([query, count]) =>
    Effect.gen(function* () {
      const { text } = yield* list(query)
      expect(titles(text)).toHaveLength(count)
      if (count === 0) expect(text).toBe("{}")
    })
  )

  it.effect("come with most of the words first", () =>
    Effect.gen(function* () {
      const [first] = titles((yield* list("China Iran sanctions")).text)
      expect(first).toMatch(/^China opposition to illegal unilateral sanctions/)
    })
  )

  it.effect("are no more than asked for; names and modes in any case", () =>
    Effect.gen(function* () {
      expect(titles((yield* list("Vizhinjam", { maxrecords: "2" })).text)).toHaveLength(2)
      const shouted = yield* get({ QUERY: "Vizhinjam", MODE: "ArtList", Format: "JSON", MAXRECORDS: "3" })
      expect(titles(shouted.text)).toHaveLength(3)
    })
  )

  it("have GDELT's fields, all of them texts", () => {
    for (const article of articles) {
      expect(Object.keys(article)).toEqual(Object.keys(JSON.parse(artlist).articles[0]))
      expect(Object.values(article).every((value) => typeof value === "string")).toBe(true)
    }
  })
})

describe("SimulatedGdelt: sentences with status 200", () => {
  const keyword = "Your search contained a keyword that was too short.\n"
  const phrase = "The specified phrase is too short.\n"
  it.effect.each([
    ["", refusals.tooShort],
    ["a", refusals.tooShort],
    ["climate ".repeat(40), refusals.tooShort],
    ["AI", keyword],
    ["금 climate", keyword],
    ["climate AI", keyword],
    ['"Iran"', phrase],
    ['("ITC" OR "ITC Limited")', phrase],
    ["f-16", refusals.character],
    ["don't stop", refusals.character],
    ["coal, gas", refusals.character],
    ["coal OR gas", refusals.or],
    ["(coal OR gas", refusals.parenthesis],
    ["((coal OR gas) OR oil)", refusals.parenthesis],
    ["(coal)", "Parentheses may only be used around OR'd statements.\n"]
  ] as const)("%j", ([query, sentence]) =>
    Effect.gen(function* () {
      expect(yield* list(query)).toEqual({ status: 200, text: sentence, type: "text/html; charset=utf-8" })
    })
  )

  it.effect("a timespan below 15 minutes", () =>
    Effect.gen(function* () {
      expect((yield* counts("Nvidia", "14min")).text).toBe("Timespan is too short.\n")
      expect((yield* counts("Nvidia", "soon")).text).toBe("Timespan is too short.\n")
    })
  )

  it.effect("a page for people without format=json, and for other modes", () =>
    Effect.gen(function* () {
      expect((yield* get({ query: "Nvidia", mode: "artlist" })).text).toMatch(/^<!DOCTYPE html>/)
      expect((yield* get({ query: "Nvidia", mode: "tonechart", format: "json" })).text).toMatch(
        /^<!DOCTYPE html>/
      )
    })
  )
})

describe("SimulatedGdelt: counts", () => {
  it("are the recorded ones", () => {
    const [series] = JSON.parse(quarters).timeline
    expect(recordedDay).toEqual(expect.arrayContaining(series.data))
  })

  const read = (text: string) => {
    const { query_details, timeline } = JSON.parse(text)
    return { ...query_details, ...timeline[0] }
  }

  it.effect("come every 15 minutes up to 72 hours, with the gaps of the recording", () =>
    Effect.gen(function* () {
      const { data, ...rest } = read((yield* counts("Nvidia", "1d")).text)
      expect(rest).toEqual({ title: "Nvidia", date_resolution: "15m", series: "Article Count" })
      expect(data).toHaveLength(recordedDay.length)
      expect(data[0]).toEqual({ date: "20261119T101500Z", value: 1, norm: 502 })
      expect(data.at(-1)).toEqual({ date: "20261120T094500Z", value: 5, norm: 1771 })
      expect(read((yield* counts("Nvidia", "72h")).text).date_resolution).toBe("15m")
      expect(read((yield* counts("Nvidia", "15min")).text).data).toEqual([data.at(-1)])
    })
  )

  it.effect("come every hour up to 7 days, and every day beyond", () =>
    Effect.gen(function* () {
      const week = read((yield* counts("Nvidia", "7d")).text)
      expect(week.date_resolution).toBe("hour")
      expect(week.data).toHaveLength(7 * 24)
      expect(week.data.at(-1)).toEqual({ date: "20261120T090000Z", value: 29, norm: 9999 })
      const month = read((yield* counts("Nvidia", "1m")).text)
      expect(month.date_resolution).toBe("day")
      expect(month.data).toHaveLength(30)
      expect(month.data[0].date).toBe("20261021T000000Z")
      expect(month.data.at(-1).date).toBe("20261119T000000Z")
    })
  )

  it.effect("begin in 2017, however long the window", () =>
    Effect.gen(function* () {
      expect(read((yield* counts("Nvidia", "9999y")).text).data[0].date).toBe("20170101T000000Z")
    })
  )

  it.effect("are {} for what no article has", () =>
    Effect.gen(function* () {
      expect((yield* counts("nothing", "7d")).text).toBe("{}")
    })
  )
})

describe("GDELT against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(
        Gdelt.layer({ baseUrl, deadline: "20 seconds", userAgent: "almanac/0.1.0 (test)", pace: "1 millis" })
      )
    )
  ).pipe(
    Layer.provide(simulation),
    Layer.provide(NodeHttpClient.layerUndici),
    Layer.provide(Pacing.layerMemory)
  )

  it.scopedLive("searches, coverage, nothing found and refusals", () =>
    Effect.gen(function* () {
      const archive = yield* NewsArchive
      const [first, ...others] = yield* archive.articles({ query: "sanctions on Iran", limit: 2, records: 6 })
      expect(first).toEqual({
        title: "Treasury Launches New Broad Iran Sanctions Initiative and Expands Secondary Sanctions Risk",
        url: "https://www.mondaq.com:443/unitedstates/terrorism-homeland-security-defence/1836256/treasury-launches-new-broad-iran-sanctions-initiative-and-expands-secondary-sanctions-risk",
        source: "mondaq.com",
        publishedAt: "2026-08-28T09:15:00Z",
        language: "English",
        country: "United States"
      })
      expect(others.map(({ title }) => title)).toEqual([
        "US announces new Iran sanctions; Tehran hits back, calls them state terrorism"
      ])
      expect(
        yield* archive.articles({ all: [], any: ["Nvidia", "Wall Street"], limit: 10, records: 30 })
      ).toHaveLength(2)
      expect(yield* archive.articles({ query: "unheard of", limit: 10, records: 30 })).toEqual([])
      // Days in full all repeat the recorded one.
      const month = yield* archive.volume({ query: "Nvidia", timespan: "1month" })
      expect(month).toHaveLength(30)
      expect(new Set(month.map(({ volume }) => volume)).size).toBe(1)
      expect((yield* archive.volume({ query: "Nvidia", timespan: "7d" })).length).toBeGreaterThanOrEqual(7)
      expect(yield* archive.volume({ query: "unheard of", timespan: "7d" })).toEqual([])
      const tooLong = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ")
      expect(told(yield* Effect.either(archive.articles({ query: tooLong, limit: 1, records: 3 })))).toBe(
        "refused /query: is too short or too long for the news archive, or has a word that is, or one too common"
      )
    }).pipe(Effect.provide(layer))
  )
})
