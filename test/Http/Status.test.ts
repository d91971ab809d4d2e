/**
 * `GET /v1/status`: how the providers are, as the process knows it from its own calls, and without a call for it.
 */
import { FetchHttpClient, HttpApiClient } from "@effect/platform"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Schedule, Schema } from "effect"
import { Api } from "../../src/Api/Api.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { envelope } from "../../src/Api/Envelope.ts"
import { providers } from "../../src/Capabilities/index.ts"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import { ServiceStatus } from "../../src/Resources/ServiceStatus.ts"
import { buy, question } from "../support/Buyer.ts"
import { exchange, jsonOf } from "../support/Exchange.ts"
import { answer, type Fault, faultServer } from "../support/FaultServer.ts"
import { type Running, startWith, world } from "../support/Harness.ts"

/** The service, whose providers all answer as `now` says. */
class Almanac extends Context.Tag("test/Almanac")<
  Almanac,
  Running & { now: Fault; readonly asked: () => number }
>() {}

const running = Effect.gen(function* () {
  const script = { now: answer(503) }
  const { origin, requests } = yield* faultServer((response, request) => script.now(response, request))
  const ports = Live.providers.pipe(Layer.provide(Pacing.layerMemory), Layer.provide(Outbound.layer))
  const service = yield* startWith(ports, {
    environment: {
      GDELT_PACE: "15 seconds",
      BREAKER_COOLDOWN: "300 millis",
      ...Object.fromEntries(providers.all.map(({ variable }) => [variable, origin]))
    }
  })
  return Object.assign(script, service, { asked: () => requests.length })
})

const services = Layer.scoped(Almanac, running).pipe(Layer.provideMerge(world))

const Body = envelope(ServiceStatus, {}).annotations({ parseOptions: { onExcessProperty: "error" } })

const received = Effect.flatMap(Almanac, ({ url }) =>
  Effect.promise(() => exchange(url, { target: "/v1/status" }))
)
const status = Effect.flatMap(received, (one) => Schema.decodeUnknown(Body)(jsonOf(one)))
const of = (operation: string) =>
  Effect.map(status, ({ data }) => data.operations.find((one) => one.operation === operation))
const quoted = (id: string) =>
  Effect.map(status, ({ data }) => data.capabilities.find((one) => one.id === id)?.unavailableProviders)

/** Asks until the operation is in a state: some states end by themselves. */
const until = (operation: string, state: string) =>
  of(operation).pipe(
    Effect.filterOrFail((found) => found?.state === state),
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.timeout("20 seconds")
  )

const rates = { path: "/v1/fx/rates", amount: "2000", body: question }
const latest = "frankfurter.latest"
const search = { path: "/v1/academic/search", amount: "10000" }
const news = { path: "/v1/news/search", amount: "10000" }

const json = (body: unknown, headers: Record<string, string> = {}) =>
  answer(200, JSON.stringify(body), { "content-type": "application/json", ...headers })
const goodRates = json({ amount: 1, base: "EUR", date: "2022-06-29", rates: { USD: 1.05, GBP: 0.86 } })

/** OpenAlex's budget of a day, as its replies tell it. */
const works = (left: string, reset = "7200") =>
  json(
    { meta: { count: 0 }, results: [] },
    { "x-ratelimit-limit-usd": "0.1", "x-ratelimit-remaining-usd": left, "x-ratelimit-reset": reset }
  )

const sell = (sale: { readonly path: string; readonly amount: string; readonly body: object }, now: Fault) =>
  Effect.flatMap(Almanac, (almanac) => {
    almanac.now = now
    return Effect.map(
      Effect.promise(() => buy(almanac.url, sale)),
      ({ status }) => status
    )
  })

const spanOf = (found: { readonly since: string; readonly until: string | null } | undefined) =>
  Date.parse(found?.until ?? "") - Date.parse(found?.since ?? "")

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("the status", (it) => {
  it.effect("is free, short, of this moment, and knows every operation and capability", () =>
    Effect.gen(function* () {
      const one = yield* received
      expect([one.status, one.headers["cache-control"], one.headers["content-type"]]).toEqual([
        200,
        "no-store",
        "application/json"
      ])
      expect(one.text.length).toBeLessThan(8_000)
      const { data, meta } = yield* Schema.decodeUnknown(Body)(jsonOf(one))
      expect(meta.requestId).toBe(one.headers["x-request-id"])
      expect(data.operations.map(({ operation, provider }) => [provider, operation])).toEqual(
        providers.all.flatMap(({ operations, slug }) => operations.map((operation) => [slug, operation]))
      )
      const since = data.operations[0]?.since
      for (const one of data.operations)
        expect(one).toMatchObject({ state: "up", reason: null, since, until: null })
      expect(data.capabilities.map(({ id }) => id)).toEqual(
        registeredCapabilities.map(({ facts }) => facts.id)
      )
      for (const one of data.capabilities) {
        expect(one.unavailableProviders).toEqual([])
        expect(one.operations.length).toBeGreaterThan(0)
      }
    })
  )

  it.effect("asks nobody", () =>
    Effect.gen(function* () {
      const { asked } = yield* Almanac
      const before = asked()
      yield* Effect.all(
        Array.from({ length: 50 }, () => received),
        { concurrency: 8 }
      )
      expect(asked()).toBe(before)
    })
  )

  it.effect("is read by the typed client", () =>
    Effect.gen(function* () {
      const { discovery } = yield* HttpApiClient.make(Api, { baseUrl: (yield* Almanac).url }).pipe(
        Effect.provide(FetchHttpClient.layer)
      )
      expect((yield* discovery.status()).data.operations.map(({ provider }) => provider)).toContain("gdelt")
    })
  )

  it.effect("goes from up to degraded, to out until a moment, and back, as the calls end", () =>
    Effect.gen(function* () {
      expect(yield* sell(rates, answer(503))).toBe(502)
      const failing = yield* of(latest)
      expect(failing).toMatchObject({ state: "degraded", reason: "unavailable", until: null })
      expect(yield* quoted("fx.rates")).toEqual([])
      yield* sell(rates, answer(503))
      expect(yield* of(latest)).toEqual(failing)

      expect(yield* sell(rates, answer(429, "", { "retry-after": "2" }))).toBe(429)
      const out = yield* of(latest)
      expect(out).toMatchObject({ state: "out", reason: "throttled" })
      expect(spanOf(out)).toBe(2000)
      expect([yield* quoted("fx.rates"), yield* quoted("weather")]).toEqual([["frankfurter"], []])
      expect(yield* of("frankfurter.historical")).toMatchObject({ state: "up" })

      // The circuit lets the next call through: it has to tell how the provider is.
      const waiting = yield* until(latest, "degraded")
      expect(waiting).toMatchObject({ reason: "throttled", since: out?.until, until: null })
      expect(yield* quoted("fx.rates")).toEqual([])
      yield* sell(rates, answer(503))
      expect(yield* of(latest)).toMatchObject({ state: "out", reason: "unavailable", since: out?.since })

      yield* until(latest, "degraded")
      expect(yield* sell(rates, goodRates)).toBe(200)
      const up = yield* of(latest)
      expect(up).toMatchObject({ state: "up", reason: null, until: null })
      expect(Date.parse(up?.since ?? "")).toBeGreaterThan(Date.parse(out?.until ?? ""))
    })
  )

  it.effect("is degraded while a provider's budget is nearly spent, and out when it is spent", () =>
    Effect.gen(function* () {
      const operation = "openalex.search"
      expect(yield* sell({ ...search, body: { query: "one" } }, works("0.05"))).toBe(200)
      expect(yield* of(operation)).toMatchObject({ state: "up" })
      yield* sell({ ...search, body: { query: "two" } }, works("0.009"))
      const low = yield* of(operation)
      expect(low).toMatchObject({ state: "degraded", reason: "budget" })
      expect(spanOf(low)).toBe(7_200_000)
      expect(yield* quoted("academic.search")).toEqual([])
      // A day at most, whatever the provider says.
      yield* sell({ ...search, body: { query: "long" } }, works("0.009", "9".repeat(30)))
      const long = yield* of(operation)
      expect(long).toMatchObject({ state: "degraded", since: low?.since })
      expect(spanOf(long)).toBeLessThanOrEqual(86_400_000 + 60_000)
      yield* sell({ ...search, body: { query: "three" } }, works("0.08"))
      expect(yield* of(operation)).toMatchObject({ state: "up", until: null })

      yield* sell({ ...search, body: { query: "four" } }, works("0.0005"))
      const spent = yield* of(operation)
      expect(spent).toMatchObject({ state: "out", reason: "budget" })
      expect(yield* quoted("academic.search")).toEqual(["openalex"])
      expect(yield* quoted("research")).toEqual(["openalex"])
      expect(yield* of("openalex.work")).toMatchObject({ state: "up" })
    })
  )

  it.effect("is degraded while calls wait for the pace, until the last of them has its turn", () =>
    Effect.gen(function* () {
      const both = ["gdelt.search", "gdelt.trends"]
      expect(yield* sell({ ...news, body: { query: "Nvidia" } }, json({ articles: [] }))).toBe(200)
      for (const operation of both) expect(yield* of(operation)).toMatchObject({ state: "up" })
      const { url } = yield* Almanac
      const waiting = yield* Effect.fork(
        Effect.promise(() => buy(url, { ...news, body: { query: "Intel" } }))
      )
      const paced = yield* until("gdelt.search", "degraded")
      expect(paced).toMatchObject({ reason: "paced" })
      expect(spanOf(paced)).toBeGreaterThan(5_000)
      expect(spanOf(paced)).toBeLessThanOrEqual(15_000)
      const trends = yield* of("gdelt.trends")
      expect(trends).toMatchObject({ state: "degraded" })
      // The same moment, told from what is left at two moments, each to the millisecond.
      const apart = Date.parse(trends?.until ?? "") - Date.parse(paced?.until ?? "")
      expect(Math.abs(apart)).toBeLessThanOrEqual(2)
      expect(yield* quoted("news.search")).toEqual([])
      yield* Fiber.interruptFork(waiting)
    })
  )
})
