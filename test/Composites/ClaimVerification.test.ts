import { describe, expect, it } from "vitest"
import { verifyClaim } from "../../src/Composites/ClaimVerification.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import { academic, article, askedAt, entity, failed, knowledge, news, now, work } from "./Outcomes.ts"

const claim = "Coffee causes cancer"
const all = ["academic", "news", "knowledge"] as const

const verify = (
  answers: ReadonlyArray<SourceResult>,
  maxSources = 12,
  sourceTypes: ReadonlyArray<(typeof all)[number]> = all,
  said = claim
) => verifyClaim({ claim: said, sourceTypes, maxSources }, { answers, now }).data

const affirming = (name: string) => article(`Coffee causes cancer ${name}`)
const denying = (name: string) => article(`Coffee does not cause cancer ${name}`)

describe("verifyClaim: the report", () => {
  it.each([
    ["nothing", [], ["insufficient", 0, 0, 0, 0]],
    ["what is not about it", [news([article("Stocks close higher")])], ["insufficient", 0, 0, 0, 0]],
    ["sources that failed", all.map((source) => failed(source)), ["insufficient", 0, 0, 0, 0]],
    ["two that affirm", [news([affirming("a"), affirming("b")])], ["supported", 0.6, 2, 0, 2]],
    ["two that deny", [news([denying("a"), denying("b")])], ["contradicted", 0.6, 0, 2, 2]],
    ["both", [news([affirming("a"), denying("b")])], ["mixed", 0.3, 1, 1, 2]],
    [
      "a question and a headline in German, which have no stance",
      [
        news([article("Does coffee cause cancer?"), article("Coffee cancer Ursache", { language: "German" })])
      ],
      ["insufficient", 0, 0, 0, 2]
    ]
  ] as const)("of %s", (_, answers, expected) => {
    const { agreementCount, confidence, contradictionCount, sourcesChecked, verdict } = verify(answers)
    expect([verdict, confidence, agreementCount, contradictionCount, sourcesChecked]).toEqual(expected)
  })

  it("has the fields of the contract and the evidence as it is", () => {
    const headline = affirming("again")
    const data = verify([news([headline])])
    expect(data).toEqual({
      claim,
      verdict: "supported",
      confidence: 0.6,
      evidence: [
        {
          source: { title: headline.title, url: headline.url, provider: "news.search" },
          excerpt: null,
          retrievedAt: askedAt,
          data: {
            publishedAt: headline.publishedAt,
            language: "English",
            country: null,
            domain: "news.example"
          }
        }
      ],
      agreementCount: 1,
      contradictionCount: 0,
      sourcesChecked: 1
    })
  })

  it("reads the whole abstract, of which it shows the beginning", () => {
    const abstract = `${"Tea is warm. ".repeat(50)}We conclude that coffee causes cancer.`
    const [item] = verify([academic([work("A study", { abstract })])]).evidence
    expect(item?.excerpt).toHaveLength(500)
    expect(item?.excerpt).not.toContain("coffee")
  })

  it("leaves out pages of Wikimedia's own", () => {
    const page = entity("Q1", "Coffee causes cancer", "Wikimedia disambiguation page")
    expect(verify([knowledge([page])]).sourcesChecked).toBe(0)
  })

  it.each([
    "Kaffee ist ein Getränk, das Krebs verursacht",
    "Los científicos dicen que el café no es malo",
    "咖啡致癌是真的",
    "القهوة تسبب السرطان",
    "Кофе вызывает рак",
    "!!!!! ?????",
    "<b></b><i></i>",
    "the of and to in"
  ])("of %j is insufficient, though headlines repeat it", (said) => {
    const answers = [news([article(said, { language: null }), article(`${said} 2`, { language: null })])]
    expect(verify(answers, 12, all, said)).toMatchObject({ verdict: "insufficient", confidence: 0 })
  })
})

describe("verifyClaim: places", () => {
  const many = (source: "academic" | "news" | "knowledge") => {
    const names = Array.from({ length: 12 }, (_, index) => `${source} ${index}`)
    switch (source) {
      case "academic":
        return academic(names.map((name) => work(`Coffee causes cancer ${name}`)))
      case "news":
        return news(names.map((name) => article(`Coffee causes cancer ${name}`)))
      case "knowledge":
        return knowledge(names.map((name) => entity(name, `coffee ${name}`, "causes cancer")))
    }
  }
  const share = (
    answers: ReadonlyArray<SourceResult>,
    maxSources: number,
    order: ReadonlyArray<(typeof all)[number]> = all
  ) => {
    const { evidence } = verify(answers, maxSources, order)
    return all.map(
      (source) => evidence.filter(({ source: { provider } }) => provider === `${source}.search`).length
    )
  }

  it.each([
    [3, [1, 1, 1]],
    [12, [4, 4, 4]],
    [30, [10, 10, 10]],
    // What is left over goes by relevance, then by the order of the request.
    [13, [5, 4, 4]],
    [14, [6, 4, 4]]
  ])("%d are shared out evenly", (maxSources, expected) => {
    expect(share(all.map(many), maxSources)).toEqual(expected)
  })

  it("that are left over go by the order of the request", () => {
    expect(share(all.map(many), 13, ["knowledge", "news", "academic"])).toEqual([4, 4, 5])
  })

  it.each([
    ["failed", [failed("academic"), many("news"), many("knowledge")], [0, 6, 6]],
    ["is empty", [academic([]), many("news"), many("knowledge")], [0, 8, 4]],
    ["has few", [academic([work("Coffee causes cancer")]), many("news"), many("knowledge")], [1, 7, 4]]
  ])("of a source that %s go to the others", (_, answers, expected) => {
    expect(share(answers, 12)).toEqual(expected)
  })

  it("are taken by relevance, then source, title and address", () => {
    const answers = [
      news([article("Coffee causes cancer b"), article("Coffee causes cancer a")]),
      academic([work("Coffee causes cancer c"), work("Coffee and cancer")])
    ]
    expect(verify(answers, 12).evidence.map(({ source }) => source.title)).toEqual([
      "Coffee causes cancer c",
      "Coffee causes cancer a",
      "Coffee causes cancer b",
      "Coffee and cancer"
    ])
    expect(verify(answers, 12, ["news", "academic"]).evidence.map(({ source }) => source.title)).toEqual([
      "Coffee causes cancer a",
      "Coffee causes cancer b",
      "Coffee causes cancer c",
      "Coffee and cancer"
    ])
  })
})
