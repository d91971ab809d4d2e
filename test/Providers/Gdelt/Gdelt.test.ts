import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Pacing from "../../../src/Providers/client/Pacing.ts"
import * as Gdelt from "../../../src/Providers/Gdelt/index.ts"
import { NewsArchive } from "../../../src/Providers/ports/NewsArchive.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import * as Replies from "../../support/provider/Replies.ts"
import type { Script, ScriptedClient } from "../../support/provider/ScriptedClient.ts"
import { artlist, days, refusals, throttled, throttledShort } from "./fixtures.ts"

const options = {
  baseUrl: "https://api.gdeltproject.org",
  deadline: "20 seconds",
  userAgent: Replies.userAgent,
  pace: "5300 millis"
} as const

const layer = (overrides: Partial<Gdelt.GdeltOptions> = {}) =>
  Layer.provide(Gdelt.layer({ ...options, ...overrides }), Pacing.layerMemory)

const search = (...any: ReadonlyArray<string>) =>
  Effect.flatMap(NewsArchive, (port) =>
    port.articles({
      ...(any.length === 1 ? { query: any[0] ?? "" } : { all: [], any }),
      limit: 10,
      records: 30
    })
  ).pipe(Effect.either, Effect.map(told))

const trends = (query: string, timespan = "7d") =>
  Effect.flatMap(NewsArchive, (port) => port.volume({ query, timespan })).pipe(
    Effect.either,
    Effect.map(told)
  )

const reply = (status: number, body: string, headers: Record<string, string> = {}) =>
  Effect.sync(Replies.reply(status, body, headers))

const observe = <A>(
  script: Script,
  effect: Effect.Effect<A, never, NewsArchive>,
  overrides: Partial<Gdelt.GdeltOptions> = {}
) => Replies.observe(script, layer(overrides), effect)

const rateLimited = "ProviderRateLimited: throttled, again in 60 s"
const length =
  "refused /query: is too short or too long for the news archive, or has a word that is, or one too common"
const grammar = "refused /query: is not a search that the news archive can make"

interface Row {
  readonly name: string
  readonly status?: number
  readonly body: string
  readonly headers?: Record<string, string>
  /** Of a search, and where another one is not given, of trends too. */
  readonly outcome: string
  readonly trends?: string
}

const rows: ReadonlyArray<Row> = [
  // Throttling, in a status or in a text.
  {
    name: "429 without Retry-After (#27: one call, no retry)",
    status: 429,
    body: throttled,
    outcome: "ProviderRateLimited: status 429, again in 60 s"
  },
  {
    name: "429 with Retry-After",
    status: 429,
    body: throttled,
    headers: { "retry-after": "7" },
    outcome: "ProviderRateLimited: status 429, again in 7 s"
  },
  {
    name: "429 without a body",
    status: 429,
    body: "",
    outcome: "ProviderRateLimited: status 429, again in 60 s"
  },
  { name: "the throttle text with 200", body: throttled, outcome: rateLimited },
  { name: "the older throttle text with 200", body: throttledShort, outcome: rateLimited },
  { name: "another throttle text with 200", body: "You are making too many requests.", outcome: rateLimited },
  // cyanheads/gdelt-mcp-server #18, #25: text rejections with 200.
  { name: "too short", body: refusals.tooShort, outcome: length },
  { name: "too common", body: refusals.tooCommon, outcome: length },
  { name: "a parenthesis", body: refusals.parenthesis, outcome: grammar },
  { name: "OR without parentheses", body: refusals.or, outcome: grammar },
  { name: "an illegal character", body: refusals.character, outcome: grammar },
  { name: "an unknown country", body: refusals.country, outcome: grammar },
  {
    name: "a timespan",
    body: "Timespan is too short.",
    outcome: "refused /timespan: is not one that the news archive takes"
  },
  // 200 that is no answer.
  { name: "a line break alone", body: "\n", outcome: "ProviderBadResponse: empty body" },
  {
    name: "a text that GDELT does not say",
    body: "no healthy upstream",
    outcome: "ProviderBadResponse: not JSON"
  },
  { name: "NaN", body: '{"articles":[],"timeline":[],"x":NaN}', outcome: "ProviderBadResponse: not JSON" },
  { name: "JSON cut off", body: artlist.slice(0, 400), outcome: "ProviderBadResponse: not JSON" },
  { name: "a list", body: "[]", outcome: "ProviderBadResponse: wrong shape" },
  // No result.
  { name: "{}", body: "{}", outcome: "[]" },
  { name: "{} in lines", body: "{\n}\n", outcome: "[]" }
]

describe("GDELT: replies", () => {
  const differs = { "429": "ProviderRateLimited: status 429, again in 60 s" }
  everyProvider({
    layer: layer(),
    deadline: "20 seconds",
    operations: { search: { ask: search("climate"), differs }, trends: { ask: trends("climate"), differs } }
  })

  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        const script = () => reply(row.status ?? 200, row.body, row.headers)
        const ofSearch = yield* observe(script, search("climate"))
        expect(ofSearch.outcome).toBe(row.outcome)
        const ofTrends = yield* observe(script, trends("climate"))
        expect(ofTrends.outcome).toBe(row.trends ?? row.outcome)
        for (const { calls } of [ofSearch, ofTrends]) expect(calls).toHaveLength(1)
      })
    )
  }

  it.effect("articles", () =>
    Effect.gen(function* () {
      const { outcome } = yield* observe(() => reply(200, artlist), search("Vizhinjam"))
      expect(JSON.parse(outcome)).toHaveLength(4)
      expect(outcome).toContain('"publishedAt":"2024-06-15T17:00:00Z"')
    })
  )

  it.effect("a timeline", () =>
    Effect.gen(function* () {
      const { outcome } = yield* observe(() => reply(200, days), trends("Tigray", "8d"))
      expect(outcome).toContain(`{"date":"20201104","volume":${300 / 205079}}`)
      expect(JSON.parse(outcome)).toHaveLength(8)
    })
  )

  it.effect.each([
    // alex9smith/gdelt-doc-api #26, #28, PR #47; abresler/gdeltr2 #13.
    ["a lone backslash", String.raw`a\Eb`, String.raw`a\Eb`],
    ["a bad \\u", String.raw`a\u00zb`, String.raw`a\u00zb`],
    ["a control character", "a\u0001b", "a b"],
    ["a raw line break", "a\nb", "a b"]
  ] as const)("JSON with %s is repaired", ([, written, title]) =>
    Effect.gen(function* () {
      const body = `{"articles":[{"url":"https://example.com/1","title":"${written}"}]}`
      const { outcome, calls } = yield* observe(() => reply(200, body), search("climate"))
      expect(JSON.parse(outcome)).toMatchObject([{ title }])
      expect(calls.length).toBe(1)
    })
  )

  it.effect(
    "a first call that is throttled after 13 seconds is throttled, not late (koala73/worldmonitor #5843)",
    () =>
      Effect.gen(function* () {
        const { outcome } = yield* observe(
          () => Effect.delay(reply(429, throttled), "13 seconds"),
          search("climate")
        )
        expect(outcome).toBe("ProviderRateLimited: status 429, again in 60 s")
      })
  )

  it.effect("a reply after 19 seconds is taken, none after 20 (koala73/worldmonitor PR #3362)", () =>
    Effect.gen(function* () {
      const late = yield* observe(() => Effect.delay(reply(200, "{}"), "19 seconds"), search("climate"))
      expect(late.outcome).toBe("[]")
      const tooLate = yield* observe(() => Effect.delay(reply(200, "{}"), "21 seconds"), search("climate"))
      expect(tooLate.outcome).toBe("ProviderTimeout: deadline passed")
    })
  )
})

describe("GDELT: calls", () => {
  it.effect("go to the documented path with the search in GDELT's notation", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(
        () => reply(200, "{}"),
        Effect.all([
          search("AI safety in Europe"),
          trends("COVID-19", "2weeks"),
          search("solar power", "gas")
        ])
      )
      expect(calls.map(({ url }) => url.href)).toEqual([
        "https://api.gdeltproject.org/api/v2/doc/doc?query=%22AI+safety%22+Europe&mode=artlist&format=json&maxrecords=30&sort=hybridrel",
        "https://api.gdeltproject.org/api/v2/doc/doc?query=%22COVID-19%22&mode=timelinevolraw&format=json&timespan=2w",
        "https://api.gdeltproject.org/api/v2/doc/doc?query=%28%22solar+power%22+OR+gas%29&mode=artlist&format=json&maxrecords=30&sort=hybridrel"
      ])
    })
  )

  it.effect("are not made for what is nothing to search for", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        () => reply(200, "{}"),
        Effect.all([search("AI"), search("OR", "5G"), trends("?")])
      )
      expect(outcome).toEqual(Array(3).fill("refused /query: has no word that can be searched for"))
      expect(calls).toEqual([])
    })
  )
})

describe("GDELT: circuit", () => {
  it.effect.each([
    ["429", 429, throttled],
    ["the throttle text with 200", 200, throttledShort]
  ] as const)("%s leaves GDELT alone for a minute, searches and trends alike", ([, status, body]) =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        (_, count) => (count === 1 ? reply(status, body) : reply(200, "{}")),
        Effect.all([
          search("one"),
          Effect.delay(trends("two"), "10 seconds"),
          Effect.delay(search("three"), "49 seconds"),
          Effect.delay(trends("four"), "1 second"),
          search("five")
        ])
      )
      expect(outcome.map((text) => text.replace(/^.*again/, "again"))).toEqual([
        "again in 60 s",
        "again in 50 s",
        "again in 1 s",
        "[]",
        "[]"
      ])
      expect(calls.map(({ at }) => at)).toEqual([0, 60_000, 65_300])
    })
  )

  it.effect.each([
    ["5 seconds", [0, 10_000], ["again in 60 s", "again in 1 s", "[]"]],
    ["2 minutes", [0, 240_000], ["again in 240 s", "again in 1 s", "[]"]]
  ] as const)("stays open for twice the cooldown of %s", ([cooldown, sent, told]) =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        (_, count) => (count === 1 ? reply(429, throttled) : reply(200, "{}")),
        Effect.all([
          search("one"),
          Effect.delay(trends("two"), (sent[1] ?? 0) - 1000),
          Effect.delay(search("three"), 1000)
        ]),
        { cooldown }
      )
      expect(outcome.map((text) => text.replace(/^.*again/, "again"))).toEqual(told)
      expect(calls.map(({ at }) => at)).toEqual(sent)
    })
  )

  it.effect("is not opened by refused searches", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        () => reply(200, refusals.tooShort),
        Effect.all(Array.from({ length: 7 }, (_, index) => search(`word${index}`)))
      )
      expect(new Set(outcome)).toEqual(new Set([length]))
      expect(calls.length).toBe(7)
    })
  )
})

describe("GDELT: pace (alex9smith/gdelt-doc-api #68)", () => {
  const at = (calls: ScriptedClient["calls"]) => calls.map(({ at }) => at)

  it.effect("holds searches and trends alike, and answers what is over two paces away", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        () => reply(200, "{}"),
        Effect.all([search("one"), trends("two"), search("three"), search("four")], {
          concurrency: "unbounded"
        })
      )
      expect(outcome).toEqual(["[]", "[]", "[]", "ProviderRateLimited: held back by the pace, again in 16 s"])
      expect(at(calls)).toEqual([0, 5300, 10600])
    })
  )

  it.effect("takes callers again as soon as a slot is near enough: a call held back opens no circuit", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        () => reply(200, "{}"),
        Effect.all(
          [
            ...["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].map((word) =>
              search(word)
            ),
            Effect.delay(search("ten"), "5301 millis")
          ],
          { concurrency: "unbounded" }
        )
      )
      expect(outcome.filter((text) => text !== "[]")).toEqual(
        Array(6).fill("ProviderRateLimited: held back by the pace, again in 16 s")
      )
      expect(outcome.at(-1)).toBe("[]")
      expect(at(calls)).toEqual([0, 5300, 10600, 15900])
    })
  )

  it.effect("holds a second attempt", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        (_, count) => (count === 1 ? reply(503, "") : reply(200, "{}")),
        search("climate")
      )
      expect(outcome).toBe("[]")
      expect(at(calls)).toEqual([0, 5300])
    })
  )

  it.effect("counts waiting in the deadline", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        (_, count) => (count === 1 ? reply(200, "{}") : Effect.never),
        Effect.all(
          [
            search("one"),
            Effect.zip(
              search("two"),
              Effect.clockWith((clock) => clock.currentTimeMillis)
            )
          ],
          {
            concurrency: "unbounded"
          }
        )
      )
      expect(outcome).toEqual(["[]", ["ProviderTimeout: deadline passed", 20_000]])
      expect(at(calls)).toEqual([0, 5300])
    })
  )

  it.effect("is not waited for beyond the deadline", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* observe(
        () => reply(200, "{}"),
        Effect.zip(search("one"), search("two")),
        { deadline: "5 seconds" }
      )
      expect(outcome).toEqual(["[]", "ProviderRateLimited: held back by the pace, again in 6 s"])
      expect(at(calls)).toEqual([0])
    })
  )

  it.effect("takes no slot for what is refused without a call", () =>
    Effect.gen(function* () {
      const { calls } = yield* observe(() => reply(200, "{}"), Effect.all([search("AI"), search("climate")]))
      expect(at(calls)).toEqual([0])
    })
  )
})
