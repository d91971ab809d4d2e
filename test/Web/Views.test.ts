/**
 * The views of all capabilities, over the examples of the contract: what the tables say, and that the markup is valid.
 */
import { describe, expect, it } from "vitest"
import { view } from "../../src/Web/browser/views/View.ts"
import { html } from "../../src/Web/Markup.ts"
import { examples, named, problemsOf, rowsOf, textOf } from "./ViewsMarkup.ts"

const shown = Object.fromEntries(
  examples.map(({ id, request, response }) => [id, view(id, request, response, "v")])
)

/** The headings, and the rows of the tables, of each example. */
const said: Readonly<
  Record<string, { heading: string; rows?: ReadonlyArray<string>; texts?: ReadonlyArray<string> }>
> = {
  "academic.search": {
    heading: "1 work of 49 hits",
    texts: [
      "Alexander Liss, Magaly Koch, Elena N. Naumova",
      "2014",
      "Geospatial Health",
      "10.4081/gh.2014.294"
    ]
  },
  "academic.work": { heading: "The work", texts: ["Geospatial Health", "Cited by8"] },
  "crypto.price": {
    heading: "2 prices of crypto assets",
    rows: [
      "Asset | Price | 24 hours",
      "bitcoin BTC | 65,610 USD | ▼ down 2.96 %",
      "ethereum ETH | 1,921.27 USD | ▼ down 5.62 %"
    ],
    texts: ["The provider knows no asset called xrp."]
  },
  "crypto.market": {
    heading: "Markets of 1 crypto asset",
    rows: [
      "Asset | Ethereum ETH",
      "Rank | 2",
      "Price | 1,921.27 USD",
      "Change in 24 hours | ▼ down 5.62 %",
      "Market capitalisation | 232,142,240,224 USD",
      "Volume of 24 hours | 21,206,385,127 USD",
      "In circulation | 120,692,267.571508",
      "In existence | 120,692,267.571508",
      "At most | no limit known"
    ]
  },
  "news.search": {
    heading: "1 article",
    texts: [
      "thehindu.com",
      "15 June 2024 at 17:00 UTC",
      "Data: The GDELT Project (https://www.gdeltproject.org/)"
    ]
  },
  "news.trends": {
    heading: "How much the news write of NVIDIA",
    rows: ["Day | Share", "Thursday, 14 May 2026 | 0.492 %", "Friday, 15 May 2026 | 0.628 %"]
  },
  "fx.rates": {
    heading: "What one Euro is worth",
    rows: [
      "Currency | 1 EUR buys | One of it costs, in EUR",
      "USD, US Dollar | 1.0517 | 0.950841",
      "GBP, British Pound | 0.86461 | 1.15659"
    ],
    texts: ["Reference rates of Wednesday, 29 June 2022."]
  },
  weather: {
    heading: "Weather forecast",
    rows: ["Day | Highest | Lowest | Weather", "Tuesday 29 September | 26.2 °C | 17.2 °C | light drizzle"],
    texts: ["39.89455° north, 116.35983° east", "overcast", "18.8 °C", "80 %", "4.7 km/h", "0 mm", "at 00:45"]
  },
  geocode: {
    heading: "1 place",
    rows: [
      "Name | Kind | Address | Where",
      "The Sherlock Holmes Museum and shop | house | 221b Baker Street, NW1 6XE London, England, United Kingdom | 51.5237629° north, 0.1584743° westThe Sherlock Holmes Museum and shop on OpenStreetMap"
    ]
  },
  holidays: {
    heading: "7 holidays of China in 2021",
    texts: [
      "February 2021",
      "Friday 12 February",
      "Chinese New Year (Spring Festival) 春节",
      "Public, nationwide"
    ]
  },
  "knowledge.search": {
    heading: "1 entity",
    texts: ["universe", "totality consisting of space, time, matter and energy", "Q1", "Data: Wikidata"]
  },
  "government.census": {
    heading: "Census figures of 2019",
    rows: [
      "NAME | B01001_001E | state",
      "Alabama | 4,903,185 | 01",
      "Alaska | 731,158 | 02",
      "Arizona | 7,278,717 | 04"
    ],
    texts: ["US Census Bureau, American Community Survey"]
  },
  research: {
    heading: "What the sources say of COVID-19",
    rows: [
      "Source | Outcome | More",
      "Scholarly works | answered | 1 result",
      "Entities | answered | 1 result"
    ],
    texts: [
      "All sources answered. Charged: 0.05 USDC.",
      "2 findings",
      "showcases a machine-learning approach for …"
    ]
  },
  "information.verify": {
    heading: "Supported: most of the evidence affirms the claim",
    texts: [
      "Attila was king of the Huns",
      "Confidence0.43 of 1",
      "Affirm1 item",
      "Deny0 items",
      "King of the Hunnic Empire"
    ]
  },
  "information.evidence": {
    heading: "Evidence on Vizhinjam seaport",
    texts: ["1 finding, without a judgement", "1 news article", "India"]
  },
  "information.compare": {
    heading: "Compared: Attila the Hun",
    texts: ["Said differently", "Calypsonian", "King of the Hunnic Empire", "Where it was found"]
  }
}

describe("the view of the contract's example", () => {
  it("is there for each of the 16 capabilities", () => {
    expect(Object.keys(said)).toEqual(examples.map(({ id }) => id))
    expect(examples.length).toBe(16)
  })

  it.each(Object.entries(said))("%s: says what the answer has", (id, { heading, rows = [], texts = [] }) => {
    const markup = shown[id] ?? ""
    expect(named(markup, "h3").map(textOf)).toEqual([heading])
    expect(named(markup, "table").flatMap(rowsOf)).toEqual(rows)
    for (const text of texts) expect(textOf(markup)).toContain(text)
  })

  it.each(Object.keys(said))("%s: is valid, with ids of its own", (id) => {
    const markup = shown[id] ?? ""
    expect(problemsOf(markup, "v")).toEqual([])
    expect(html(markup)).not.toMatch(/undefined|NaN|\[object/)
  })
})

describe("a view says", () => {
  const example = (id: string) => JSON.parse(JSON.stringify(examples.find((one) => one.id === id)?.response))

  it("which sources of research did not answer, which found nothing, and that nothing was charged", () => {
    const { data, meta } = example("research")
    const error = { code: "PROVIDER_UNAVAILABLE", message: "The provider is unavailable." }
    const sources = {
      academic: { status: "failed", data: null, error },
      news: { status: "empty", data: { results: [] }, error: null }
    }
    const composition = { ...data.composition, sourcesRequested: ["academic", "news"] }
    const report = { ...data, status: "partial", sources, composition, findings: [] }
    const markup = view("research", {}, { data: report, meta: { ...meta, price: null } }, "v")
    expect(named(markup, "table").flatMap(rowsOf)).toEqual([
      "Source | Outcome | More",
      "Scholarly works | did not answer | The provider is unavailable. PROVIDER_UNAVAILABLE",
      "News | answered, found nothing | "
    ])
    for (const text of ["Some sources did not answer", "Nothing was charged.", "There are no findings."])
      expect(textOf(markup)).toContain(text)
    expect(problemsOf(markup, "v")).toEqual([])
  })

  it("by a gap in the curve that the archive left days out", () => {
    const points = ["20260101", "20260102", "20260105", "20260106"].map((date) => ({ date, volume: 1 }))
    const markup = view("news.trends", {}, { ...example("news.trends"), data: { term: "x", points } }, "v")
    const lines = named(markup, "line").filter(({ attributes }) => attributes["class"] === "first")
    expect(lines.length).toBe(2)
  })

  it("that rates are of the working day before the one asked for", () => {
    const said = (date: string) => textOf(view("fx.rates", { date }, example("fx.rates"), "v"))
    expect(said("2022-06-30")).toContain("the last working day before the day asked for")
    expect(said("2022-06-29")).not.toContain("working day")
  })

  it("of a census code that there is no estimate, and of a long table how much of it is shown", () => {
    const { data, meta } = example("government.census")
    const rows = Array.from({ length: 501 }, () => ({ NAME: "A", B01001_001E: "-666666666", state: "" }))
    const markup = view("government.census", {}, { data: { ...data, rows }, meta }, "v")
    const all = named(markup, "table").flatMap(rowsOf)
    expect([all.length, all[1]]).toEqual([501, "A | no estimate (-666666666) | missing"])
    expect(named(markup, "caption").map(textOf).join("")).toContain("The first 500 of 501 rows.")
  })
})
