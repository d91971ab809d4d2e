import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Option, Schema } from "effect"
import * as Normalise from "../../../src/Providers/Gdelt/normalise.ts"
import { ArticlesReply, VolumeReply } from "../../../src/Providers/Gdelt/schema.ts"
import { timestamp } from "../../../src/Providers/Gdelt/timestamp.ts"
import { artlist, days, quarters, tone } from "./fixtures.ts"

const reading =
  <A, I, R>(
    schema: Schema.Schema<A, I>,
    normalise: (reply: A) => Either.Either<R, { readonly reason: string }>
  ) =>
  (body: unknown): R | string =>
    Either.match(Schema.decodeUnknownEither(schema)(body), {
      onLeft: () => "wrong shape",
      onRight: (reply) => Either.getOrElse(normalise(reply), ({ reason }) => reason)
    })

const articles = (body: unknown, limit = 50) =>
  reading(ArticlesReply, (reply) => Normalise.articles(limit, reply))(body)
const volume = reading(VolumeReply, Normalise.volume)

const raw = {
  url: "https://www.example.com/news/1",
  url_mobile: "",
  title: "A headline",
  seendate: "20240615T170000Z",
  socialimage: "",
  domain: "example.com",
  language: "English",
  sourcecountry: "India"
}
const shown = {
  title: "A headline",
  url: "https://www.example.com/news/1",
  source: "example.com",
  publishedAt: "2024-06-15T17:00:00Z",
  language: "English",
  country: "India"
}
const of = (...some: ReadonlyArray<unknown>) => ({ articles: some })

describe("articles", () => {
  it("are the recorded ones, in GDELT's order", () => {
    expect(articles(JSON.parse(artlist))).toEqual([
      {
        title: "Customs grants approval to Vizhinjam International Seaport",
        url: "https://www.thehindu.com/news/national/kerala/customs-grants-approval-to-vizhinjam-international-seaport/article68293772.ece",
        source: "thehindu.com",
        publishedAt: "2024-06-15T17:00:00Z",
        language: "English",
        country: "India"
      },
      {
        title: "ട്രോളിങ് നിയന്ത്രണം നീങ്ങി; വിഴിഞ്ഞം തീരത്ത് ആവേശം, vizhinjam, fish",
        url: "https://www.mathrubhumi.com/news/kerala/as-trolling-restrictions-removed-vizhinjam-going-for-fresh-start-1.9700465",
        source: "mathrubhumi.com",
        publishedAt: "2024-07-06T09:30:00Z",
        language: "Malayalam",
        country: "India"
      },
      {
        title: "Upcoming Vadhavan port may cast a shadow on Vizhinjam port prospects",
        url: "https://www.thehindu.com/news/national/kerala/upcoming-vadhavan-port-may-cast-a-shadow-on-vizhinjam-ports-prospects/article68312603.ece",
        source: "thehindu.com",
        publishedAt: "2024-06-20T15:45:00Z",
        language: "English",
        country: "India"
      },
      {
        title: "Vizhinjam beckons shipping lines as delay hit cargo handling at Colombo Port",
        url: "https://www.thehindubusinessline.com/economy/logistics/vizhinjam-beckons-shipping-lines-as-delay-hit-cargo-handling-at-colombo-port/article68405686.ece",
        source: "thehindubusinessline.com",
        publishedAt: "2024-07-15T10:30:00Z",
        language: "English",
        country: "India"
      }
    ])
  })

  it.each([
    ["an article", raw, shown],
    // "" when unknown; fields can be missing.
    ["an unknown language", { ...raw, language: "" }, { ...shown, language: null }],
    ["an unknown country", { ...raw, sourcecountry: "" }, { ...shown, country: null }],
    ["blanks", { ...raw, language: " ", sourcecountry: "\n" }, { ...shown, language: null, country: null }],
    [
      "url and title alone",
      { url: raw.url, title: raw.title },
      { ...shown, publishedAt: null, language: null, country: null }
    ],
    [
      "values that are no texts",
      { ...raw, seendate: 20240615, domain: null, language: 1, sourcecountry: ["India"] },
      { ...shown, publishedAt: null, language: null, country: null }
    ],
    // Source = domain || host of url.
    ["an unknown domain", { ...raw, domain: "" }, shown],
    [
      "an unknown domain on a port",
      { ...raw, url: "http://News.Example.com:8080/1", domain: "" },
      { ...shown, url: "http://News.Example.com:8080/1", source: "news.example.com" }
    ],
    // Seendate; older clients saw 14 digits.
    ["a seendate of 14 digits", { ...raw, seendate: "20240615170000" }, shown],
    ["no seendate", { ...raw, seendate: "" }, { ...shown, publishedAt: null }],
    ["a seendate that is no day", { ...raw, seendate: "20240230T170000Z" }, { ...shown, publishedAt: null }],
    ["a seendate that is no time", { ...raw, seendate: "20240615T250000Z" }, { ...shown, publishedAt: null }],
    ["a seendate of another form", { ...raw, seendate: "2024-06-15" }, { ...shown, publishedAt: null }],
    // Entities half decoded, blanks around punctuation (`punctuation.test.ts`).
    ["entities", { ...raw, title: "Kurla &amp; Sion" }, { ...shown, title: "Kurla & Sion" }],
    [
      "blanks within and around",
      { ...raw, title: " US announces ; Tehran hits back , calls them  state terrorism  " },
      { ...shown, title: "US announces; Tehran hits back, calls them state terrorism" }
    ],
    // abresler/gdeltr2 #13: mojibake stays what it is.
    ["mojibake", { ...raw, title: "CafÃ© â€“ news" }, { ...shown, title: "CafÃ© â€“ news" }],
    // alex9smith/gdelt-doc-api #26, after the repair.
    ["a lone backslash", { ...raw, title: String.raw`a\Eb` }, { ...shown, title: String.raw`a\Eb` }],
    [
      "an address as it is",
      { ...raw, url: " https://a.example/?utm_source=x#y " },
      { ...shown, url: "https://a.example/?utm_source=x#y" }
    ],
    [
      "an address with what no address has",
      { ...raw, url: 'https://a.example/big news <1>?q="x"|y' },
      { ...shown, url: "https://a.example/big%20news%20%3C1%3E?q=%22x%22|y" }
    ]
  ])("%s", (_, item, expected) => {
    expect(articles(of(item))).toEqual([expected])
  })

  it.each([
    // Left out by a rule.
    ["a blank title", { ...raw, title: " " }],
    ["a title of markup", { ...raw, title: "<b></b>" }],
    ["an address that is none", { ...raw, url: "news/1" }],
    ["an empty address", { ...raw, url: "" }],
    ["an address of another scheme", { ...raw, url: "javascript:alert(1)" }],
    ["an address without a host", { ...raw, url: "https://" }]
  ])("leave out %s, without calling the reply malformed", (_, item) => {
    expect(articles(of(item))).toEqual([])
    expect(articles(of(item, raw))).toEqual([shown])
  })

  it.each([
    ["no title", { url: raw.url }],
    ["no url", { title: raw.title }],
    ["title null", { ...raw, title: null }],
    ["a number", 1],
    ["null", null],
    ["a list", [raw]]
  ])("drop a malformed item (%s); alone it makes the reply malformed", (_, item) => {
    expect(articles(of(item, raw))).toEqual([shown])
    expect(articles(of(item))).toBe("malformed articles")
  })

  // The same url with and without www, http or https, tracking tail; the same title again on one domain.
  const other = { ...raw, title: "Another", url: "https://www.example.com/news/2" }
  it.each([
    ["the same address", [raw, { ...raw, title: "Later" }], [shown]],
    ["another scheme", [raw, { ...other, url: "http://www.example.com/news/1" }], [shown]],
    ["without www", [raw, { ...other, url: "https://example.com/news/1" }], [shown]],
    ["a slash at the end", [raw, { ...other, url: `${raw.url}/` }], [shown]],
    ["a fragment", [raw, { ...other, url: `${raw.url}#comments` }], [shown]],
    ["a tracking tail", [raw, { ...other, url: `${raw.url}?utm_source=gdelt&fbclid=1` }], [shown]],
    [
      "the title with its punctuation apart",
      [
        { ...raw, title: "Up 1 . 5 % , again" },
        { ...other, title: "Up 1.5%, again" }
      ],
      [{ ...shown, title: "Up 1.5%, again" }]
    ],
    ["the title in other letters on the same domain", [raw, { ...other, title: "A HEADLINE" }], [shown]],
    [
      "the title on another domain (syndication)",
      [raw, { ...other, title: raw.title, domain: "example.org" }],
      [shown, { ...shown, url: other.url, source: "example.org" }]
    ],
    [
      "another parameter",
      [raw, { ...other, url: `${raw.url}?page=2` }],
      [shown, { ...shown, title: "Another", url: `${raw.url}?page=2` }]
    ],
    ["a copy between two others", [raw, other, raw], [shown, { ...shown, title: "Another", url: other.url }]]
  ])("come once: %s", (_, items, expected) => {
    expect(articles(of(...items))).toEqual(expected)
  })

  it("are cut after the copies are left out", () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...raw,
      title: `Headline ${Math.floor(index / 3)}`,
      url: `https://www.example.com/${index}`
    }))
    expect(articles(of(...many), 2)).toMatchObject([{ title: "Headline 0" }, { title: "Headline 1" }])
    expect(articles(of(...many), 50)).toHaveLength(3)
  })

  it.each([
    ["{} is the empty answer", {}, []],
    ["an empty list", { articles: [] }, []],
    ["another root", { timeline: [] }, "wrong shape"],
    ["an error in JSON", { error: "x" }, "wrong shape"],
    ["articles null", { articles: null }, "wrong shape"],
    ["articles that are a text", { articles: "no" }, "wrong shape"],
    ["a list", [], "wrong shape"],
    ["null", null, "wrong shape"]
  ])("root: %s", (_, body, expected) => {
    expect(articles(body)).toEqual(expected)
  })
})

const series = (...data: ReadonlyArray<unknown>) => ({
  query_details: { title: "x", date_resolution: "15m" },
  timeline: [{ series: "Article Count", data }]
})
const slot = (date: string, value: unknown, norm?: unknown) => ({ date, value, norm })

describe("volume", () => {
  it("sums quarters of an hour over the UTC day, gaps or not", () => {
    expect(volume(JSON.parse(quarters))).toEqual([
      { date: "20260514", volume: (100 * (18 + 4 + 9 + 2 + 10 + 15 + 26 + 0 + 11 + 6)) / 17764 },
      { date: "20260515", volume: (100 * (2 + 16 + 3 + 16)) / 5892 }
    ])
  })

  it("is the day's own share when the slots are days", () => {
    expect(volume(JSON.parse(days))).toEqual([
      { date: "20201103", volume: 0 },
      { date: "20201104", volume: 300 / 205079 },
      ...["20201105", "20201106", "20201107", "20201108", "20201109", "20201110"].map((date) => ({
        date,
        volume: 0
      }))
    ])
  })

  it("is of no other mode: a tone has no norm", () => {
    expect(volume(JSON.parse(tone))).toBe("counts without a norm")
  })

  it.each([
    ["{} is the empty answer", {}, []],
    ["no series", { timeline: [] }, []],
    ["an empty series", series(), []],
    ["zeros", series(slot("20260514T000000Z", 0, 100)), [{ date: "20260514", volume: 0 }]],
    ["everything", series(slot("20260514T000000Z", 100, 100)), [{ date: "20260514", volume: 100 }]],
    [
      "any order",
      series(
        slot("20260515T000000Z", 1, 100),
        slot("20260514T000000Z", 2, 100),
        slot("20260515T010000Z", 3, 100)
      ),
      [
        { date: "20260514", volume: 2 },
        { date: "20260515", volume: 2 }
      ]
    ],
    [
      "the turn of a year",
      series(slot("20251231T234500Z", 1, 100), slot("20260101T000000Z", 2, 100)),
      [
        { date: "20251231", volume: 1 },
        { date: "20260101", volume: 2 }
      ]
    ],
    ["a date of 14 digits", series(slot("20260514000000", 1, 100)), [{ date: "20260514", volume: 1 }]],
    // Its share is unknown, not 0.
    [
      "a day without a norm is left out",
      series(slot("20260514T000000Z", 0, 0), slot("20260515T000000Z", 1, 100)),
      [{ date: "20260515", volume: 1 }]
    ],
    ["only days without a norm", series(slot("20260514T000000Z", 0, 0)), []],
    [
      "a slot without a norm says nothing",
      series(
        slot("20260514T000000Z", 7),
        slot("20260514T001500Z", 8, null),
        slot("20260514T003000Z", 1, 100)
      ),
      [{ date: "20260514", volume: 1 }]
    ],
    ["no norm at all", series(slot("20260514T000000Z", 0.0032)), "counts without a norm"],
    // One malformed slot never spoils a series.
    ...[
      ["no date", { value: 1, norm: 1 }],
      ["a date that is none", slot("20260230T000000Z", 9, 100)],
      ["a count in quotes", slot("20260514T000000Z", "9", 100)],
      ["a count below zero", slot("20260514T000000Z", -9, 100)],
      ["an infinite count", slot("20260514T000000Z", Number.POSITIVE_INFINITY, 100)],
      ["no count", slot("20260514T000000Z", null, 100)],
      ["a norm in quotes", slot("20260514T000000Z", 9, "100")],
      ["null", null]
    ].map(([kind, malformed]): [string, unknown, unknown] => [
      `a malformed slot: ${kind}`,
      series(malformed, slot("20260514T010000Z", 1, 100)),
      [{ date: "20260514", volume: 1 }]
    ]),
    ["nothing but malformed slots", series(null, { date: "x", value: 1, norm: 1 }), "malformed timeline"],
    ["another root", { articles: [] }, "wrong shape"],
    ["no timeline", { query_details: { title: "x" } }, "wrong shape"],
    ["a series without data", { timeline: [{ series: "Article Count" }] }, "wrong shape"],
    ["timeline null", { timeline: null }, "wrong shape"],
    ["a list", [], "wrong shape"]
  ])("%s", (_, body, expected) => {
    expect(volume(body)).toEqual(expected)
  })
})

describe("timestamp", () => {
  it.each([
    ["20240615T170000Z", "20240615", "2024-06-15T17:00:00Z"],
    ["20240615170000", "20240615", "2024-06-15T17:00:00Z"],
    ["20240229T235959Z", "20240229", "2024-02-29T23:59:59Z"]
  ])("%s", (text, day, iso) => {
    expect(timestamp(text)).toEqual(Option.some({ day, iso }))
  })

  it.each([
    "20230229T000000Z",
    "20241301T000000Z",
    "20240615T240000Z",
    "20240615T176000Z",
    "20240615",
    "",
    "2024-06-15T17:00:00Z",
    "bogus"
  ])("%j is none", (text) => {
    expect(timestamp(text)).toEqual(Option.none())
  })
})

describe("normalise, whatever comes", () => {
  const item = FastCheck.record(
    {
      url: FastCheck.oneof(FastCheck.webUrl(), FastCheck.jsonValue()),
      title: FastCheck.oneof(FastCheck.string(), FastCheck.jsonValue()),
      seendate: FastCheck.jsonValue(),
      domain: FastCheck.oneof(FastCheck.domain(), FastCheck.jsonValue())
    },
    { requiredKeys: [] }
  )

  it("never throws on any JSON", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(
          FastCheck.jsonValue(),
          FastCheck.record({ articles: FastCheck.array(FastCheck.oneof(item, FastCheck.jsonValue())) }),
          FastCheck.record({
            timeline: FastCheck.array(FastCheck.record({ data: FastCheck.array(FastCheck.jsonValue()) }))
          })
        ),
        (body) => {
          articles(body)
          volume(body)
        }
      )
    )
  })

  it("gives no article twice, none without a title, and no more than asked", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(item), FastCheck.integer({ min: 1, max: 5 }), (items, limit) => {
        const found = articles(of(...items), limit)
        if (typeof found === "string") return
        expect(found.length).toBeLessThanOrEqual(limit)
        expect(new Set(found.map(({ url }) => url)).size).toBe(found.length)
        for (const { title } of found) expect(title.trim()).not.toBe("")
      })
    )
  })

  it("gives ascending days with shares of 0 to 100 percent for counts within their norm", () => {
    const count = FastCheck.tuple(FastCheck.nat(1000), FastCheck.nat(1000)).map(([one, other]) => ({
      date: `202605${String(10 + (one % 20))}T000000Z`,
      value: Math.min(one, other),
      norm: Math.max(one, other)
    }))
    FastCheck.assert(
      FastCheck.property(FastCheck.array(count), (slots) => {
        const found = volume(series(...slots))
        if (typeof found === "string") throw new Error(found)
        const dates = found.map(({ date }) => date)
        expect(dates).toEqual([...new Set(dates)].toSorted())
        for (const { volume } of found) expect(volume >= 0 && volume <= 100).toBe(true)
      })
    )
  })
})
