import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted, TestClock } from "effect"
import * as OpenMeteo from "../../../src/Providers/OpenMeteo/index.ts"
import { type ForecastQuery, Forecasts } from "../../../src/Providers/ports/Forecasts.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { inTurn, observe, over, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
import { scriptedClient } from "../../support/provider/ScriptedClient.ts"
import {
  badGateway,
  beijing,
  daily,
  hourly,
  invalidTimezone,
  latitudeOutOfRange,
  minutely,
  reasons,
  unknownVariable
} from "./fixtures.ts"

/** Half an hour before a full hour, two and a half before the end of the UTC day. */
const now = "2026-10-01T21:30:00Z"

const layerAt = (baseUrl: string, key?: string) =>
  OpenMeteo.layer({
    baseUrl,
    deadline: "8 seconds",
    userAgent,
    apiKey: Option.map(Option.fromNullable(key), (text) => Redacted.make(text))
  })

const layer = layerAt("https://api.open-meteo.com")

const someQuery: ForecastQuery = { latitude: 39.9, longitude: 116.4, days: 1 }

/** The outcome in one line; of a forecast, its zone. */
const forecast = (query: ForecastQuery = someQuery) =>
  Effect.flatMap(Forecasts, (port) => port.forecast(query)).pipe(
    Effect.map(({ location: { timezone }, daily }) => `${timezone}, ${daily.length} day`),
    Effect.either,
    Effect.map(Either.match({ onRight: (text) => text, onLeft: (error) => told(Either.left(error)) }))
  )

const refusal = (status: number, reason: string) => reply(status, JSON.stringify({ error: true, reason }))
const inGmt = reply(200, beijing.replace("Asia/Shanghai", "GMT"))
const fine = "Asia/Shanghai, 1 day"

interface Row {
  readonly name: string
  /** To the first call, the second and so on; the last stays. */
  readonly replies: readonly [Reply, ...ReadonlyArray<Reply>]
  readonly outcome: string
  /** The zones that were asked for. */
  readonly zones: ReadonlyArray<string>
}

/** In the order of server_reason_strings.txt. */
const outcomesOfReasons = [
  "ProviderRateLimited: minutely limit, again in 60 s",
  "ProviderRateLimited: hourly limit, again in 1860 s",
  "ProviderRateLimited: daily limit, again in 9060 s",
  "ProviderRateLimited: concurrent limit",
  "ProviderUnavailable: status 503"
]

const rows: ReadonlyArray<Row> = [
  { name: "a forecast", replies: [reply(200, beijing)], outcome: fine, zones: ["auto"] },
  ...["#1790", "#1785", "#591", "#254", "#1236", "#1192"].map((report) => ({
    name: `${report}: no zone for the place: once more in GMT`,
    replies: [reply(400, invalidTimezone), inGmt] as const,
    outcome: "GMT, 1 day",
    zones: ["auto", "GMT"]
  })),
  {
    name: "no zone, and then no GMT either: once more is enough",
    replies: [reply(400, invalidTimezone)],
    outcome: "ProviderBadResponse: status 400",
    zones: ["auto", "GMT"]
  },
  {
    name: "no zone, and then a quota",
    replies: [reply(400, invalidTimezone), reply(429, minutely)],
    outcome: "ProviderRateLimited: minutely limit, again in 60 s",
    zones: ["auto", "GMT"]
  },
  {
    name: "the calls of a minute",
    replies: [reply(429, minutely)],
    outcome: "ProviderRateLimited: minutely limit, again in 60 s",
    zones: ["auto"]
  },
  {
    name: "the calls of an hour",
    replies: [reply(429, hourly)],
    outcome: "ProviderRateLimited: hourly limit, again in 1860 s",
    zones: ["auto"]
  },
  {
    name: "the calls of a day (#1847, #438, #439; the time: qdonnars/ohmywind #405)",
    replies: [reply(429, daily)],
    outcome: "ProviderRateLimited: daily limit, again in 9060 s",
    zones: ["auto"]
  },
  {
    name: "#854: a limit that others on our address have used up, at the very first call",
    replies: [reply(429, daily)],
    outcome: "ProviderRateLimited: daily limit, again in 9060 s",
    zones: ["auto"]
  },
  ...["#1493", "#1495"].map((report) => ({
    name: `${report}: too many at once`,
    replies: [refusal(429, "Too many concurrent requests")] as const,
    outcome: "ProviderRateLimited: concurrent limit",
    zones: ["auto"]
  })),
  {
    name: "a quota's text with 400",
    replies: [reply(400, hourly)],
    outcome: "ProviderRateLimited: hourly limit, again in 1860 s",
    zones: ["auto"]
  },
  {
    name: "a quota's text with 200",
    replies: [reply(200, daily)],
    outcome: "ProviderRateLimited: daily limit, again in 9060 s",
    zones: ["auto"]
  },
  {
    name: "too many at once with 400",
    replies: [refusal(400, "Too many concurrent requests")],
    outcome: "ProviderRateLimited: concurrent limit",
    zones: ["auto"]
  },
  {
    name: "a limit of another period",
    replies: [refusal(429, "Monthly API request limit exceeded.")],
    outcome: "ProviderRateLimited: other limit",
    zones: ["auto"]
  },
  {
    name: "a quota with a time of the provider's (or a proxy's) own",
    replies: [reply(429, daily, { "retry-after": "120" })],
    outcome: "ProviderRateLimited: daily limit, again in 120 s",
    zones: ["auto"]
  },
  {
    name: "429 without a reason",
    replies: [reply(429, "<html>429 Too Many Requests</html>", { "retry-after": "30" })],
    outcome: "ProviderRateLimited: status 429, again in 30 s",
    zones: ["auto"]
  },
  {
    name: "429 for another reason",
    replies: [refusal(429, "Slow down")],
    outcome: "ProviderRateLimited: status 429",
    zones: ["auto"]
  },
  {
    name: "a latitude out of range, which we have checked: our fault or theirs, not the caller's",
    replies: [reply(400, latitudeOutOfRange)],
    outcome: "ProviderBadResponse: status 400",
    zones: ["auto"]
  },
  {
    name: "#1583: an unknown variable",
    replies: [reply(400, unknownVariable)],
    outcome: "ProviderBadResponse: status 400",
    zones: ["auto"]
  },
  {
    name: "no data for the place",
    replies: [refusal(400, "No data is available for this location")],
    outcome: "ProviderBadResponse: status 400",
    zones: ["auto"]
  },
  {
    name: "a wrong key",
    replies: [refusal(400, "The supplied API key is invalid.")],
    outcome: "ProviderBadResponse: status 400",
    zones: ["auto"]
  },
  {
    name: "no key",
    replies: [refusal(401, "API key required. Please add &apikey= to the URL.")],
    outcome: "ProviderUnavailable: status 401",
    zones: ["auto"]
  },
  {
    name: "a plan without it",
    replies: [refusal(403, "Forbidden")],
    outcome: "ProviderUnavailable: status 403",
    zones: ["auto"]
  },
  {
    name: "a wrong host or path",
    replies: [refusal(404, "Not Found")],
    outcome: "ProviderBadResponse: status 404",
    zones: ["auto"]
  },
  {
    name: "something went wrong",
    replies: [refusal(500, "Something went wrong.")],
    outcome: "ProviderUnavailable: status 500",
    zones: ["auto"]
  },
  ...["#1870", "#1895", "open-meteo-website #1005"].map((report) => ({
    name: `${report}: nginx's page for hours: tried twice`,
    replies: [reply(502, badGateway, { "content-type": "text/html" })] as const,
    outcome: "ProviderUnavailable: status 502",
    zones: ["auto", "auto"]
  })),
  {
    name: "nginx's page, once",
    replies: [reply(502, badGateway), reply(200, beijing)],
    outcome: fine,
    zones: ["auto", "auto"]
  },
  {
    name: "a body that was cut short, as it is streamed",
    replies: [reply(200, beijing.slice(0, 500))],
    outcome: "ProviderBadResponse: not JSON",
    zones: ["auto"]
  },
  {
    name: "another refusal with 200",
    replies: [refusal(200, "Something went wrong.")],
    outcome: "ProviderBadResponse: refusal",
    zones: ["auto"]
  },
  {
    name: "no zone with 200, which is no status for it, but the text is what counts",
    replies: [reply(200, invalidTimezone), inGmt],
    outcome: "GMT, 1 day",
    zones: ["auto", "GMT"]
  },
  {
    name: "several places",
    replies: [reply(200, `[${beijing}]`)],
    outcome: "ProviderBadResponse: wrong shape",
    zones: ["auto"]
  },
  {
    name: "no days",
    replies: [reply(200, beijing.replace('"daily"', '"other"'))],
    outcome: "ProviderBadResponse: wrong shape",
    zones: ["auto"]
  },
  // Every fixed text of the server, with the status that it has there.
  ...reasons.map(({ status, reason }, index) => ({
    name: `the server's "${reason}"`,
    replies: [refusal(status, reason)] as const,
    outcome: outcomesOfReasons[index] ?? "",
    zones: status === 503 ? ["auto", "auto"] : ["auto"]
  }))
]

describe("OpenMeteo", () => {
  everyProvider({ layer, deadline: "8 seconds", operations: { forecast: { ask: forecast() } } })

  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.parse(now))
        const { outcome, calls } = yield* observe(inTurn(...row.replies), layer, forecast())
        expect(outcome).toBe(row.outcome)
        expect(calls.map(({ url }) => url.searchParams.get("timezone"))).toEqual(row.zones)
      })
    )
  }

  it.effect("asks with no key when there is none", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(inTurn(reply(200, beijing)), layer, forecast())
      expect(calls.map(({ url }) => url.href)).toEqual([
        "https://api.open-meteo.com/v1/forecast?latitude=39.9&longitude=116.4" +
          "&current=temperature_2m%2Crelative_humidity_2m%2Cwind_speed_10m%2Cprecipitation%2Cweather_code" +
          "&daily=temperature_2m_max%2Ctemperature_2m_min%2Cweather_code&timezone=auto&forecast_days=1"
      ])
      expect(calls[0]?.headers).not.toHaveProperty("x-api-key")
    })
  )

  it.effect("asks with the key in the query, in both calls", () =>
    Effect.gen(function* () {
      const customer = layerAt("https://customer-api.open-meteo.com/", "secret")
      const { calls } = yield* observe(inTurn(reply(400, invalidTimezone), inGmt), customer, forecast())
      expect(calls.map(({ url }) => [url.host, url.pathname, url.searchParams.get("apikey")])).toEqual([
        ["customer-api.open-meteo.com", "/v1/forecast", "secret"],
        ["customer-api.open-meteo.com", "/v1/forecast", "secret"]
      ])
    })
  )

  it.effect("a key sent to the free host is lost on the way to the other one, and never passed on", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        ({ host, href }) =>
          Effect.sync(
            host === "api.open-meteo.com"
              ? reply(308, "", { location: href.replace("//api.", "//customer-api.") })
              : refusal(401, "API key required.")
          ),
        layerAt("https://api.open-meteo.com", "secret"),
        forecast()
      )
      expect(outcome).toBe("ProviderUnavailable: status 401")
      expect(calls.map(({ url }) => [url.host, url.searchParams.get("apikey")])).toEqual([
        ["api.open-meteo.com", "secret"],
        ["customer-api.open-meteo.com", null]
      ])
    })
  )

  it.effect("the second call, in GMT, shares the deadline of the first", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        ({ searchParams }) =>
          searchParams.get("timezone") === "GMT"
            ? Effect.never
            : Effect.delay(Effect.sync(reply(400, invalidTimezone)), "5 seconds"),
        layer,
        Effect.timed(forecast())
      )
      expect(calls.map(({ at }) => at)).toEqual([0, 5000])
      expect([outcome[1], String(outcome[0])]).toEqual(["ProviderTimeout: deadline passed", "Duration(8s)"])
    })
  )

  it.effect("a daily quota leaves the provider alone until its counter falls, at midnight", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(now))
      let spent = true
      const client = scriptedClient(() => Effect.sync(spent ? reply(429, daily) : reply(200, beijing)))
      yield* Effect.gen(function* () {
        yield* forecast()
        spent = false
        yield* TestClock.adjust("2 hours")
        expect(yield* forecast()).toBe("ProviderRateLimited: circuit open: daily limit, again in 1800 s")
        expect(client.calls).toHaveLength(1)
        yield* TestClock.adjust("31 minutes")
        expect(yield* forecast()).toBe(fine)
        expect(client.calls).toHaveLength(2)
      }).pipe(Effect.provide(over(layer, client)))
    })
  )
})
