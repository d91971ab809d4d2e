import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Logger, TestClock } from "effect"
import { EntityIndex, type EntityQuery } from "../../../src/Providers/ports/EntityIndex.ts"
import * as Wikidata from "../../../src/Providers/Wikidata/index.ts"
import { told } from "../../support/ProviderOutcome.ts"
import { json, type Script, scriptedClient } from "../../support/ScriptedClient.ts"
import { badLanguage, missingParameter, scriptedRequests, universe, userAgentRefused } from "./fixtures.ts"

const userAgent = "almanac/0.1.0 (mailto:test@example.org)"

const layer = Wikidata.layer({ baseUrl: "https://www.wikidata.org/", deadline: "8 seconds", userAgent })

const search = (asked: Partial<EntityQuery>) =>
  Effect.flatMap(EntityIndex, (port) =>
    port.search({ text: "Universe", language: "en", limit: 1, ...asked })
  ).pipe(Effect.either, Effect.map(told))

const reply =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { status, headers })

const prefixPath = "/w/api.php"
const fullTextPath = "/w/rest.php/wikibase/v1/search/items"

const empty = reply(200, '{"searchinfo":{"search":"x"},"search":[],"success":1}')
const wikimediaError = '<!DOCTYPE html><html lang="en"><title>Wikimedia Error</title></html>'
const apiError = (code: string, info = "…") =>
  JSON.stringify({ error: { code, info, "*": "See" }, servedby: "mw" })

/** Both searches by script. */
const script =
  (prefix: () => Response, fullText: () => Response = reply(500, "not expected")): Script =>
  ({ pathname }) =>
    Effect.sync(pathname === prefixPath ? prefix : fullText)

const found =
  '{"results":[{"id":"Q1","name":"universe","description":"totality consisting of space, time, matter and energy",' +
  '"url":"https://www.wikidata.org/wiki/Q1","source":"wikidata"}]}'
const nothing = '{"results":[]}'

interface Row {
  readonly name: string
  readonly prefix: () => Response
  readonly outcome: string
}

/** The first search alone: one call each. */
const rows: ReadonlyArray<Row> = [
  { name: "a hit", prefix: reply(200, universe), outcome: found },
  { name: "no hit for one word", prefix: empty, outcome: nothing },
  {
    name: "badvalue of the language, with 200",
    prefix: reply(200, badLanguage),
    outcome: "refused /language: must be a language that Wikidata knows"
  },
  {
    name: "badvalue of the language, with 400",
    prefix: reply(400, badLanguage),
    outcome: "refused /language: must be a language that Wikidata knows"
  },
  {
    name: "badvalue of the language, in older quotes",
    prefix: reply(200, apiError("unknown_language", "Unrecognized value for parameter 'language': xx")),
    outcome: "refused /language: must be a language that Wikidata knows"
  },
  {
    name: "badvalue of another parameter",
    prefix: reply(200, apiError("badvalue", 'Unrecognized value for parameter "type": items.')),
    outcome: "ProviderBadResponse: error in the reply"
  },
  {
    name: "badvalue of another parameter whose value speaks of a language",
    prefix: reply(200, apiError("badvalue", 'Unrecognized value for parameter "type": language.')),
    outcome: "ProviderBadResponse: error in the reply"
  },
  {
    name: "a missing parameter",
    prefix: reply(200, missingParameter),
    outcome: "ProviderBadResponse: error in the reply"
  },
  {
    name: "missingparam",
    prefix: reply(200, apiError("missingparam", 'The "search" parameter must be set.')),
    outcome: "ProviderBadResponse: error in the reply"
  },
  {
    name: "nosearch",
    prefix: reply(200, apiError("nosearch")),
    outcome: "ProviderBadResponse: error in the reply"
  },
  ...[
    "ratelimited",
    "maxlag",
    "cirrussearch-too-busy-error",
    "cirrussearch-too-busy-for-you-anonymous-error"
  ].map((code) => ({
    name: `${code}, with 200`,
    prefix: reply(200, apiError(code)),
    outcome: "ProviderRateLimited: throttled"
  })),
  {
    name: "ratelimited, with a time",
    prefix: reply(200, apiError("ratelimited"), { "retry-after": "7" }),
    outcome: "ProviderRateLimited: throttled, again in 7 s"
  },
  {
    name: "ratelimited, with 429",
    prefix: reply(429, apiError("ratelimited"), { "retry-after": "5" }),
    outcome: "ProviderRateLimited: status 429, again in 5 s"
  },
  ...["readonly", "internal_api_error_DBQueryError", "internal_api_error", "cirrussearch-backend-error"].map(
    (code) => ({
      name: code,
      prefix: reply(200, apiError(code)),
      outcome: "ProviderUnavailable: out of order"
    })
  ),
  {
    name: "an error without words",
    prefix: reply(200, '{"error":{"code":"badvalue"}}'),
    outcome: "ProviderBadResponse: error in the reply"
  },
  {
    name: "dracor-org/dracor-api PR #332: robot policy",
    prefix: reply(403, userAgentRefused),
    outcome: "ProviderUnavailable: status 403"
  },
  {
    name: "spencermountain/wtf_wikipedia #334: scripted requests",
    prefix: reply(429, scriptedRequests),
    outcome: "ProviderRateLimited: status 429"
  },
  {
    name: "429 as HTML, with a time",
    prefix: reply(429, wikimediaError, { "retry-after": "60" }),
    outcome: "ProviderRateLimited: status 429, again in 60 s"
  },
  {
    name: "dahlia/wikidata #43: empty body under load",
    prefix: reply(200, ""),
    outcome: "ProviderBadResponse: empty body"
  },
  { name: "500 as HTML", prefix: reply(500, wikimediaError), outcome: "ProviderUnavailable: status 500" },
  { name: "HTML with 200", prefix: reply(200, wikimediaError), outcome: "ProviderBadResponse: HTML" },
  { name: "broken JSON", prefix: reply(200, '{"search":['), outcome: "ProviderBadResponse: not JSON" },
  { name: "no root", prefix: reply(200, '{"success":1}'), outcome: "ProviderBadResponse: wrong shape" },
  { name: "a list", prefix: reply(200, "[]"), outcome: "ProviderBadResponse: wrong shape" },
  {
    name: "entries that are none",
    prefix: reply(200, '{"search":[1,{"label":"a"}]}'),
    outcome: "ProviderBadResponse: malformed entries"
  },
  { name: "400 as HTML", prefix: reply(400, wikimediaError), outcome: "ProviderBadResponse: status 400" },
  { name: "400 with a result", prefix: reply(400, universe), outcome: "ProviderBadResponse: status 400" },
  { name: "404", prefix: reply(404, "Not found"), outcome: "ProviderBadResponse: status 404" },
  { name: "414", prefix: reply(414, wikimediaError), outcome: "ProviderBadResponse: status 414" }
]

/** The second search, after a first without hits. */
const phraseRows: ReadonlyArray<{
  readonly name: string
  readonly fullText: () => Response
  readonly outcome: string
}> = [
  {
    name: "a hit",
    fullText: () =>
      json({
        results: [
          {
            id: "Q90",
            "display-label": { language: "en", value: "Paris" },
            description: null,
            match: { type: "label", language: "en", text: "Paris" }
          }
        ]
      }),
    outcome:
      '{"results":[{"id":"Q90","name":"Paris","description":null,"url":"https://www.wikidata.org/wiki/Q90",' +
      '"source":"wikidata"}]}'
  },
  { name: "no hit", fullText: reply(200, '{"results":[]}'), outcome: nothing },
  {
    name: "an unknown language",
    fullText: reply(
      400,
      '{"code":"invalid-query-parameter","message":"Invalid query parameter: \'language\'","context":{"parameter":"language"}}'
    ),
    outcome: "refused /language: must be a language that Wikidata knows"
  },
  {
    name: "an unknown language, without context",
    fullText: reply(
      400,
      '{"code":"invalid-query-parameter","message":"Invalid query parameter: \'language\'"}'
    ),
    outcome: "refused /language: must be a language that Wikidata knows"
  },
  {
    name: "another invalid parameter",
    fullText: reply(
      400,
      '{"code":"invalid-query-parameter","message":"Invalid query parameter: \'limit\'","context":{"parameter":"limit"}}'
    ),
    outcome: "ProviderBadResponse: status 400"
  },
  { name: "400 as HTML", fullText: reply(400, wikimediaError), outcome: "ProviderBadResponse: status 400" },
  {
    name: "robot policy",
    fullText: reply(403, userAgentRefused),
    outcome: "ProviderUnavailable: status 403"
  },
  {
    name: "throttled",
    fullText: reply(429, "{}", { "retry-after": "9" }),
    outcome: "ProviderRateLimited: status 429, again in 9 s"
  },
  { name: "out of order", fullText: reply(500, "{}"), outcome: "ProviderUnavailable: status 500" },
  { name: "not there", fullText: reply(404, "{}"), outcome: "ProviderBadResponse: status 404" },
  { name: "empty body", fullText: reply(200, ""), outcome: "ProviderBadResponse: empty body" },
  { name: "no root", fullText: reply(200, '{"search":[]}'), outcome: "ProviderBadResponse: wrong shape" },
  {
    name: "entries that are none",
    fullText: reply(200, '{"results":[null]}'),
    outcome: "ProviderBadResponse: malformed entries"
  }
]

describe("Wikidata: names that begin with the text", () => {
  it.effect.each(rows)("$name", ({ prefix, outcome }) =>
    Effect.gen(function* () {
      const client = scriptedClient(script(prefix))
      expect(yield* Effect.provide(search({}), Layer.provide(layer, client.layer))).toBe(outcome)
      expect(client.calls.map(({ url }) => url.href)).toEqual([
        "https://www.wikidata.org/w/api.php?action=wbsearchentities&search=Universe&language=en&uselang=en" +
          "&type=item&limit=1&format=json&formatversion=2"
      ])
    })
  )
})

describe("Wikidata: a phrase that no name begins with", () => {
  it.effect.each(phraseRows)("$name", ({ fullText, outcome }) =>
    Effect.gen(function* () {
      const client = scriptedClient(script(empty, fullText))
      const outcomeOf = search({ text: "capital of france", language: "pt-br", limit: 5 })
      expect(yield* Effect.provide(outcomeOf, Layer.provide(layer, client.layer))).toBe(outcome)
      expect(client.calls.map(({ url }) => url.pathname + url.search)).toEqual([
        "/w/api.php?action=wbsearchentities&search=capital+of+france&language=pt-br&uselang=pt-br" +
          "&type=item&limit=5&format=json&formatversion=2",
        "/w/rest.php/wikibase/v1/search/items?q=capital+of+france&language=pt-br&limit=5"
      ])
    })
  )

  it.effect("a phrase that a name begins with needs no second call", () =>
    Effect.gen(function* () {
      const client = scriptedClient(script(reply(200, universe)))
      expect(yield* Effect.provide(search({ text: "uni verse" }), Layer.provide(layer, client.layer))).toBe(
        found
      )
      expect(client.calls.length).toBe(1)
    })
  )

  it.effect("a first search that fails is a failure, without a second", () =>
    Effect.gen(function* () {
      const client = scriptedClient(script(reply(500, wikimediaError)))
      expect(yield* Effect.provide(search({ text: "uni verse" }), Layer.provide(layer, client.layer))).toBe(
        "ProviderUnavailable: status 500"
      )
      expect(client.calls.length).toBe(1)
    })
  )

  it.effect("both searches share one deadline of 8 seconds", () =>
    Effect.gen(function* () {
      const client = scriptedClient(({ pathname }) =>
        pathname === prefixPath ? Effect.delay(Effect.sync(empty), "5 seconds") : Effect.never
      )
      const running = yield* search({ text: "capital of france" }).pipe(
        Effect.provide(Layer.provide(layer, client.layer)),
        Effect.timed,
        Effect.fork
      )
      yield* TestClock.adjust("5 seconds")
      yield* TestClock.adjust("3 seconds")
      const [duration, outcome] = yield* running
      expect([outcome, String(duration)]).toEqual(["ProviderTimeout: deadline passed", "Duration(8s)"])
      expect(client.calls.map(({ url }) => url.pathname)).toEqual([prefixPath, fullTextPath])
    })
  )
})

describe("Wikidata: who asks", () => {
  it.effect("koreader/koreader PR #14981: every call names a contact", () =>
    Effect.gen(function* () {
      const client = scriptedClient(script(empty, reply(200, '{"results":[]}')))
      yield* Effect.provide(search({ text: "capital of france" }), Layer.provide(layer, client.layer))
      expect(client.calls.map(({ headers }) => headers["user-agent"])).toEqual([userAgent, userAgent])
    })
  )

  it.effect.each([
    ["names that begin with the text", script(reply(403, userAgentRefused))],
    ["full text", script(empty, reply(403, userAgentRefused))]
  ] as const)(
    "dracor-org/dracor-api PR #332: an operator is told of a refused User-Agent (%s)",
    ([, scripted]) =>
      Effect.gen(function* () {
        const lines: Array<unknown> = []
        const log = Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ message }) => {
            lines.push(message)
          })
        )
        const outcome = search({ text: "capital of france" })
        yield* Effect.provide(outcome, [Layer.provide(layer, scriptedClient(scripted).layer), log])
        expect(lines).toEqual([
          ["Wikidata refuses our User-Agent: CONTACT must be a URL or an e-mail address"]
        ])
      })
  )
})
