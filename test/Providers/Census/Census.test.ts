import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger, Option, Redacted } from "effect"
import * as Census from "../../../src/Providers/Census/index.ts"
import { type CensusQuery, CensusTables } from "../../../src/Providers/ports/CensusTables.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { always, inTurn, observe, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
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
    userAgent,
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
  readonly reply: Reply
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
  { name: "NaN", reply: reply(200, '[["A"],[NaN]]'), outcome: "ProviderBadResponse: not JSON" },
  { name: "no table", reply: reply(200, "{}"), outcome: "ProviderBadResponse: wrong shape" },
  {
    name: "rows that are none",
    reply: reply(200, '[["NAME","B01001_001E"],["1"]]'),
    outcome: "ProviderBadResponse: malformed rows"
  }
]

describe("Census", () => {
  everyProvider({
    layer: layer(),
    deadline: "20 seconds",
    followsRedirects: false,
    operations: {
      table: {
        ask: table({}),
        differs: { "404": "refused /year: must be a year with data: acs/acs1 has none for 2019" }
      }
    }
  })

  it.effect.each(rows)("$name", (row) =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(always(row.reply), layer(), table(row.asked ?? {}))
      expect(outcome).toBe(row.outcome)
      expect(calls).toHaveLength(1)
    })
  )

  it.effect("datamade/census #165, PR #166: the key goes with every call", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(
        always(reply(200, states2019)),
        layer(),
        Effect.all([table({}), table({ forGeography: "congressional district:*" })])
      )
      expect(calls.map(({ url }) => url.href)).toEqual([
        "https://api.census.gov/data/2019/acs/acs1?get=NAME%2CB01001_001E&for=state%3A*&key=k3y",
        "https://api.census.gov/data/2019/acs/acs1?get=NAME%2CB01001_001E&for=congressional+district%3A*&key=k3y"
      ])
    })
  )

  it.effect("without a key there is no such parameter: an empty one would be an invalid key", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(always(reply(200, states2019)), layer(Option.none()), table({}))
      expect(calls.map(({ url }) => url.search)).toEqual(["?get=NAME%2CB01001_001E&for=state%3A*"])
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
        const refused = always(reply(missingKeyRedirect.status, "", missingKeyRedirect.headers))
        yield* observe(refused, layer(), Effect.provide(table({}), log))
        expect(lines).toEqual([
          ["the Census Bureau refuses our key: set CENSUS_API_KEY to a valid and activated one"]
        ])
      })
  )

  it.effect("503 is tried once more", () =>
    Effect.gen(function* () {
      const { outcome } = yield* observe(
        inTurn(reply(503, states2019), reply(200, states2019)),
        layer(),
        table({})
      )
      expect(outcome).toBe(found)
    })
  )
})
