import { HttpClientError, HttpClientRequest } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted, TestClock } from "effect"
import * as Census from "../../../src/Providers/Census/index.ts"
import { type CensusQuery, CensusTables } from "../../../src/Providers/ports/CensusTables.ts"
import { told } from "../../support/ProviderOutcome.ts"
import { type Script, scriptedClient } from "../../support/ScriptedClient.ts"
import {
  genericFailure,
  invalidKeyPage,
  missingKeyPage,
  missingKeyRedirect,
  states2019,
  unknownVariable2019,
  unknownVariable2026,
  unsupportedGeography
} from "./fixtures.ts"

const layer = (apiKey: Option.Option<Redacted.Redacted> = Option.some(Redacted.make("k3y"))) =>
  Census.layer({
    baseUrl: "https://api.census.gov/",
    deadline: "20 seconds",
    userAgent: "almanac/0.1.0 (mailto:test@example.org)",
    apiKey
  })

const query: CensusQuery = {
  dataset: "acs/acs1",
  year: 2019,
  variables: ["NAME", "B01001_001E"],
  forGeography: "state:*"
}

const table = (asked: Partial<CensusQuery>) =>
  Effect.flatMap(CensusTables, (port) => port.table({ ...query, ...asked })).pipe(
    Effect.either,
    Effect.map(told)
  )

const reply =
  (status: number, body: string | null, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { status, headers })

const notFound = "<!doctype html><html><head><title>404 Not Found</title></head></html>"
const found =
  '{"dataset":"acs/acs1","year":2019,"columns":["NAME","B01001_001E","state"],"rows":[' +
  '{"NAME":"Alabama","B01001_001E":"4903185","state":"01"},' +
  '{"NAME":"Alaska","B01001_001E":"731158","state":"02"},' +
  '{"NAME":"Arizona","B01001_001E":"7278717","state":"04"}]}'

const noKey = "ProviderUnavailable: key refused"
const noGeography =
  "refused /forGeography: must be a geography that acs/acs1 2019 has without a larger one around it"
const noQuery = "refused : is not a query that the Census Data API answers"

interface Row {
  readonly name: string
  readonly asked?: Partial<CensusQuery>
  readonly reply: () => Response
  readonly outcome: string
}

const rows: ReadonlyArray<Row> = [
  { name: "a table", reply: reply(200, states2019), outcome: found },
  {
    name: "a header alone",
    reply: reply(200, '[["NAME","B01001_001E","state"]]'),
    outcome: '{"dataset":"acs/acs1","year":2019,"columns":["NAME","B01001_001E","state"],"rows":[]}'
  },
  {
    name: "204: a sound query that matches nothing",
    reply: reply(204, null),
    outcome: '{"dataset":"acs/acs1","year":2019,"columns":["NAME","B01001_001E"],"rows":[]}'
  },
  {
    name: "SatcherInstitute/health-equity-tracker #5138: a missing key",
    reply: reply(missingKeyRedirect.status, "", missingKeyRedirect.headers),
    outcome: noKey
  },
  {
    name: "an invalid key",
    reply: reply(302, "", { location: "https://api.census.gov/data/invalid_key.html" }),
    outcome: noKey
  },
  { name: "302 without a location", reply: reply(302, ""), outcome: noKey },
  {
    name: "npr99/intersect-community-data PR #135: the page about a missing key, as the answer",
    reply: reply(200, missingKeyPage),
    outcome: noKey
  },
  {
    name: "CenterOnBudget/getcensus #56: the page about an invalid key, as the answer",
    reply: reply(200, invalidKeyPage),
    outcome: noKey
  },
  {
    name: "another redirect is not followed either",
    reply: reply(301, "", { location: "https://api.census.gov/elsewhere" }),
    outcome: "ProviderBadResponse: redirect not followed"
  },
  {
    name: "an unknown variable, in the words of 2019",
    asked: { variables: ["NAME", "B250301_001E"] },
    reply: reply(400, unknownVariable2019),
    outcome: "refused /variables/1: must be a variable of acs/acs1 2019"
  },
  {
    name: "an unknown variable, in the words of 2026",
    asked: { variables: ["B15003_001E", "NAME"] },
    reply: reply(400, unknownVariable2026),
    outcome: "refused /variables/0: must be a variable of acs/acs1 2019"
  },
  {
    name: "an unknown variable that was not asked for",
    reply: reply(400, unknownVariable2026),
    outcome: "refused /variables: must be a variable of acs/acs1 2019"
  },
  {
    name: "a level that needs another around it",
    asked: { forGeography: "tract:*" },
    reply: reply(400, unsupportedGeography),
    outcome: noGeography
  },
  ...[
    "error: error: unknown/unsupported geography heading 'galaxy'",
    "error: unknown/unsupported geography heirarchy",
    "error: invalid 'for' argument"
  ].map((text) => ({ name: text, reply: reply(400, text), outcome: noGeography })),
  {
    name: "too many variables, which are never sent",
    reply: reply(400, "error: 'get' is limited to 50 variables"),
    outcome: noQuery
  },
  { name: "an error in new words", reply: reply(400, "error: no such thing"), outcome: noQuery },
  {
    name: "walkerke/tidycensus #114: the generic failure with 400",
    reply: reply(400, genericFailure),
    outcome: "ProviderBadResponse: status 400"
  },
  {
    name: "walkerke/tidycensus #114: the generic failure with 500",
    reply: reply(500, genericFailure),
    outcome: "ProviderUnavailable: status 500"
  },
  {
    name: "walkerke/tidycensus #114: the generic failure with 200",
    reply: reply(200, genericFailure),
    outcome: "ProviderBadResponse: not JSON"
  },
  {
    name: "400 as HTML",
    reply: reply(400, "<html>error: </html>"),
    outcome: "ProviderBadResponse: status 400"
  },
  { name: "400 without a word", reply: reply(400, ""), outcome: "ProviderBadResponse: status 400" },
  {
    name: "CenterOnBudget/getcensus #68: a year to come",
    asked: { year: 2030 },
    reply: reply(404, notFound),
    outcome: "refused /year: must be a year with data: acs/acs1 has none for 2030"
  },
  {
    name: "cenpy-devs/cenpy #160: whether there is data yet is for the provider to say",
    asked: { year: 2025 },
    reply: reply(404, notFound),
    outcome: "refused /year: must be a year with data: acs/acs1 has none for 2025"
  },
  {
    name: "a table of a year after the last known",
    reply: reply(200, states2019),
    asked: { year: 2035 },
    outcome: found.replace("2019", "2035")
  },
  { name: "500 as HTML", reply: reply(500, notFound), outcome: "ProviderUnavailable: status 500" },
  { name: "throttled", reply: reply(429, ""), outcome: "ProviderRateLimited: status 429" },
  {
    name: "throttled, with a time",
    reply: reply(429, "", { "retry-after": "30" }),
    outcome: "ProviderRateLimited: status 429, again in 30 s"
  },
  { name: "blocked", reply: reply(403, notFound), outcome: "ProviderUnavailable: status 403" },
  {
    name: "a gateway that waited in vain",
    reply: reply(522, notFound),
    outcome: "ProviderTimeout: status 522"
  },
  { name: "HTML with 200", reply: reply(200, notFound), outcome: "ProviderBadResponse: HTML" },
  { name: "empty body with 200", reply: reply(200, ""), outcome: "ProviderBadResponse: empty body" },
  { name: "NaN", reply: reply(200, '[["A"],[NaN]]'), outcome: "ProviderBadResponse: not JSON" },
  { name: "no table", reply: reply(200, "{}"), outcome: "ProviderBadResponse: wrong shape" },
  {
    name: "rows that are none",
    reply: reply(200, '[["A"],["1","2"]]'),
    outcome: "ProviderBadResponse: malformed rows"
  }
]

const failing =
  (code: string): Script =>
  (url) =>
    Effect.fail(
      new HttpClientError.RequestError({
        request: HttpClientRequest.get(url),
        reason: "Transport",
        cause: Object.assign(new Error(code), { code })
      })
    )

describe("Census", () => {
  it.effect.each(rows)("$name", (row) =>
    Effect.gen(function* () {
      const client = scriptedClient(() => Effect.sync(row.reply))
      expect(yield* Effect.provide(table(row.asked ?? {}), Layer.provide(layer(), client.layer))).toBe(
        row.outcome
      )
      expect(client.calls.length).toBe(1)
    })
  )

  it.effect("datamade/census #165, PR #166: the key goes with every call", () =>
    Effect.gen(function* () {
      const client = scriptedClient(() => Effect.sync(reply(200, states2019)))
      yield* Effect.all([table({}), table({ forGeography: "congressional district:*" })]).pipe(
        Effect.provide(Layer.provide(layer(), client.layer))
      )
      expect(client.calls.map(({ url }) => url.href)).toEqual([
        "https://api.census.gov/data/2019/acs/acs1?get=NAME%2CB01001_001E&for=state%3A*&key=k3y",
        "https://api.census.gov/data/2019/acs/acs1?get=NAME%2CB01001_001E&for=congressional+district%3A*&key=k3y"
      ])
    })
  )

  it.effect("without a key there is no such parameter: an empty one would be an invalid key", () =>
    Effect.gen(function* () {
      const client = scriptedClient(() => Effect.sync(reply(200, states2019)))
      yield* Effect.provide(table({}), Layer.provide(layer(Option.none()), client.layer))
      expect(client.calls.map(({ url }) => url.search)).toEqual(["?get=NAME%2CB01001_001E&for=state%3A*"])
    })
  )

  it.effect(
    "SatcherInstitute/health-equity-tracker #5138: an operator is told of a refused key, without the key",
    () =>
      Effect.gen(function* () {
        const lines: Array<unknown> = []
        const log = Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ message }) => {
            lines.push(message)
          })
        )
        const client = scriptedClient(() =>
          Effect.sync(reply(missingKeyRedirect.status, "", missingKeyRedirect.headers))
        )
        yield* Effect.provide(table({}), [Layer.provide(layer(), client.layer), log])
        expect(lines).toEqual([
          ["the Census Bureau refuses our key: set CENSUS_API_KEY to a valid and activated one"]
        ])
      })
  )

  it.effect("datamade/census #134: no connection from abroad", () =>
    Effect.gen(function* () {
      const client = scriptedClient(failing("UND_ERR_CONNECT_TIMEOUT"))
      expect(yield* Effect.provide(table({}), Layer.provide(layer(), client.layer))).toBe(
        "ProviderTimeout: connection timed out"
      )
      expect(client.calls.length).toBe(1)
    })
  )

  it.effect("a refused connection is tried once more", () =>
    Effect.gen(function* () {
      const client = scriptedClient(failing("ECONNREFUSED"))
      const running = yield* Effect.fork(Effect.provide(table({}), Layer.provide(layer(), client.layer)))
      yield* TestClock.adjust("1 seconds")
      expect(yield* running).toBe("ProviderUnavailable: connection refused")
      expect(client.calls.length).toBe(2)
    })
  )

  it.effect("503 is tried once more", () =>
    Effect.gen(function* () {
      const client = scriptedClient((_, count) => Effect.sync(reply(count === 1 ? 503 : 200, states2019)))
      const running = yield* Effect.fork(Effect.provide(table({}), Layer.provide(layer(), client.layer)))
      yield* TestClock.adjust("1 seconds")
      expect(yield* running).toBe(found)
    })
  )

  it.effect("a provider that hangs is cut after 20 seconds", () =>
    Effect.gen(function* () {
      const client = scriptedClient(() => Effect.never)
      const running = yield* table({}).pipe(
        Effect.provide(Layer.provide(layer(), client.layer)),
        Effect.timed,
        Effect.fork
      )
      yield* TestClock.adjust("20 seconds")
      const [duration, outcome] = yield* running
      expect([outcome, String(duration)]).toEqual(["ProviderTimeout: deadline passed", "Duration(20s)"])
    })
  )
})
