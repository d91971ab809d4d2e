import { describe, expect, it } from "vitest"
import { research } from "../../src/Composites/Research.ts"
import {
  academic,
  answerBy,
  article,
  askedAt,
  entity,
  everyRow,
  failed,
  government,
  knowledge,
  news,
  now,
  nowAt,
  work
} from "./Outcomes.ts"

const sources = ["academic", "news", "knowledge"] as const

describe("research: status", () => {
  const failedWhole = ["F", "FF", "FFF"]
  const partial = "FS FE SF EF FFS FFE FSF FEF SFF EFF FSS FSE FES FEE SFS SFE EFS EFE SSF SEF ESF EEF".split(
    " "
  )

  it.each(everyRow.map((row) => [row.join(""), row] as const))("of %s", (name, row) => {
    const asked = sources.slice(0, row.length)
    const answers = row.map((letter, index) => answerBy(sources[index] ?? "academic", letter))
    const { data } = research({ query: "coffee", sources: asked }, { answers, now })
    expect(data.status).toBe(
      failedWhole.includes(name) ? "failed" : partial.includes(name) ? "partial" : "complete"
    )
    const of = (wanted: string) => asked.filter((_, index) => row[index] === wanted)
    expect(data.composition).toEqual({
      sourcesRequested: asked,
      sourcesSucceeded: of("S"),
      sourcesEmpty: of("E"),
      sourcesFailed: of("F"),
      retrievedAt: nowAt
    })
    expect(Object.keys(data.sources)).toEqual(asked)
    expect(data.findings.map(({ source }) => source.provider)).toEqual(
      of("S").map((source) => `${source}.search`)
    )
  })
})

describe("research: data", () => {
  const error = { code: "PROVIDER_TIMEOUT", message: "The provider gdelt did not answer in time." }
  const full = work("Coffee and health", {
    authors: ["A. Bee", "C. Dee"],
    publicationYear: 2014,
    doi: "10.1/x",
    journal: "Journal of Coffee",
    citations: 3,
    openAccess: true,
    abstract: "Coffee is a drink."
  })
  const { abstract: _, retracted: __, ...shown } = full

  it("is that of the capabilities, outcome by outcome, and the findings of it", () => {
    const coffee = entity("Q8486", "coffee", "brewed beverage")
    const page = entity("Q1", "Coffee", "Wikimedia disambiguation page")
    const answers = [knowledge([page, coffee]), failed("news", error), government(2), academic([full])]
    const { data } = research(
      { query: "coffee", sources: ["academic", "news", "knowledge", "government", "news"] },
      { answers, now }
    )
    expect(data).toEqual({
      query: "coffee",
      status: "partial",
      sources: {
        academic: { status: "success", data: { results: [shown], meta: { count: 10 } }, error: null },
        news: { status: "failed", data: null, error },
        knowledge: { status: "success", data: { results: [coffee] }, error: null },
        government: {
          status: "success",
          data: {
            dataset: "acs/acs1",
            year: 2019,
            columns: ["NAME"],
            rows: [{ NAME: "State 0" }, { NAME: "State 1" }]
          },
          error: null
        }
      },
      findings: [
        {
          source: { title: "Coffee and health", url: full.url, provider: "academic.search" },
          excerpt: "Coffee is a drink.",
          retrievedAt: askedAt,
          data: {
            authors: ["A. Bee", "C. Dee"],
            publicationYear: 2014,
            journal: "Journal of Coffee",
            citations: 3,
            openAccess: true,
            doi: "10.1/x"
          }
        },
        {
          source: { title: "coffee", url: coffee.url, provider: "knowledge.search" },
          excerpt: "brewed beverage",
          retrievedAt: askedAt,
          data: { id: "Q8486" }
        }
      ],
      disagreements: [],
      composition: {
        sourcesRequested: ["academic", "news", "knowledge", "government"],
        sourcesSucceeded: ["academic", "knowledge", "government"],
        sourcesEmpty: [],
        sourcesFailed: ["news"],
        retrievedAt: nowAt
      }
    })
  })

  it.each([
    ["academic" as const, { results: [], meta: { count: 0 } }],
    ["news" as const, { results: [] }],
    ["knowledge" as const, { results: [] }],
    ["government" as const, { dataset: "acs/acs1", year: 2019, columns: ["NAME"], rows: [] }]
  ])("of an empty %s is its empty payload", (source, expected) => {
    const { data } = research(
      { query: "coffee", sources: [source] },
      { answers: [answerBy(source, "E")], now }
    )
    expect(data.sources).toEqual({ [source]: { status: "empty", data: expected, error: null } })
    expect(data.status).toBe("complete")
  })

  it("of knowledge with pages of Wikimedia's own alone is empty", () => {
    const answers = [knowledge([entity("Q1", "Coffee", "Wikimedia list article")])]
    const { data } = research({ query: "coffee", sources: ["knowledge"] }, { answers, now })
    expect(data.sources.knowledge).toEqual({ status: "empty", data: { results: [] }, error: null })
    expect(data.findings).toEqual([])
  })

  it("has news without an excerpt, and its domain", () => {
    const headline = article("Coffee is dear", { country: "Germany" })
    const { data } = research({ query: "coffee", sources: ["news"] }, { answers: [news([headline])], now })
    expect(data.findings).toEqual([
      {
        source: { title: "Coffee is dear", url: headline.url, provider: "news.search" },
        excerpt: null,
        retrievedAt: askedAt,
        data: {
          publishedAt: "2026-04-30T08:00:00Z",
          language: "English",
          country: "Germany",
          domain: "news.example"
        }
      }
    ])
  })

  it("has where same-titled results disagree", () => {
    const answers = [
      knowledge([entity("Q1", "Mercury", "planet"), entity("Q2", "Mercury", "Roman god")]),
      academic([work("Mercury", { abstract: "chemical element" })])
    ]
    const { data } = research({ query: "Mercury", sources: ["knowledge", "academic"] }, { answers, now })
    expect(
      data.disagreements.map(({ attribute, subject, values }) => [
        subject,
        attribute,
        values.map(({ value }) => value)
      ])
    ).toEqual([["Mercury", "excerpt", ["Roman god", "chemical element", "planet"]]])
  })
})
