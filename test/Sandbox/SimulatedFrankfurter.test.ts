import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Either, Layer, Option, TestClock } from "effect"
import * as Frankfurter from "../../src/Providers/Frankfurter/index.ts"
import { ReferenceRates } from "../../src/Providers/ports/ReferenceRates.ts"
import { publicationDay } from "../../src/Sandbox/providers/EcbCalendar.ts"
import { router } from "../../src/Sandbox/providers/SimulatedFrankfurter.ts"

/** A Sunday. */
const today = "2022-07-03T09:00:00Z"

const get = (path: string) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse(today))
    const app = yield* HttpRouter.toHttpApp(router)
    const request = HttpServerRequest.fromWeb(new Request(`http://sandbox${path}`))
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
    )
    const body: unknown = yield* Effect.promise(() => response.json())
    return { status: response.status, body, headers: response.headers }
  })

const eur = (date: string, rates: Record<string, number>) => ({ amount: 1, base: "EUR", date, rates })
const of = (base: string, date: string, rates: Record<string, number>) => ({ amount: 1, base, date, rates })
const notFound = { message: "not found" }

describe("SimulatedFrankfurter", () => {
  it.effect.each([
    ["/v1/latest?symbols=USD", 200, eur("2022-07-01", { USD: 1.0517 })],
    ["/v1/current?symbols=USD", 200, eur("2022-07-01", { USD: 1.0517 })],
    ["/v1/latest?base=EUR&symbols=USD,GBP", 200, eur("2022-07-01", { GBP: 0.86461, USD: 1.0517 })],
    ["/v1/latest?base=eur&symbols=usd", 200, eur("2022-07-01", { USD: 1.0517 })],
    ["/v1/latest?from=USD&to=JPY&base=EUR&symbols=GBP", 200, of("USD", "2022-07-01", { JPY: 136.47 })],
    // The recorded days themselves.
    ["/v1/2022-06-29?symbols=IDR", 200, eur("2022-06-29", { IDR: 15613 })],
    ["/v1/2019-12-31?symbols=RUB", 200, eur("2019-12-31", { RUB: 69.956 })],
    ["/v1/2020-01-01?symbols=RUB", 200, eur("2019-12-31", { RUB: 69.956 })],
    // Days between the recordings repeat the one before; earlier ones repeat the first.
    ["/v1/2022-06-28?symbols=USD", 200, eur("2022-06-28", { USD: 1.1234 })],
    ["/v1/2022-06-30?symbols=USD", 200, eur("2022-06-30", { USD: 1.0517 })],
    ["/v1/2010-03-04?symbols=USD", 200, eur("2010-03-04", { USD: 1.1234 })],
    ["/v1/1999-01-04?symbols=USD", 200, eur("1999-01-04", { USD: 1.1234 })],
    // Weekends and holidays.
    ["/v1/2022-07-02?symbols=USD", 200, eur("2022-07-01", { USD: 1.0517 })],
    ["/v1/2022-04-18?symbols=USD", 200, eur("2022-04-14", { USD: 1.1234 })],
    ["/v1/2021-12-26?symbols=USD", 200, eur("2021-12-24", { USD: 1.1234 })],
    // The last publication is carried forward for 14 days.
    ["/v1/2022-07-15?symbols=USD", 200, eur("2022-07-01", { USD: 1.0517 })],
    ["/v1/2022-07-16?symbols=USD", 404, notFound],
    ["/v1/2027-01-01?symbols=USD", 404, notFound],
    ["/v1/1999-01-03?symbols=USD", 404, notFound],
    ["/v1/1998-01-05?symbols=USD", 404, notFound],
    ["/v1/2022-02-30?symbols=USD", 422, { message: "invalid date" }],
    ["/v1/2022-13-01", 422, { message: "invalid date" }],
    ["/v1/22-06-29", 404, notFound],
    ["/v1/2022-06-01..2022-06-29", 404, notFound],
    ["/v1/latest?base=EUR&symbols=USD,TWD", 200, eur("2022-07-01", { USD: 1.0517 })],
    ["/v1/latest?base=EUR&symbols=TWD,LKR", 404, notFound],
    ["/v1/latest?base=EUR&symbols=RUB", 404, notFound],
    ["/v1/latest?base=XXX&symbols=TRY", 404, notFound],
    ["/v1/latest?base=AED", 404, notFound],
    ["/v1/latest?base=EUR&symbols=", 404, notFound],
    ["/v1/latest?base=EUR&symbols=EUR", 422, { message: "bad currency pair" }],
    ["/v1/latest?base=USD&symbols=USD", 422, { message: "bad currency pair" }],
    ["/v1/latest?base=EUR&symbols=EUR,USD", 200, eur("2022-07-01", { USD: 1.0517 })],
    // Crosses are rounded by size: whole numbers, 2, 3, 4, 5 and 6 decimals.
    ["/v1/2022-06-29?base=USD&symbols=IDR", 200, of("USD", "2022-06-29", { IDR: 14845 })],
    ["/v1/2022-06-29?base=USD&symbols=JPY", 200, of("USD", "2022-06-29", { JPY: 136.47 })],
    ["/v1/2022-06-29?base=USD&symbols=CZK", 200, of("USD", "2022-06-29", { CZK: 23.523 })],
    ["/v1/2022-06-29?base=USD&symbols=CAD", 200, of("USD", "2022-06-29", { CAD: 1.2849 })],
    ["/v1/2022-06-29?base=USD&symbols=EUR", 200, of("USD", "2022-06-29", { EUR: 0.95084 })],
    ["/v1/2022-06-29?base=IDR&symbols=EUR", 200, of("IDR", "2022-06-29", { EUR: 0.000064 })],
    ["/elsewhere", 404, notFound]
  ] as const)("%s", ([path, status, body]) =>
    Effect.gen(function* () {
      const seen = yield* get(path)
      expect([seen.status, seen.body]).toEqual([status, body])
      expect(seen.headers.get("content-type")).toBe("application/json; charset=utf-8")
      expect(seen.headers.get("cache-control")).toBe(status === 200 ? "public, max-age=86400" : "no-store")
    })
  )

  it.effect.each([
    ["/v1/2020-01-01", "v1_holiday_2020-01-01_gives_2019-12-31.json"],
    ["/v1/2022-06-29?base=EUR", "v1_latest_eur_2022-06-29.json"]
  ] as const)("%s is the recording, digit by digit", ([path, fixture]) =>
    Effect.gen(function* () {
      const recorded = readFileSync(new URL(`../fixtures/frankfurter/${fixture}`, import.meta.url), "utf8")
      expect((yield* get(path)).body).toEqual(JSON.parse(recorded))
    })
  )

  it.effect("/v1/currencies lists the currencies of the last recording, and the euro", () =>
    Effect.gen(function* () {
      const list = yield* get("/v1/currencies")
      const { body } = yield* get("/v1/latest?base=EUR")
      expect(list.status).toBe(200)
      expect(list.body).toMatchObject({ EUR: "Euro", USD: "United States Dollar" })
      expect(Object.keys(Object(list.body)).filter((code) => code !== "EUR")).toEqual(
        Object.keys(Object(Object(body).rates))
      )
    })
  )

  it.each([
    ["2000-04-24", "2000-04-20"],
    ["2019-04-22", "2019-04-18"],
    ["2024-04-01", "2024-03-28"],
    ["2025-05-01", "2025-04-30"],
    ["2026-01-01", "2025-12-31"],
    ["2026-04-06", "2026-04-02"],
    ["2038-04-26", "2038-04-22"],
    ["2026-10-01", "2026-10-01"]
  ])("on %s the last publication is of %s", (day, expected) => {
    expect(DateTime.formatIsoDateUtc(publicationDay(DateTime.unsafeMake(`${day}T00:00:00Z`)))).toBe(expected)
  })
})

describe("Frankfurter against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(Frankfurter.layer({ baseUrl, deadline: "8 seconds", userAgent: "almanac/0.1.0 (test)" }))
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  const rates = (base: string, currencies: ReadonlyArray<string>, date?: string) =>
    Effect.gen(function* () {
      const port = yield* ReferenceRates
      const outcome = yield* Effect.either(port.rates({ base, currencies, date: Option.fromNullable(date) }))
      return Either.match(outcome, {
        onRight: (record): unknown => record,
        onLeft: (error) => (error._tag === "QueryRefused" ? error.problems : error._tag)
      })
    })

  it.scopedLive("rates, the base among the targets, and refusals", () =>
    Effect.gen(function* () {
      expect(yield* rates("EUR", ["USD", "EUR"], "2022-07-03")).toEqual({
        base: "EUR",
        date: "2022-07-01",
        rates: { USD: 1.0517, EUR: 1 }
      })
      expect(yield* rates("USD", ["USD"], "2020-01-01")).toEqual({
        base: "USD",
        date: "2019-12-31",
        rates: { USD: 1 }
      })
      expect(yield* rates("XXX", ["USD", "AED"])).toEqual([
        { pointer: "/base", message: "currency XXX is not supported" },
        { pointer: "/currencies/1", message: "currency AED is not supported" }
      ])
      expect(yield* rates("EUR", ["USD", "RUB"], "2022-06-29")).toEqual([
        { pointer: "/currencies/1", message: "currency RUB is not supported" }
      ])
      expect(yield* rates("EUR", ["USD"], "1998-01-05")).toEqual([
        { pointer: "/date", message: "no reference rates for that date" }
      ])
      expect(yield* rates("EUR", ["USD"], "2022-02-30")).toBe("ProviderBadResponse")
    }).pipe(Effect.provide(layer))
  )
})
