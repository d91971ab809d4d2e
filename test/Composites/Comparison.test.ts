import { describe, expect, it } from "vitest"
import { compareSubjects } from "../../src/Composites/Comparison.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import { academic, article, entity, failed, knowledge, news, now, work } from "./Outcomes.ts"

const sourceTypes = ["academic", "news", "knowledge"] as const

const compare = (
  answers: ReadonlyArray<SourceResult>,
  order: ReadonlyArray<(typeof sourceTypes)[number]> = sourceTypes
) => compareSubjects({ query: "Mercury vs Venus", sourceTypes: order }, { answers, now }).data

describe("compareSubjects: subjects", () => {
  it("are the titles found, spelled as they first appear, with who found them", () => {
    const answers = [
      academic([work("MERCURY!"), work("Other")]),
      news([article("Mercury rises")]),
      knowledge([entity("Q1", "mercury", "planet"), entity("Q2", "Mercury", "Roman god")]),
      knowledge([entity("Q3", "Venus", "planet")], 1)
    ]
    expect(compare(answers).subjects).toEqual([
      { name: "MERCURY!", sources: ["academic.search", "knowledge.search"] },
      { name: "Other", sources: ["academic.search"] },
      { name: "Mercury rises", sources: ["news.search"] },
      { name: "Venus", sources: ["knowledge.search"] }
    ])
    expect(compare(answers, ["knowledge", "news", "academic"]).subjects).toEqual([
      { name: "mercury", sources: ["knowledge.search", "academic.search"] },
      { name: "Venus", sources: ["knowledge.search"] },
      { name: "Mercury rises", sources: ["news.search"] },
      { name: "Other", sources: ["academic.search"] }
    ])
  })

  it.each([
    [
      ["C++", "C#", "c++", "C"],
      ["C++", "C#", "C"]
    ],
    [
      ["!!!", "???", "🍎"],
      ["!!!", "???", "🍎"]
    ],
    [["1984", "1984."], ["1984"]],
    [["Café", "CAFE"], ["Café"]],
    [
      ["東京", "大阪"],
      ["東京", "大阪"]
    ],
    [["<i>E. coli</i>", "E. coli"], ["<i>E. coli</i>"]],
    [
      ["__proto__", "constructor"],
      ["__proto__", "constructor"]
    ]
  ])("of %j are %j", (names, expected) => {
    const answers = [knowledge(names.map((name, index) => entity(`Q${index}`, name, null)))]
    expect(compare(answers).subjects.map(({ name }) => name)).toEqual(expected)
  })

  it("come in the order of the parts, whatever the order of the answers", () => {
    const answers = [
      knowledge([entity("Q2", "Venus", "planet")], 1),
      academic([work("About Venus")], 1),
      knowledge([entity("Q1", "Mercury", "planet")]),
      academic([work("About Mercury")])
    ]
    expect(compare(answers).subjects.map(({ name }) => name)).toEqual([
      "About Mercury",
      "About Venus",
      "Mercury",
      "Venus"
    ])
  })
})

describe("compareSubjects: attributes", () => {
  it("follow the subjects, then the excerpts, then the fields of the data that have a value", () => {
    const answers = [
      academic([
        work("Mercury", {
          authors: ["A. Bee", "C. Dee"],
          publicationYear: 2014,
          doi: "10.1/x",
          citations: 0,
          abstract: "About it."
        }),
        work("Venus")
      ]),
      news([article("Venus", { publishedAt: null, country: "Germany" })]),
      knowledge([entity("Q1", "Mercury", "planet"), entity("Q2", "Venus", null)])
    ]
    expect(compare(answers).attributes.map((one) => Object.values(one).join(" | "))).toEqual([
      "Mercury | excerpt | About it. | academic.search",
      "Mercury | excerpt | planet | knowledge.search",
      "Mercury | authors | A. Bee; C. Dee | academic.search",
      "Mercury | publicationYear | 2014 | academic.search",
      "Mercury | citations | 0 | academic.search",
      "Mercury | openAccess | false | academic.search",
      "Mercury | doi | 10.1/x | academic.search",
      "Mercury | id | Q1 | knowledge.search",
      "Venus | openAccess | false | academic.search",
      "Venus | language | English | news.search",
      "Venus | country | Germany | news.search",
      "Venus | domain | news.example | news.search",
      "Venus | id | Q2 | knowledge.search"
    ])
    expect(Object.keys(compare(answers).attributes[0] ?? {})).toEqual(["subject", "key", "value", "provider"])
  })

  it("are none where nothing was found", () => {
    expect(compare([academic([]), failed("news"), knowledge([])])).toEqual({
      query: "Mercury vs Venus",
      subjects: [],
      attributes: [],
      sources: [],
      disagreements: []
    })
  })
})

describe("compareSubjects: sources and disagreements", () => {
  const planet = entity("Q1", "Mercury", "planet")
  const god = entity("Q2", "Mercury", "Roman god")
  const reference = (title: string, url: string, provider: string) => ({ title, url, provider })

  it("have each place once, though both parts found it", () => {
    const { attributes, sources, subjects } = compare([knowledge([planet]), knowledge([planet, god], 1)])
    expect(sources).toEqual([
      reference("Mercury", planet.url, "knowledge.search"),
      reference("Mercury", god.url, "knowledge.search")
    ])
    expect(subjects).toHaveLength(1)
    expect(attributes.filter(({ key }) => key === "id").map(({ value }) => value)).toEqual(["Q1", "Q2"])
  })

  it("tell of the same title described differently, each value with its first source", () => {
    const answers = [
      knowledge([planet, god], 0),
      academic([work("MERCURY", { abstract: "Planet." }), work("Venus", { abstract: "planet" })])
    ]
    expect(compare(answers).disagreements).toEqual([
      {
        subject: "MERCURY",
        attribute: "excerpt",
        values: [
          {
            value: "Planet.",
            source: reference("MERCURY", "https://works.example/MERCURY", "academic.search")
          },
          { value: "Roman god", source: reference("Mercury", god.url, "knowledge.search") }
        ]
      }
    ])
  })

  it("tell of none where titles are different, or one says more than the other", () => {
    const answers = [
      knowledge([
        entity("Q1", "Mercury", "chemical element with symbol Hg and atomic number 80"),
        entity("Q2", "Mercury", "chemical element, symbol Hg"),
        entity("Q3", "Venus", "Roman goddess"),
        entity("Q4", "Mercury", null)
      ])
    ]
    expect(compare(answers).disagreements).toEqual([])
  })
})
