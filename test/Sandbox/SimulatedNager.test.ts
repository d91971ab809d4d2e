import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { Holidays } from "../../src/Capabilities/Holidays/index.ts"
import * as Nager from "../../src/Providers/Nager/index.ts"
import { router } from "../../src/Sandbox/providers/SimulatedNager.ts"
import * as Cache from "../../src/Storage/Cache.ts"

const get = (path: string, app = router) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-11-28T09:00:00Z"))
    const handler = yield* HttpRouter.toHttpApp(app)
    const request = HttpServerRequest.fromWeb(new Request(`http://sandbox${path}`))
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(handler, HttpServerRequest.HttpServerRequest, request)
    )
    const body: unknown = yield* Effect.promise(() => response.json())
    return { status: response.status, type: response.headers.get("content-type"), body }
  })

const recorded = (fixture: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/nager/${fixture}`, import.meta.url), "utf8"))

describe("SimulatedNager", () => {
  it.effect.each([
    ["/api/v3/AvailableCountries", "v3_AvailableCountries.json"],
    ["/api/v3/PublicHolidays/2021/AU", "v3_AU_2021_regional.json"],
    ["/api/v3/PublicHolidays/2021/CN", "v3_CN_2021.json"],
    ["/api/v3/PublicHolidays/2025/DE", "v3_DE_2025.json"],
    ["/api/v3/PublicHolidays/2025/FR", "v3_FR_2025.json"],
    ["/api/v3/PublicHolidays/2025/GB", "v3_GB_2025.json"],
    ["/api/v3/PublicHolidays/2024/JP", "v3_JP_2024.json"],
    ["/api/v3/PublicHolidays/2025/US", "v3_US_2025_good_friday_twice.json"],
    // ASP.NET reads paths in any case.
    ["/api/v3/publicholidays/2021/au", "v3_AU_2021_regional.json"],
    ["/API/V3/AVAILABLECOUNTRIES", "v3_AvailableCountries.json"]
  ] as const)("%s is the recording", ([path, fixture]) =>
    Effect.gen(function* () {
      expect(yield* get(path)).toEqual({
        status: 200,
        type: "application/json; charset=utf-8",
        body: recorded(fixture)
      })
    })
  )

  it.effect.each([
    "/api/v3/PublicHolidays/2026/US",
    "/api/v3/PublicHolidays/2022/AU",
    "/api/v3/PublicHolidays/1976/AT",
    "/api/v3/PublicHolidays/2076/AT"
  ])("%s has no recording: an empty list", (path) =>
    Effect.gen(function* () {
      expect(yield* get(path)).toEqual({ status: 200, type: "application/json; charset=utf-8", body: [] })
    })
  )

  it.effect.each([
    ["/api/v3/PublicHolidays/1975/AT", 400, "Bad Request"],
    ["/api/v3/PublicHolidays/2077/AT", 400, "Bad Request"],
    ["/api/v3/PublicHolidays/2100/AT", 400, "Bad Request"],
    ["/api/v3/PublicHolidays/1900/US", 400, "Bad Request"],
    ["/api/v3/PublicHolidays/now/US", 400, "Bad Request"],
    ["/api/v3/PublicHolidays/2025/XX", 404, "Not Found"],
    ["/api/v3/PublicHolidays/2025/IN", 404, "Not Found"],
    ["/api/v3/PublicHolidays/2100/XX", 404, "Not Found"],
    ["/api/v3/PublicHolidays/2025/143", 404, "Not Found"],
    ["/api/v3/PublicHolidays/JP/2024", 404, "Not Found"],
    ["/api/v4/Holidays/JP/2024", 404, "Not Found"],
    ["/api/v3/CountryInfo", 404, "Not Found"],
    ["/elsewhere", 404, "Not Found"]
  ] as const)("%s is %i", ([path, status, title]) =>
    Effect.gen(function* () {
      const seen = yield* get(path)
      expect(seen).toMatchObject({ status, body: { title, status } })
      expect(seen.type).toBe("application/problem+json; charset=utf-8")
    })
  )

  it.effect("works below a prefix", () =>
    Effect.gen(function* () {
      const mounted = HttpRouter.empty.pipe(HttpRouter.mount("/nager-date", router))
      expect((yield* get("/nager-date/api/v3/PublicHolidays/2024/JP", mounted)).body).toEqual(
        recorded("v3_JP_2024.json")
      )
    })
  )
})

describe("holidays against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const provider = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(Nager.layer({ baseUrl, deadline: "8 seconds", userAgent: "almanac/0.1.0 (test)" }))
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  const layer = Holidays.Default.pipe(Layer.provide(Layer.merge(provider, Cache.layerMemory)))

  const ask = (country: string, year: number) =>
    Effect.flatMap(Holidays, (capability) => capability.holidays({ country, year })).pipe(
      Effect.either,
      Effect.map(
        Either.match({
          onRight: ({ value: { covered, holidays } }): unknown => [covered, holidays.length],
          onLeft: (error) => (error._tag === "QueryRefused" ? error.problems : error._tag)
        })
      )
    )

  it.scopedLive("lists, an empty list, a year that is not served, and an unknown country", () =>
    Effect.gen(function* () {
      expect(yield* ask("JP", 2024)).toEqual([true, 16])
      expect(yield* ask("US", 2025)).toEqual([true, 2])
      expect(yield* ask("ZW", 2025)).toEqual([true, 0])
      expect(yield* ask("AT", 1900)).toEqual([false, 0])
      expect(yield* ask("IN", 2025)).toEqual([
        { pointer: "/country", message: "country IN is not recognised" }
      ])
    }).pipe(Effect.provide(layer))
  )
})
