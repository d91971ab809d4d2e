import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import * as Photon from "../../../src/Providers/Photon/index.ts"
import { Gazetteer } from "../../../src/Providers/ports/Gazetteer.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { inTurn, observe, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
import {
  badGateway,
  bakerStreet,
  empty,
  parisLimit5,
  stubOf400,
  unsupportedLanguage,
  washington
} from "./fixtures.ts"

const layer = Photon.layer({
  baseUrl: "https://photon.komoot.io",
  deadline: "8 seconds",
  userAgent
})

type Ask = (port: Gazetteer["Type"]) => ReturnType<Gazetteer["Type"]["search"]>

const search: Ask = (port) => port.search({ text: "paris", limit: 5 })
const nearest: Ask = (port) => port.nearest({ latitude: 51.5237, longitude: -0.1585 })

/** The outcome in one line; of places, their ids. */
const outcome = (ask: Ask) =>
  Effect.flatMap(Gazetteer, ask).pipe(
    Effect.map(({ results }) => results.map(({ id }) => id).join(" ")),
    Effect.either,
    Effect.map(Either.match({ onRight: (ids) => ids, onLeft: (error) => told(Either.left(error)) }))
  )

const html = "<html><head><title>403 Forbidden</title></head></html>"

interface Row {
  readonly name: string
  readonly ask: Ask
  /** To the first call, the second and so on; the last stays. */
  readonly replies: readonly [Reply, ...ReadonlyArray<Reply>]
  readonly outcome: string
  readonly calls: number
}

/** The same reply to both operations. */
const both = (name: string, reply: Reply, outcome: string, calls = 1): ReadonlyArray<Row> =>
  (
    [
      ["search", search],
      ["nearest", nearest]
    ] as const
  ).map(([operation, ask]) => ({
    name: `${operation}: ${name}`,
    ask,
    replies: [reply],
    outcome,
    calls
  }))

const rows: ReadonlyArray<Row> = [
  {
    name: "places",
    ask: search,
    replies: [reply(200, parisLimit5)],
    outcome: "R7444 R71525 R1641193 R115357 W79611305",
    calls: 1
  },
  {
    name: "the place at a point",
    ask: nearest,
    replies: [reply(200, bakerStreet)],
    outcome: "N3916613190",
    calls: 1
  },
  {
    name: "nearest: all that comes, for no limit was asked for",
    ask: nearest,
    replies: [reply(200, washington)],
    outcome: "W1049842804 W589539534 W55326891 N367142942 N4957653991",
    calls: 1
  },
  ...both("#433, #295 and #825: nothing found is an answer", reply(200, empty), ""),
  ...both(
    "rinigus/pure-maps #746, PhiTux/DailyTxT #124: a language that is gone is our fault",
    reply(400, unsupportedLanguage),
    "ProviderBadResponse: status 400"
  ),
  ...both(
    "any failure inside, even of the database, is 400",
    reply(400, stubOf400),
    "ProviderBadResponse: status 400"
  ),
  ...both(
    "an unknown parameter",
    reply(400, '{"message":"Unknown query parameter \'foo\'."}'),
    "ProviderBadResponse: status 400"
  ),
  ...both(
    '#719, #548: 404 in an outage is not "nothing found"',
    reply(404, "Not Found"),
    "ProviderBadResponse: status 404"
  ),
  ...both(
    "#990, #1076: bursts of 502: tried twice",
    reply(502, badGateway),
    "ProviderUnavailable: status 502",
    2
  ),
  ...both(
    "#883, #990, #1076: bursts of 504: tried twice",
    reply(504, html),
    "ProviderTimeout: status 504",
    2
  ),
  {
    name: "#1076: one 502",
    ask: search,
    replies: [reply(502, badGateway), reply(200, parisLimit5)],
    outcome: "R7444 R71525 R1641193 R115357 W79611305",
    calls: 2
  },
  ...both("#114, #148, #821: throttled with 429", reply(429, html), "ProviderRateLimited: status 429"),
  ...both(
    "#114: throttled with a time",
    reply(429, html, { "retry-after": "60" }),
    "ProviderRateLimited: status 429, again in 60 s"
  ),
  ...both("#821: throttled with 503: tried twice", reply(503, html), "ProviderUnavailable: status 503", 2),
  ...both("alexreisner/geocoder #1692: a page with 200", reply(200, html), "ProviderBadResponse: HTML"),
  ...both("features that are no list", reply(200, '{"features":{}}'), "ProviderBadResponse: wrong shape"),
  ...both("an error with 200", reply(200, stubOf400), "ProviderBadResponse: wrong shape"),
  ...both(
    "features without places",
    reply(200, '{"features":[{}]}'),
    "ProviderBadResponse: malformed features"
  )
]

describe("Photon", () => {
  everyProvider({
    layer,
    deadline: "8 seconds",
    operations: { search: { ask: outcome(search) }, nearest: { ask: outcome(nearest) } }
  })

  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        const seen = yield* observe(inTurn(...row.replies), layer, outcome(row.ask))
        expect(seen.outcome).toBe(row.outcome)
        expect(seen.calls).toHaveLength(row.calls)
      })
    )
  }

  it.effect("mhudecheck/revgeo #18: asks in one language", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(
        inTurn(reply(200, empty)),
        layer,
        Effect.zip(outcome(search), outcome(nearest))
      )
      expect(calls.map(({ url }) => url.href)).toEqual([
        "https://photon.komoot.io/api?q=paris&limit=5&lang=en",
        "https://photon.komoot.io/reverse?lat=51.5237&lon=-0.1585&lang=en"
      ])
    })
  )

  it.effect("perliedman/leaflet-control-geocoder #293: one move is followed, and prefixes are kept", () =>
    Effect.gen(function* () {
      const own = Photon.layer({
        baseUrl: "https://maps.example.org/photon/",
        deadline: "8 seconds",
        userAgent
      })
      const seen = yield* observe(
        ({ host, href }) =>
          Effect.sync(
            host === "maps.example.org"
              ? reply(301, "", { location: href.replace("maps.example.org/photon", "photon.komoot.io") })
              : reply(200, bakerStreet)
          ),
        own,
        outcome(nearest)
      )
      expect(seen.outcome).toBe("N3916613190")
      expect(seen.calls.map(({ url }) => url.host + url.pathname)).toEqual([
        "maps.example.org/photon/reverse",
        "photon.komoot.io/reverse"
      ])
    })
  )
})
