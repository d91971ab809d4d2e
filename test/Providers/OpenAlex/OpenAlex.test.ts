import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted, TestClock } from "effect"
import * as OpenAlex from "../../../src/Providers/OpenAlex/index.ts"
import { ScholarlyIndex } from "../../../src/Providers/ports/ScholarlyIndex.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { always, observe, over, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
import { json, scriptedClient } from "../../support/provider/ScriptedClient.ts"
import {
  budgetExhausted,
  budgetExhaustedRetryAfter,
  full,
  keylessHeaders,
  searchTooLong,
  single,
  unknownField
} from "./fixtures.ts"

const layer = (apiKey?: string) =>
  OpenAlex.layer({
    baseUrl: "https://api.openalex.org",
    deadline: "10 seconds",
    userAgent,
    apiKey: Option.map(Option.fromNullable(apiKey), Redacted.make)
  })

const doi = "10.4081/gh.2014.294"

/** Found works by id; the rest as it is told. */
const search = Effect.flatMap(ScholarlyIndex, (port) => port.search({ query: "x", limit: 5 })).pipe(
  Effect.map(({ works }) => works.map(({ id }) => id)),
  Effect.either,
  Effect.map(told)
)
const work = Effect.flatMap(ScholarlyIndex, (port) => port.work(doi)).pipe(
  Effect.map(Option.map(({ id }) => id)),
  Effect.either,
  Effect.map((outcome) =>
    Either.match(outcome, { onLeft: () => told(outcome), onRight: Option.getOrElse(() => "none") })
  )
)

const html = "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>"
const speed = '{"error":"Rate limit exceeded","message":"10 requests per second"}'

interface Row {
  readonly name: string
  readonly answer: Reply
  readonly search: string
  readonly work: string
}

const rows: ReadonlyArray<Row> = [
  {
    name: "400 unknown field, a message of ten thousand names or not",
    answer: reply(400, unknownField),
    search: "ProviderBadResponse: status 400",
    work: "ProviderBadResponse: status 400"
  },
  {
    name: "400 at the edge: a search too long",
    answer: reply(400, searchTooLong, { "x-openalex-edge-reject": "search_volume" }),
    search: "ProviderBadResponse: status 400",
    work: "ProviderBadResponse: status 400"
  },
  {
    name: "401 a wrong key",
    answer: reply(401, '{"error":"Invalid or missing API key","message":"API key not found"}'),
    search: "ProviderUnavailable: status 401",
    work: "ProviderUnavailable: status 401"
  },
  {
    name: "403 is a throttle",
    answer: reply(403, '{"error":"Forbidden"}'),
    search: "ProviderRateLimited: status 403",
    work: "ProviderRateLimited: status 403"
  },
  {
    name: "404 that is a web page (jmrplens/libgen-mcp PR #88, aspero-openalex 0.2.0)",
    answer: reply(404, html),
    search: "ProviderBadResponse: status 404",
    work: "none"
  },
  {
    name: "429 budget, the time in the header (rpatrik96/bibtexupdater PR #50)",
    answer: reply(429, budgetExhausted, { "retry-after": "54000" }),
    search: "ProviderRateLimited: status 429, again in 54000 s",
    work: "ProviderRateLimited: status 429, again in 54000 s"
  },
  {
    name: "429 budget, the time in the body alone",
    answer: reply(429, budgetExhaustedRetryAfter),
    search: "ProviderRateLimited: status 429, again in 47052 s",
    work: "ProviderRateLimited: status 429, again in 47052 s"
  },
  {
    name: "429 budget, without a time",
    answer: reply(429, budgetExhausted),
    search: "ProviderRateLimited: status 429",
    work: "ProviderRateLimited: status 429"
  },
  {
    name: "429 speed",
    answer: reply(429, speed, { "retry-after": "1" }),
    search: "ProviderRateLimited: status 429, again in 1 s",
    work: "ProviderRateLimited: status 429, again in 1 s"
  },
  {
    name: "429 too many upper-case operators: we send none",
    answer: reply(429, '{"error":"Rate limit exceeded","reason":"broad_boolean_query"}', {
      "retry-after": "1"
    }),
    search: "ProviderRateLimited: status 429, again in 1 s",
    work: "ProviderRateLimited: status 429, again in 1 s"
  },
  {
    name: "429 plan: we use no such filter",
    answer: reply(429, '{"error":"Plan upgrade required"}'),
    search: "ProviderRateLimited: status 429",
    work: "ProviderRateLimited: status 429"
  },
  {
    name: "429 that is HTML (research-software-directory/RSD-as-a-service #1640)",
    answer: reply(429, "<html>429 Too Many Requests</html>"),
    search: "ProviderRateLimited: status 429",
    work: "ProviderRateLimited: status 429"
  },
  {
    name: "503 shed for a minute",
    answer: reply(503, '{"error":"Search temporarily unavailable"}', { "retry-after": "60" }),
    search: "ProviderUnavailable: status 503, again in 60 s",
    work: "ProviderUnavailable: status 503, again in 60 s"
  },
  {
    name: "200 with NaN",
    answer: reply(200, '{"meta":{"count":NaN},"results":[]}'),
    search: "ProviderBadResponse: not JSON",
    work: "ProviderBadResponse: not JSON"
  },
  {
    name: "200 that is an error",
    answer: reply(200, unknownField),
    search: "ProviderBadResponse: wrong shape",
    work: "ProviderBadResponse: wrong shape"
  },
  {
    name: "a page",
    answer: reply(200, full),
    search: '["openalex:W2068311567"]',
    work: "ProviderBadResponse: wrong shape"
  },
  {
    name: "a work",
    answer: reply(200, single),
    search: "ProviderBadResponse: wrong shape",
    work: "openalex:W2068311567"
  }
]

describe("OpenAlex", () => {
  everyProvider({
    layer: layer(),
    deadline: "10 seconds",
    operations: {
      search: { ask: search, differs: { "403": "ProviderRateLimited: status 403" } },
      work: { ask: work, differs: { "403": "ProviderRateLimited: status 403", "404": "none" } }
    }
  })

  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        for (const [ask, outcome] of [
          [search, row.search],
          [work, row.work]
        ] as const) {
          const seen = yield* observe(always(row.answer), layer(), ask)
          expect(seen.outcome).toBe(outcome)
          expect(seen.calls).toHaveLength(1)
        }
      })
    )
  }

  it.effect("a merged work has moved: one redirect is followed, on the same host with the key", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        (url) =>
          Effect.sync(
            url.pathname.startsWith("/works/doi:")
              ? reply(301, "", { location: "https://api.openalex.org/works/W2068311567?select=id" })
              : reply(200, single)
          ),
        layer("secret"),
        work
      )
      expect(outcome).toBe("openalex:W2068311567")
      expect(calls.map(({ url }) => [url.pathname, url.searchParams.get("api_key")])).toEqual([
        [`/works/doi:${doi}`, "secret"],
        ["/works/W2068311567", "secret"]
      ])
    })
  )

  it.effect("another host does not get the key", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        (url) =>
          Effect.sync(
            url.host === "api.openalex.org"
              ? reply(301, "", { location: url.href.replace("api.openalex", "elsewhere") })
              : reply(200, full)
          ),
        layer("secret"),
        search
      )
      expect(outcome).toBe('["openalex:W2068311567"]')
      expect(calls.map(({ url }) => [url.host, url.searchParams.get("api_key")])).toEqual([
        ["api.openalex.org", "secret"],
        ["elsewhere.org", null]
      ])
    })
  )

  it.effect.each([
    [undefined, null],
    ["", null],
    [" \n", null],
    ["secret", "secret"],
    [" secret\n", "secret"]
  ] as const)(
    "the key %j is sent as %j (searxng/searxng #6513, ktwu01/benchmark-radar PR #77)",
    ([key, sent]) =>
      Effect.gen(function* () {
        const { calls } = yield* observe(always(reply(200, full)), layer(key), Effect.zip(search, work))
        expect(calls.map(({ url }) => url.searchParams.get("api_key"))).toEqual([sent, sent])
      })
  )

  it.effect("the key is in no error (Imbad0202/academic-research-skills PR #496)", () =>
    Effect.gen(function* () {
      const { outcome: error } = yield* observe(
        always(reply(500, "your api_key=secret")),
        layer("secret"),
        Effect.flip(
          Effect.flatMap(ScholarlyIndex, (port) => port.search({ query: "private words", limit: 1 }))
        )
      )
      expect(`${JSON.stringify(error)} ${String(error)} ${error.stack}`).not.toMatch(/secret|private|works/)
    })
  )

  it.effect("searches throttled for hours are not sent, look-ups go on (alejandroll10/zeropaper #179)", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-09-01T10:00:00Z"))
      const client = scriptedClient(({ pathname }) =>
        Effect.sync(pathname === "/works" ? reply(429, budgetExhaustedRetryAfter) : reply(200, single))
      )
      yield* Effect.provide(over(layer(), client))(
        Effect.gen(function* () {
          yield* search
          expect(yield* search).toBe("ProviderRateLimited: circuit open: status 429, again in 47052 s")
          expect(yield* work).toBe("openalex:W2068311567")
          yield* TestClock.adjust("47051 seconds")
          yield* search
          expect(client.calls.map(({ url }) => url.pathname)).toEqual(["/works", `/works/doi:${doi}`])
          yield* TestClock.adjust("1 second")
          yield* search
          expect(client.calls).toHaveLength(3)
        })
      )
    })
  )

  it.effect(
    "with less budget left than a search costs, the next is not sent until the reset; look-ups go on",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.parse("2026-09-01T20:40:13Z"))
        const spent = { ...keylessHeaders, "x-ratelimit-remaining-usd": "0.0004" }
        const client = scriptedClient(({ pathname }) =>
          Effect.sync(pathname === "/works" ? reply(200, full, spent) : reply(200, single, spent))
        )
        yield* Effect.provide(over(layer(), client))(
          Effect.gen(function* () {
            expect(yield* work).toBe("openalex:W2068311567")
            expect(yield* search).toBe('["openalex:W2068311567"]')
            expect(yield* search).toBe("ProviderRateLimited: circuit open: budget spent, again in 11987 s")
            expect(yield* work).toBe("openalex:W2068311567")
            yield* TestClock.adjust("11987 seconds")
            expect(yield* search).toBe('["openalex:W2068311567"]')
          })
        )
      })
  )

  it.effect("with budget left, nothing stands in the way", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(
        always(reply(200, full, keylessHeaders)),
        layer(),
        Effect.zip(search, search)
      )
      expect(calls).toHaveLength(2)
    })
  )

  it.effect("unknown DOIs are no outage (jmrplens/libgen-mcp PR #88)", () =>
    Effect.gen(function* () {
      const client = scriptedClient(({ pathname }, count) =>
        Effect.sync(
          pathname === "/works" ? () => json({}) : count <= 10 ? reply(404, html) : reply(200, single)
        )
      )
      yield* Effect.provide(over(layer(), client))(
        Effect.gen(function* () {
          for (let call = 0; call < 10; call += 1) expect(yield* work).toBe("none")
          expect(yield* work).toBe("openalex:W2068311567")
        })
      )
    })
  )
})
