import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { EntityIndex, type EntityQuery } from "../../../src/Providers/ports/EntityIndex.ts"
import * as Wikidata from "../../../src/Providers/Wikidata/index.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { observe, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
import { json, type Script } from "../../support/provider/ScriptedClient.ts"
import { badLanguage, missingParameter, scriptedRequests, universe, userAgentRefused } from "./fixtures.ts"

const layer = Wikidata.layer({ baseUrl: "https://www.wikidata.org/", deadline: "8 seconds", userAgent })

const search = (asked: Partial<EntityQuery>) =>
  Effect.flatMap(EntityIndex, (port) =>
    port.search({ text: "Universe", language: "en", limit: 1, ...asked })
  ).pipe(Effect.either, Effect.map(told))

const prefixPath = "/w/api.php"
const fullTextPath = "/w/rest.php/wikibase/v1/search/items"

const empty = reply(200, '{"searchinfo":{"search":"x"},"search":[],"success":1}')
const wikimediaError = '<!DOCTYPE html><html lang="en"><title>Wikimedia Error</title></html>'
const apiError = (code: string, info = "…") =>
  JSON.stringify({ error: { code, info, "*": "See" }, servedby: "mw" })

/** Both searches by script. */
const script =
  (prefix: Reply, fullText: Reply = reply(500, "not expected")): Script =>
  ({ pathname }) =>
    Effect.sync(pathname === prefixPath ? prefix : fullText)

const found =
  '{"results":[{"id":"Q1","name":"universe","description":"totality consisting of space, time, matter and energy",' +
  '"url":"https://www.wikidata.org/wiki/Q1","source":"wikidata"}]}'
const nothing = '{"results":[]}'

interface Row {
  readonly name: string
  readonly prefix: Reply
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
  { name: "broken JSON", prefix: reply(200, '{"search":['), outcome: "ProviderBadResponse: not JSON" },
  { name: "no root", prefix: reply(200, '{"success":1}'), outcome: "ProviderBadResponse: wrong shape" },
  { name: "a list", prefix: reply(200, "[]"), outcome: "ProviderBadResponse: wrong shape" },
  {
    name: "entries that are none",
    prefix: reply(200, '{"search":[1,{"label":"a"}]}'),
    outcome: "ProviderBadResponse: malformed entries"
  },
  { name: "400 with a result", prefix: reply(400, universe), outcome: "ProviderBadResponse: status 400" }
]

/** The second search, after a first without hits. */
const phraseRows: ReadonlyArray<{
  readonly name: string
  readonly fullText: Reply
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
  everyProvider({ layer, deadline: "8 seconds", operations: { search: { ask: search({}) } } })

  it.effect.each(rows)("$name", ({ prefix, outcome }) =>
    Effect.gen(function* () {
      const seen = yield* observe(script(prefix), layer, search({}))
      expect(seen.outcome).toBe(outcome)
      expect(seen.calls.map(({ url }) => url.href)).toEqual([
        "https://www.wikidata.org/w/api.php?action=wbsearchentities&search=Universe&language=en&uselang=en" +
          "&type=item&limit=1&format=json&formatversion=2"
      ])
    })
  )
})

describe("Wikidata: a phrase that no name begins with", () => {
  it.effect.each(phraseRows)("$name", ({ fullText, outcome }) =>
    Effect.gen(function* () {
      const seen = yield* observe(
        script(empty, fullText),
        layer,
        search({ text: "capital of france", language: "pt-br", limit: 5 })
      )
      expect(seen.outcome).toBe(outcome)
      expect(seen.calls.map(({ url }) => url.pathname + url.search)).toEqual([
        "/w/api.php?action=wbsearchentities&search=capital+of+france&language=pt-br&uselang=pt-br" +
          "&type=item&limit=5&format=json&formatversion=2",
        "/w/rest.php/wikibase/v1/search/items?q=capital+of+france&language=pt-br&limit=5"
      ])
    })
  )

  it.effect("a phrase that a name begins with needs no second call", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        script(reply(200, universe)),
        layer,
        search({ text: "uni verse" })
      )
      expect(outcome).toBe(found)
      expect(calls).toHaveLength(1)
    })
  )

  it.effect("a first search that fails is a failure, without a second", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        script(reply(500, wikimediaError)),
        layer,
        search({ text: "uni verse" })
      )
      expect(outcome).toBe("ProviderUnavailable: status 500")
      expect(calls).toHaveLength(1)
    })
  )

  it.effect("both searches share one deadline of 8 seconds", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        ({ pathname }) =>
          pathname === prefixPath ? Effect.delay(Effect.sync(empty), "5 seconds") : Effect.never,
        layer,
        Effect.timed(search({ text: "capital of france" }))
      )
      expect([outcome[1], String(outcome[0])]).toEqual(["ProviderTimeout: deadline passed", "Duration(8s)"])
      expect(calls.map(({ url }) => url.pathname)).toEqual([prefixPath, fullTextPath])
    })
  )
})

describe("Wikidata: who asks", () => {
  it.effect("koreader/koreader PR #14981: every call names a contact", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(
        script(empty, reply(200, '{"results":[]}')),
        layer,
        search({ text: "capital of france" })
      )
      expect(calls.map(({ headers }) => headers["user-agent"])).toEqual([userAgent, userAgent])
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
        yield* observe(scripted, layer, Effect.provide(search({ text: "capital of france" }), log))
        expect(lines).toEqual([
          ["Wikidata refuses our User-Agent: CONTACT must be a URL or an e-mail address"]
        ])
      })
  )
})
